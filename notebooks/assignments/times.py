"""A moment that somebody wrote, in UTC. What two readers would read differently is refused, with both readings."""

import re
from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

MOMENT = re.compile(r"(?P<day>\d{4}-\d\d?-\d\d?)(?:T|\s+)(?P<clock>\d\d?:\d\d(?::\d\d)?)(?:[.,]\d+)?\s*(?P<zone>.*)")
OTHER_ORDER = re.compile(r"(\d\d?)[./-]\s*(\d\d?)[./-]\s*(\d{4})?\b")
OFFSET = re.compile(r"([+-])([01]\d):?([0-5]\d)")
EXAMPLE = "for example 2027-05-07 23:59 Europe/Paris"


@cache
def zones():
    """All regions that have a clock of their own, such as Europe/Paris."""
    return [ZoneInfo(name) for name in sorted(available_timezones()) if "/" in name and not name.startswith("Etc/")]


def offsets(letters, local):
    """What a zone's letters may mean at a moment, as differences from UTC.

    CST is the time of Chicago and of Shanghai. In May, whoever writes CET may mean the clock in Paris, which is then
    an hour ahead of CET.
    """
    found = set()
    for zone in zones():
        for moment in (local, local.replace(month=1, day=1), local.replace(month=7, day=1)):
            there = moment.replace(tzinfo=zone)
            if there.tzname() == letters:
                found |= {there.utcoffset(), local.replace(tzinfo=zone).utcoffset()}
    return sorted(found)


def written(offset):
    """+0200 for two hours.

    >>> written(timedelta(hours=-3.5))
    '-0330'
    """
    minutes = round(offset.total_seconds() / 60)
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}{abs(minutes) % 60:02}"


def in_zone(local, name):
    """A local time in a zone: an offset, a region, or letters that have one meaning."""
    if name in ("UTC", "GMT", "Z"):
        return local.replace(tzinfo=UTC)
    if offset := OFFSET.fullmatch(name):
        sign, hours, minutes = offset.groups()
        ahead = timedelta(hours=int(hours), minutes=int(minutes))
        return local.replace(tzinfo=timezone(-ahead if sign == "-" else ahead))
    if zone := next((each for each in zones() if each.key == name), None):
        twice = [local.replace(tzinfo=zone, fold=fold).utcoffset() for fold in (0, 1)]
        if twice[0] != twice[1]:
            readings = " or ".join(map(written, twice))
            raise ValueError(f"the clocks in {name} are changed then: write {readings} in place of it")
        return local.replace(tzinfo=zone)
    found = offsets(name, local)
    if len(found) == 1:
        return local.replace(tzinfo=timezone(found[0]))
    if found:
        raise ValueError(f"the zone {name} may be {' or '.join(map(written, found))}: write which")
    raise ValueError(f"no zone is called {name}: write a region or an offset, {EXAMPLE}, or +0200")


def parse(text, zone=""):
    """The moment that a text says, in UTC; `zone` is that of a text without one.

    >>> [str(parse(f"2027-05-07 23:59 {zone}")) for zone in ("CEST", "+0200", "Europe/Paris")]
    ['2027-05-07 21:59:00+00:00', '2027-05-07 21:59:00+00:00', '2027-05-07 21:59:00+00:00']
    >>> parse("08.05.2027 23:59 CEST")
    Traceback (most recent call last):
    ValueError: '08.05.2027 23:59 CEST' has two readings: write 2027-05-08 or 2027-08-05
    """
    said = text.strip()
    if other := OTHER_ORDER.match(said):
        first, second, year = int(other[1]), int(other[2]), other[3] or "YEAR"
        readings = {f"{year}-{month:02}-{day:02}" for month, day in ((second, first), (first, second)) if month <= 12}
        several = "has two readings" if len(readings) == 2 else "is in another order"
        raise ValueError(f"{said!r} {several}: write {' or '.join(sorted(readings)) or EXAMPLE}")
    parts = MOMENT.fullmatch(said)
    if not parts or not (name := parts["zone"] or zone):
        missing = "has no zone" if parts else "is not a day, a time and a zone"
        raise ValueError(f"{said!r} {missing}: write all three, {EXAMPLE}")
    try:
        local = datetime(*map(int, re.split("[-:]", f"{parts['day']}-{parts['clock']}")))
        return in_zone(local, name).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise ValueError(f"{said!r}: {error}") from None
