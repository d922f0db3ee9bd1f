"""Five habits of translated English that a reader stumbles over are nowhere in what people read."""

import re

import pytest

from tools.sentences import sentences, texts

PLACES = "at|below|above|before|after|behind|beside|between|further|here|in|on|there|under|where"
HABITS = {
    "stands for is": rf"\b[Ss]t(?:ands?|ood) (?:{PLACES})\b",
    "is no": r"(?<!\bthere )(?<!\bThere )\b(?:is|are|was|were) no (?!longer\b|one\b|more\b|other\b|\w+er\b)",
    "also if": r"\balso if\b",
    "of at most": r", of at most\b",
    "by lot, with chance": r"\bby lot\b|\bwith chance\b",
}


@pytest.fixture(scope="module")
def read():
    return [(place, sentence) for _, place, text in texts() for sentence in sentences(text)]


@pytest.mark.parametrize("habit", HABITS)
def test_no_sentence_has_the_habit(read, habit):
    found = [f"{place}: {sentence}" for place, sentence in read if re.search(HABITS[habit], sentence)]
    assert not found, "\n".join(found)
