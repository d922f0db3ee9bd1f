"""What a reader sees of a run: `scenes` describes it as plain data, `plots` and `player` draw it.

Nothing imports them back.
"""
