"""A time is read as it is meant, or refused with its possible readings."""

from datetime import UTC, datetime

import pytest

from times import parse

TAKEN = {
    "2027-05-07 23:59 UTC": "2027-05-07 23:59",
    "2027-05-07 23:59 CEST": "2027-05-07 21:59",
    "2027-01-07 23:59 CET": "2027-01-07 22:59",
    "2027-05-07 23:59 +0200": "2027-05-07 21:59",
    "2027-05-07 23:59 -03:30": "2027-05-08 03:29",
    "2027-05-07T23:59:00+02:00": "2027-05-07 21:59",
    "2027-05-07T23:59Z": "2027-05-07 23:59",
    "2027-05-07 23:59 Europe/Paris": "2027-05-07 21:59",
    "2027-1-7 3:05 Europe/Paris": "2027-01-07 02:05",
    "2027-05-07 23:59 PDT": "2027-05-08 06:59",
    "2027-05-07 23:59 Asia/Kolkata": "2027-05-07 18:29",
    "2027-05-08 07:30:00.123456 UTC\n": "2027-05-08 07:30",  # as nbgrader writes it
}
REFUSED = {
    "08.05.2027 23:59 CEST": "has two readings: write 2027-05-08 or 2027-08-05",
    "8/5/2027 23:59 CEST": "has two readings: write 2027-05-08 or 2027-08-05",
    "08.05. 23:59 CEST": "has two readings: write YEAR-05-08 or YEAR-08-05",
    "25.05.2027 23:59 CEST": "is in another order: write 2027-05-25",
    "2027-05-07 23:59 CET": "the zone CET may then be +0100 or +0200: write which",
    "2027-01-07 23:59 CEST": "the zone CEST may then be +0100 or +0200: write which",
    "2027-01-07 23:59 CST": "the zone CST may then be -0600 or -0500 or +0800: write which",
    "2027-05-07 23:59 IST": "the zone IST may then be +0100 or +0200 or +0300 or +0530: write which",
    "2027-03-28 02:30 Europe/Paris": "the zone Europe/Paris may then be +0100 or +0200: write which",
    "2027-10-31 02:30 Europe/Paris": "the zone Europe/Paris may then be +0100 or +0200: write which",
    "2027-05-07 23:59 Paris": "no zone is called Paris: write a region or an offset, for example 2027-05-07",
    "2027-05-07 23:59 UTC+2": "no zone is called UTC+2: write a region or an offset",
    "2027-05-07 23:59 +2500": "no zone is called +2500: write a region or an offset",
    "2027-05-07 23:59": "has no zone: write all three, for example 2027-05-07 23:59 Europe/Paris",
    "2027-05-07": "is not a day, a time and a zone: write all three",
    "tomorrow": "is not a day, a time and a zone: write all three",
    "": "is not a day, a time and a zone: write all three",
    "2027-02-29 23:59 UTC": "'2027-02-29 23:59 UTC': day is out of range",
    "0001-01-01 00:00 Asia/Tokyo": "out of range",
}


@pytest.mark.parametrize("said", TAKEN)
def test_a_time_is_what_its_zone_says(said):
    assert parse(said) == datetime.fromisoformat(TAKEN[said]).replace(tzinfo=UTC)


@pytest.mark.parametrize("said", REFUSED)
def test_two_readings_are_refused_with_both(said):
    with pytest.raises(ValueError) as refused:
        parse(said)
    assert REFUSED[said] in str(refused.value)


def test_a_zone_may_be_given_for_a_text_without_one():
    assert parse("2027-05-07 23:59", "Europe/Paris") == parse("2027-05-07 23:59 +0200")
    assert parse("2027-05-07 23:59 UTC", "Europe/Paris") == parse("2027-05-07 23:59 UTC")
