"""Read a moment that somebody wrote, in UTC. Text with two readings is refused, and the error gives both."""

import re
from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

MOMENT = re.compile(r"(?P<day>\d{4}-\d\d?-\d\d?)(?:T|\s+)(?P<clock>\d\d?:\d\d(?::\d\d)?)(?:[.,]\d+)?\s*(?P<zone>.*)")
OTHER_ORDER = re.compile(r"(\d\d?)[./-]\s*(\d\d?)[./-]\s*(\d{4})?\b")
OFFSET = re.compile(r"([+-][01]\d):?([0-5]\d)")
EXAMPLE = "for example 2027-05-07 23:59 Europe/Paris"


@cache
def zones():
    """All regions with their own clocks, such as Europe/Paris."""
    return {name: ZoneInfo(name) for name in available_timezones() if "/" in name and not name.startswith("Etc/")}


def offsets(letters, local):
    """The possible meanings of a zone's letters at a moment, as differences from UTC.

    CST is the time of Chicago and of Shanghai. In May, people who write CET may mean the clock in Paris, which is then
    an hour ahead of CET.
    """
    found = set()
    for zone in zones().values():
        for moment in (local, local.replace(month=1, day=1), local.replace(month=7, day=1)):
            there = moment.replace(tzinfo=zone)
            if there.tzname() == letters:
                found |= {there.utcoffset(), local.replace(tzinfo=zone).utcoffset()}
    return found


def in_zone(local, name):
    """Read a local time in a zone: an offset, a region, or letters with a single meaning."""
    if name in ("UTC", "GMT", "Z"):
        return local.replace(tzinfo=UTC)
    if offset := OFFSET.fullmatch(name):
        hours, minutes = offset.groups()
        return local.replace(tzinfo=timezone(timedelta(hours=int(hours), minutes=int(hours[0] + minutes))))
    if name in zones():
        found = {local.replace(tzinfo=zones()[name], fold=fold).utcoffset() for fold in (0, 1)}
    else:
        found = offsets(name, local)
    if len(found) > 1:
        readings = " or ".join(f"{local.replace(tzinfo=timezone(each)):%z}" for each in sorted(found))
        raise ValueError(f"the zone {name} may then be {readings}: write which one you mean")
    if not found:
        raise ValueError(f"no zone is called {name}: write a region or an offset, {EXAMPLE}, or +0200")
    return local.replace(tzinfo=timezone(*found))


def parse(text, zone=""):
    """Return the moment that a text states, in UTC; `zone` is for a text without a zone.

    >>> [str(parse(f"2027-05-07 23:59 {zone}")) for zone in ("CEST", "+0200", "Europe/Paris")]
    ['2027-05-07 21:59:00+00:00', '2027-05-07 21:59:00+00:00', '2027-05-07 21:59:00+00:00']
    >>> parse("08.05.2027 23:59 CEST")
    Traceback (most recent call last):
    ValueError: '08.05.2027 23:59 CEST' has two readings: write 2027-05-08 or 2027-08-05
    """
    said = text.strip()
    if other := OTHER_ORDER.match(said):
        first, second, year = int(other[1]), int(other[2]), other[3] or "YEAR"
        readings = sorted({f"{year}-{b:02}-{a:02}" for a, b in ((first, second), (second, first)) if b <= 12})
        several = "has two readings" if len(readings) == 2 else "is in another order"
        raise ValueError(f"{said!r} {several}: write {' or '.join(readings) or EXAMPLE}")
    parts = MOMENT.fullmatch(said)
    if not parts or not (name := parts["zone"] or zone):
        missing = "has no zone" if parts else "is not a day, a time and a zone"
        raise ValueError(f"{said!r} {missing}: write all three, {EXAMPLE}")
    try:
        local = datetime(*map(int, re.split("[-:]", f"{parts['day']}-{parts['clock']}")))
        return in_zone(local, name).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise ValueError(f"{said!r}: {error}") from None
