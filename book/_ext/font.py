"""Make the font of formulas from Latin Modern Math: `make font` reproduces the committed font.

The font has ranges of signs that mathematics may need, more than the pages use today. For example, no text has the sign
of a root, U+221A, but without it every root would vanish. Differences from the fonts of TeX are removed.
"""

import sys

from fontTools.subset import Options, Subsetter, load_font, parse_unicodes, save_font

SIGNS = (
    "20-7E A0-FF 2C6-2DD 391-3A9 2010-2064 2102-2134 2190-2194 21A6 21D0-21D4 2200-22FF 2308-230B 23DE-23DF 27E8-27E9 "
    "1D434-1D467 1D6E2-1D71B "  # italic
    "1D400-1D419 1D49C-1D4B5 1D538-1D551 1D5A0-1D5B9"  # capitals: bold, calligraphic, blackboard, sans-serif
)
#: The distance of scripts from the top and the bottom of their base: by default the index of y_t is far below and the
#: exponent of ‖w‖² far above, so that lines of text are unevenly spaced.
SCRIPTS = {"SuperscriptBaselineDropMax": 386, "SubscriptBaselineDropMin": 50}


def make(source, target):
    options = Options(layout_features=[], drop_tables=["FFTM"], hinting=False, obfuscate_names=True, flavor="woff2")
    font = load_font(source, options)
    for table in filter(lambda table: table.isUnicode(), font["cmap"].tables):
        table.cmap[0x2016] = table.cmap[0x2225]  # the bars of ‖u‖‖w‖, with the room between them
    for name, value in SCRIPTS.items():
        getattr(font["MATH"].table.MathConstants, name).Value = value
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=parse_unicodes(SIGNS))
    subsetter.subset(font)
    save_font(font, target, options)


if __name__ == "__main__":
    make(*sys.argv[1:])
