"""Does a text say what a page quotes from it? Decided without the text, from its fingerprint.

    python -m tests.book.quotations Note=note.txt Slides=slides.txt ...

writes `quotations.json` from the five documents of the errata, which are not ours to copy. A fingerprint is made of the
runs of `RUN` words in a document, in its order: three bytes of the SHA-256 of each. A quotation is found if its own
runs are there, one after the other. With one word changed, left out or added, or one sign flipped, they are not.

Formulas are compared by their letters, numbers and signs: fonts, norms, braces and spaces do not count.
"""

import json
import re
import sys
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path

FINGERPRINTS = Path(__file__).with_suffix(".json")
RUN, BYTES = 4, 3

SIGNS = {r"\\leq?(?![a-z])": "≤", r"\\geq?(?![a-z])": "≥", r"\\neq?(?![a-z])": "≠", "−": "-"}
#: LaTeX that only says how a letter looks (and ℓ, which some write without LaTeX).
LOOKS = r"(?i)\\(?:math[a-z]+|text|[lr]?vert|left|right|ell)(?![a-z])"
QUOTED = re.compile(r"“([^”]*)”")


def words(text):
    """The words, numbers and signs of a text, formulas in LaTeX among them."""
    for sign, character in SIGNS.items():
        text = re.sub(sign, character, text)
    return re.findall(r"[a-z]+|\d+|[<>≤≥=≠+-]", re.sub(LOOKS, " ", text).lower())


def fingerprint(text):
    """The fingerprint of a text."""
    said = words(text)
    places = range(len(said) - RUN + 1)
    return b"".join(sha256(" ".join(said[i : i + RUN]).encode()).digest()[:BYTES] for i in places)


def pieces(text):
    """What a text quotes: the passages between “ and ”, cut where … leaves something out."""
    return [piece.strip() for quotation in QUOTED.findall(text) for piece in quotation.split("…")]


def found(quotation, document):
    """Check that a quotation is long enough, and is in the document with this fingerprint."""
    asked, place = fingerprint(quotation), -1
    while asked and (place := document.find(asked, place + 1)) >= 0:
        if place % BYTES == 0:
            return True
    return False


def load():
    """{name: fingerprint} of the documents."""
    stored = json.loads(FINGERPRINTS.read_text("utf-8"))
    return {name: b64decode(text) for name, text in stored.items()}


def main(arguments):
    stored = {}
    for name, _, path in (argument.partition("=") for argument in arguments):
        stored[name] = b64encode(fingerprint(Path(path).read_text("utf-8"))).decode("ascii")
    FINGERPRINTS.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
