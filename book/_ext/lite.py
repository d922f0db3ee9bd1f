"""A site that runs notebooks: JupyterLite's Notebook, on the Python that `kernel.py` has fetched.

`python lite.py NOTEBOOKS FOLDER` makes such a site from a folder of notebooks, with its own Python, for assignments.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import kernel

FETCHED = Path(sys.prefix, "live")
EXTENSIONS = ("@jupyter-widgets/jupyterlab-manager", "@jupyterlite/pyodide-kernel-extension", "anywidget")
#: Every cell is in the page, even out of sight: sliders stay alive, and the browser's own search finds all text.
WHOLE = {"@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"}}
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"


def build(notebooks, site, python):
    """Write the site; `python` is the address of the folder with Python's files, relative to the site."""
    with tempfile.TemporaryDirectory() as work:
        built = {
            "apps": ["notebooks", "tree"],
            "ignore_sys_prefix": True,  # the site must not depend on what else is installed, such as languages
            "federated_extensions": [f"{sys.prefix}/share/jupyter/labextensions/{name}" for name in EXTENSIONS],
            "no_sourcemaps": True,
            "no_unused_shared_packages": True,
        }
        used = {"litePluginSettings": {KERNEL: {"pyodideUrl": f"./{python}/pyodide.mjs"}}}
        settings = {"jupyter-lite-schema-version": 0, "jupyter-config-data": used}
        Path(work, "jupyter_lite_config.json").write_text(json.dumps({"LiteBuildConfig": built}))
        Path(work, "jupyter-lite.json").write_text(json.dumps(settings))
        Path(work, "overrides.json").write_text(json.dumps(WHOLE))
        command = [sys.executable, "-W", "ignore", "-m", "jupyterlite_core", "build"]
        command += ["--contents", notebooks, "--output-dir", site]
        subprocess.run(command, cwd=work, check=True, stdout=subprocess.DEVNULL)


def place_python(folder):
    """Copy what `kernel.py` has fetched, and add the course's own packages as they are now."""
    shutil.copytree(FETCHED, folder, dirs_exist_ok=True)
    kernel.add_ours(folder)


if __name__ == "__main__":
    notebooks, site = (Path(argument).resolve() for argument in sys.argv[1:])
    build(notebooks, site, "python")
    place_python(site / "python")
