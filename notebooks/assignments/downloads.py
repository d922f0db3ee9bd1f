"""Read a learning platform's download: find the student, the assignment and the time of each notebook.

A notebook is recognised by the names of its cells, whatever its file's name; a student by the roster and the platform's
form of a name. Every unusable file gets a line with a remedy.
"""

import json
import re
import zlib
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from unicodedata import normalize
from zipfile import BadZipFile, ZipFile

from roster import decoded, folded
from times import parse

# The platforms' names for a student's file or folder. Nobody has tried these on a live platform: each form comes from
# the platform's public source, or from programs that read its downloads.

#: Moodle, mod/assign/classes/downloader.php: `Ann Berg_7001_assignsubmission_file`, a folder; before 4.1 with `_` at
#: the end, and with `_perceptron.ipynb` if there are no folders. Marked blind, `Participant_7001_...`, in Moodle's
#: language (`hiddenuser` in mod/assign/lang). A student has another number in each assignment.
MOODLE = re.compile(r"(?P<name>[^_]+)_(?P<number>\d+)_assign(submission|feedback)_[a-z]+(_(?P<file>.*))?")
HIDDEN = set("participant participante partecipante teilnehmer teilnehmerin deelnemer deltagare katılımcı".split())

#: Canvas, lib/content_zipper.rb: `bergann_LATE_101_9001_perceptron-1.ipynb`, with the numbers of student and file, all
#: in one folder; `LATE_anon_AbC12_9001_perceptron.ipynb` if students are anonymous.
CANVAS = re.compile(r"((?P<name>[^\WA-Z]+?)_)?(?P<late>LATE_)?(?P<number>\d+|anon_\w+?)_(?P<order>\d+)_(?P<file>.+)")

#: Blackboard: `Homework 1_aberg_attempt_2027-05-07-23-59-00_perceptron.ipynb`, beside a receipt in .txt; `attempt` is
#: in the platform's language (jupyter/nbgrader, nbgrader/plugins/zipcollect.py; kwurst/bb-file-cleanup).
BLACKBOARD = re.compile(r"(?P<name>.+)_[^\W\d_]+_(?P<time>\d{4}(-\d\d){5})(_(?P<file>.+)|\.txt)")

#: Brightspace: `397063-2557369 - Ann Berg - Sep 24, 2024 926 PM`, a folder, or with ` - perceptron.ipynb`; some have a
#: student's number before the name (adecastilho/sort_by_last_name).
BRIGHTSPACE = re.compile(
    r"\w+-\w+ ?- ?(?P<name>.+?) ?- ?"
    r"(?P<time>([^\W\d_]+\.? \d{1,2}|\d{1,2}\.? [^\W\d_]+),? \d{4} \d{3,4}( ?[AP]M)?)( ?- ?(?P<file>.+))?"
)

JUNK = set("submission_secret.txt .ipynb_checkpoints __MACOSX .DS_Store Thumbs.db desktop.ini index.html".split())
TIMESTAMP = "timestamp.txt"  # nbgrader's file with the time at which the notebook beside it was handed in
PACKED = re.compile(r"\.(7z|bz2|gz|rar|tar|tgz|xz)$", flags=re.IGNORECASE)
ZIP = re.compile(r"\.zip(?=/|$)", flags=re.IGNORECASE)
LARGEST_FILE = 200_000_000  # bytes, when unpacked
WITHOUT_ZONE = (
    "times in these names have no zone, so nobody is late: put c.Rules.zone = 'Europe/Paris' into the settings"
)


class Unusable(Exception):
    """The error for an unusable file, with a remedy."""


@dataclass
class Submission:
    """A student's notebook for an assignment; `time` is in UTC, or None if the download does not state it.

    `source` is its place in the download. `late` is the platform's own mark.
    """

    student: str
    assignment: str
    time: datetime | None
    notebook: dict
    source: str
    late: bool = False


def spelled(entry):
    """The name of a file in a .zip: Windows writes backslashes and cp850, and a Mac UTF-8 without the flag for it."""
    name = entry.orig_filename
    if not entry.flag_bits & 0x800:
        said = name.encode("cp437")
        try:
            name = said.decode("utf-8")
        except UnicodeDecodeError:
            name = said.decode("cp850")
    return normalize("NFC", name.replace("\\", "/"))


def unzipped(file, place):
    """Yield (place, contents) of each file in a .zip; for unreadable contents, an error."""
    try:
        with ZipFile(file) as packed:
            for each in packed.infolist():
                if (name := spelled(each)).endswith("/"):
                    continue
                try:
                    yield from opened(place + name, each.file_size, lambda each=each: packed.read(each))
                except (BadZipFile, EOFError, NotImplementedError, OSError, RuntimeError, zlib.error) as error:
                    yield place + name, Unusable(f"cannot be unpacked ({error}): ask the student for it again")
    except (BadZipFile, OSError, ValueError) as error:
        yield place.rstrip("/") or str(file), Unusable(f"is not a whole .zip ({error}): get it again")


