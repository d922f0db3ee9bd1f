"""Compile the modules in archives of Python's files, which would be half of a reader's browser's work at a start.

Bytecode must come from the very Python that reads it, so `kernel.py` runs this in the browser's Python, within Node.
"""

import re
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

UNREAD = re.compile(r"/(tests|sample_data)/")  # of the packages, by what labs and notebooks import


def bytecode(name, source):
    """Compile a module into bytecode that Python loads without looking at the source."""
    return bytes(_code_to_hash_pyc(compile(source, name, "exec", dont_inherit=True), bytes(8), checked=False))


def compile_archive(file, readable):
    """Rewrite an archive, with the same bytes each time: with its sources, if readers may look at them, or without."""
    path = Path("/files", file)  # kernel.py mounts them here
    with ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            folder, _, stem = name.rpartition("/")
            if not readable and UNREAD.search(name):
                continue
            if readable or not name.endswith(".py"):
                archive.writestr(ZipInfo(name), data, ZIP_DEFLATED)
            if name.endswith(".py"):
                cached = f"{folder}/__pycache__/{stem[:-3]}.cpython-314.pyc" if readable else f"{name}c"
                archive.writestr(ZipInfo(cached), bytecode(name, data), ZIP_DEFLATED)
