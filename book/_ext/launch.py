"""Buttons that open a lab on Binder, on Colab or on a JupyterHub, for anyone who hosts this repository in public.

Their addresses come from the repository's own git remote, read when the book is built. Without a remote on a public
host there are no buttons. Binder makes clean copies itself (`.binder/`). Colab, which reads from GitHub only, and a hub
open what is in the repository, so their buttons appear once `make publish` has made a branch of clean copies. The
address of a hub comes from the people who run it: `JUPYTERHUB_URL`.
"""

import os
import re
import subprocess

BINDER, COLAB = "https://mybinder.org", "https://colab.research.google.com"
BRANCH = "labs"  # this branch has clean copies of the labs
#: A git address, with or without somebody's name or token, which must not get into a page.
REMOTE = re.compile(r"(?:(?:https|ssh)://)?(?:[^@/\s]+@)?(github\.com|gitlab\.com)[:/]([\w.-]+/[\w.-]+?)(?:\.git)?/?")


def ask_git(folder, *question):
    """Ask git about the repository at a folder; return nothing without git, a repository or an answer."""
    try:
        answer = subprocess.run(["git", "-C", folder, *question], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return answer.stdout.strip() if answer.returncode == 0 else ""


def public_address(remote):
    """The web address of a repository on a public code host, or None."""
    found = REMOTE.fullmatch(remote)
    return found and f"https://{found[1]}/{found[2]}"


def buttons(address, copies):
    """The theme's `launch_buttons` for a repository; `copies` tells whether it has the branch of clean copies."""
    options = {"notebook_interface": "jupyterlab", "binderhub_url": BINDER}
    if copies:
        options["colab_url"] = COLAB if address.startswith("https://github.com/") else ""
        options["jupyterhub_url"] = os.environ.get("JUPYTERHUB_URL", "")
    return options


def add_buttons(app, config):
    options = config.html_theme_options
    address = public_address(ask_git(app.srcdir, "remote", "get-url", "origin"))
    if address is None:
        options |= {"launch_buttons": {}, "repository_url": ""}  # the default of Jupyter Book is its own repository
        return
    copies = ask_git(app.srcdir, "branch", "--remotes", "--list", f"origin/{BRANCH}")
    branch = BRANCH if copies else ask_git(app.srcdir, "branch", "--show-current")
    options["repository_url"] = address
    options["repository_branch"] = branch or ask_git(app.srcdir, "rev-parse", "HEAD")
    options["launch_buttons"] = buttons(address, copies)


def setup(app):
    app.connect("config-inited", add_buttons)