def opened(place, size, read):
    """Yield (place, contents) of a file, or of each file inside if the file is a .zip."""
    if size > LARGEST_FILE:
        yield place, Unusable(f"is larger than {LARGEST_FILE // 10**6} MB: ask the student for it without outputs")
    elif PACKED.search(place):
        yield place, Unusable("is packed: unpack it into a folder with the student's name")
    elif place.casefold().endswith(".zip") and len(ZIP.findall(place)) < 4:
        yield from unzipped(BytesIO(read()), f"{place}/")
    else:
        yield place, read()


def files(path):
    """Yield (place, contents) of each file in a download: a folder, a .zip, or a notebook."""
    if path.suffix.casefold() == ".zip" and path.is_file():
        yield from unzipped(path, "")
    elif path.is_file():
        yield from opened(path.name, path.stat().st_size, path.read_bytes)
    elif not path.is_dir():
        yield str(path), Unusable("does not exist: pass the folder or the .zip that you downloaded")
    for file in sorted(path.rglob("*")):
        if file.is_file() and not file.is_symlink():
            place = normalize("NFC", file.relative_to(path).as_posix())
            yield from opened(place, file.stat().st_size, file.read_bytes)


def is_junk(place):
    """Tell whether a system or a platform made this file, not a student."""
    *_, file = parts = place.split("/")
    receipt = file.endswith(".txt") and BLACKBOARD.fullmatch(file)
    return receipt or any(part in JUNK or part.startswith(("._", "~$")) for part in parts)


def text(value):
    """Return a text, or a list of lines as one text, without half characters (surrogates), which no file can hold."""
    joined = "".join(map(str, value)) if isinstance(value, list) else str(value or "")
    return joined.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def cell(found):
    """Return the needed parts of a cell, with defaults; in version 3 of notebooks, code is in `input`."""
    kept = {each: found[each] if isinstance(found.get(each), dict) else {} for each in ("metadata", "attachments")}
    return {"cell_type": text(found.get("cell_type")), "source": text(found.get("source", found.get("input"))), **kept}


def notebook(contents):
    """Read the cells of a notebook, whatever its version, its outputs and other things that nbformat needs."""
    said = decoded(contents).strip()
    if not said.startswith("{"):
        kind = "empty" if not said else "a web page, not a notebook" if said.startswith("<") else "not a notebook"
        raise Unusable(f"is {kind}: ask the student for the file that ends in .ipynb")
    try:
        content = json.loads(said, strict=False)
        sheets = content.get("worksheets") or [content]  # until version 3
        return {"cells": [cell(each) for sheet in sheets for each in sheet["cells"]]}
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        kind = "not a notebook" if said.endswith("}") else "cut off"
        raise Unusable(f"is {kind}: ask the student for it again") from None


def recognised(cells, place, assignments):
    """Return the assignment that shares most cells with a notebook; if several tie, the one in the file's name."""
    marks = [cell["metadata"].get("nbgrader") for cell in cells]
    found = {str(each.get("grade_id")) for each in marks if isinstance(each, dict)}
    shared = {each: len(found.intersection(names)) for each, names in assignments.items()}
    best = [each for each in shared if shared[each] == max(shared.values()) > 0]
    if not best:
        raise Unusable("has no cell of an assignment: ask the student for the notebook made from yours")
    named = [each for each in best if len(best) == 1 or folded(each) in folded(place.rpartition("/")[2])]
    if len(named) != 1:
        raise Unusable(f"may be {' or '.join(best)}: put the assignment's name into the name of the file")
    return named[0]


def by_form(place):
    """Match a platform's form in the outermost part of a path that has one; return the form, the part and the match."""
    *outer, file = place.split("/")
    for part, last in [*((part, []) for part in outer), (file, [CANVAS])]:
        for form in (MOODLE, BLACKBOARD, BRIGHTSPACE, *last):
            if found := len(part) < 256 and form.fullmatch(part):  # the limit of file systems
                return form, part, found.groupdict()
    return None, "", {}


def inside(place, assignments):
    """Return the folders of a path that may be a student's: not those of an assignment, and not nbgrader's own."""
    nobodys = {folded(each) for each in (*assignments, "submitted")}
    return [each for each in ZIP.sub("", place).split("/")[:-1] if folded(each) not in nobodys]


def spellings(form, said):
    """Return a student's name in a platform's form, and the other spellings that the roster may have."""
    called, number = said["name"] or "", said.get("number")
    if form is CANVAS:
        return "_".join(filter(None, [called, number])), [called]
    if form is MOODLE:
        return f"{called} {number}" if folded(called) in HIDDEN else called, []
    if form is BRIGHTSPACE:
        return called.split(" - ")[-1], called.split(" - ")
    words = called.split("_")  # both the title of an assignment and the name of a user may contain "_"
    return words[-1], ["_".join(words[start:]) for start in range(len(words))]


def by_hand(place, outer, assignment, assignments, roster):
    """Return the names in a path without a form: of the first folder, or else the file, that the roster lists.

    Without a roster, take the first folder that does not hold all files. ILIAS names its folders
    Lastname_Firstname_login_123 (components/ILIAS/Exercise/Submission/SubmissionManager.php).
    """
    folders = inside(place, assignments)
    extra = rf"{re.escape(assignment)}|\.\w+$|[-_ ]*copy\d*|[-_ ]*\(?\d+\)?(?=\.)"
    for called in (*folders, re.sub(extra, "", place.split("/")[-1], flags=re.IGNORECASE)):
        words = called.split("_")
        ilias = [words[-2], " ".join(words[:-2])] if len(words) > 3 and words[-1].isdigit() else []
        if any(map(roster.places, [called, *ilias])):
            return called, [called, *ilias]
    return "".join(folders[outer : outer + 1]), []


def student(place, outer, assignment, assignments, roster):
    """Return the notebook's student, by the name in the roster, and the path's other information."""
    form, _, said = by_form(place)
    if form is CANVAS and any(map(roster.places, inside(place, assignments))):
        form, said = None, {}  # such a name may also be a student's
    called, others = spellings(form, said) if form else by_hand(place, outer, assignment, assignments, roster)
    places = roster.meant([called, *others], said.get("number", ""))
    if len(places) > 1:
        folders = " or ".join(roster.called(each)[0] for each in places)
        raise Unusable(f"may belong to several students: put it into a folder called {folders}")
    if places:
        called = roster.called(places[0])[0]
    if not (whose := re.sub(r'[\x00-\x1f\\/:*?"<>|\[\]]+|^[. ]+|[. ]+$', "", called)):
        raise Unusable("is in no student's folder: put it into a folder with the student's name")
    return whose, said


def moment(said, zone):
    """Return the time of submission by the platform's clock, as Blackboard or Brightspace write it."""
    if not said.get("time"):
        return None
    if not zone:
        raise ValueError(WITHOUT_ZONE)
    words = re.findall(r"\d+|[^\W\d]+", said["time"])
    if len(words) > 5:
        return parse(f"{'-'.join(words[:3])} {':'.join(words[3:])}", zone)
    (day, month), (year, clock, *half) = sorted(words[:2]), words[2:]
    form = "%d %b %Y %I%M%p" if half else "%d %b %Y %H%M"
    try:
        local = datetime.strptime(f"{day} {month[:3]} {year} {clock:0>4}{''.join(half)}", form)
    except ValueError:
        raise ValueError(f"{said['time']} is not in English: write it into {TIMESTAMP} beside the notebook") from None
    return parse(f"{local:%Y-%m-%d %H:%M}", zone)


def chosen(group, said, known):
    """Return those of a student's notebooks for one assignment that count as submissions; or why none does.

    Without a roster they may come from several students, each with a different number or folder.
    """
    numbers = {said[each.source].get("number") for each in group}
    places = {each.source.rpartition("/")[0] for each in group}
    if len(numbers) == 1 and (known or len(places) == 1) and all(each.notebook == group[0].notebook for each in group):
        return group[:1]
    if all(each.time for each in group):
        return group
    if len(numbers) == 1 and all(said[each.source].get("order") for each in group):
        last = max(int(said[each.source]["order"]) for each in group)
        newest = [each for each in group if int(said[each.source]["order"]) == last]
        if len(newest) == 1:  # otherwise one submission has several
            return newest
    raise Unusable(
        f"has {len(group)} notebooks of {group[0].assignment}, and their dates do not show which is newer: keep one of "
        f"{', '.join(each.source for each in group)}; or, if these are several students, pass the class as ROSTER"
    )


def read(path, roster, assignments, zone=""):
    """Return the submissions in a download, and a line for each unusable file.

    `assignments` has the names of the cells of each assignment; `zone` is the zone of times without one.
    """
    found, lines, stamps, said, theirs, submissions = {}, set(), {}, {}, defaultdict(list), []
    for place, contents in files(path):
        if is_junk(place):
            continue
        try:
            if isinstance(contents, Unusable):
                raise contents
            folder, _, file = place.rpartition("/")
            if file == TIMESTAMP:
                stamps[folder] = decoded(contents)
            else:
                cells = notebook(contents)
                found[place] = cells, recognised(cells["cells"], place, assignments)
        except Unusable as reason:
            lines.add(f"{place} {reason}")
    around = [inside(place, assignments) for place in found if not by_form(place)[0]]
    depths = range(max(map(len, around), default=0))
    outer = next((depth for depth in depths if len({each[depth] for each in around if len(each) > depth}) > 1), 0)
    for place, (cells, assignment) in sorted(found.items()):
        time, stamp = None, stamps.get(place.rpartition("/")[0])
        try:
            whose, said[place] = student(place, outer, assignment, assignments, roster)
            time = parse(stamp, zone) if stamp else moment(said[place], zone)
        except Unusable as reason:
            lines.add(f"{place} {reason}")
            continue
        except ValueError as error:
            lines.add(str(error) if str(error) == WITHOUT_ZONE else f"the time of {place}: {error}")
        late = bool(said[place].get("late"))
        theirs[whose, assignment].append(Submission(whose, assignment, time, cells, place, late))
    for (whose, _), group in sorted(theirs.items()):
        try:
            submissions += chosen(group, said, roster.places(whose))
        except Unusable as reason:
            lines.add(f"{whose} {reason}")
    return submissions, sorted(lines)
