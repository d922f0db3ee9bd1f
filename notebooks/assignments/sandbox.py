"""Walls around the Python that runs a submission: bubblewrap builds them, as it does for Flatpak.

Inside there are this Python, its packages and a folder of its own: no course, no gradebook, no other submission, no
network and no other process. Every process started inside ends with this Python.
"""

import os
import shutil
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from jupyter_client.manager import AsyncKernelManager

PROCESSES = 128  # and threads, together
FILE = 200 << 20  # bytes, for the largest file
SCRATCH = 500 << 20  # bytes, in /tmp
PACKAGE = Path(find_spec("mistakebound").origin).parent
SYSTEM = ("/usr", "/bin", "/lib", "/lib64", "/etc/alternatives", "/etc/fonts", "/etc/ld.so.cache", "/etc/localtime")
READABLE = (*SYSTEM, sys.base_prefix, sys.prefix, str(PACKAGE))
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # several submissions share the cores
KEPT = ("LANG", "LC_ALL", "PATH", "NPY_DISABLE_CPU_FEATURES", "OPENBLAS_CORETYPE")


def walled(command, home):
    """Return a command that runs `command` behind walls, where only the folder `home` is kept."""
    walls = ["bwrap", "--die-with-parent", "--unshare-net", "--unshare-pid", "--unshare-ipc", "--unshare-uts"]
    walls += f"--cap-drop ALL --proc /proc --dev /dev --perms 1777 --size {SCRATCH} --tmpfs /tmp".split()
    for path in (*READABLE, home):
        for folder in reversed(Path(path).parents):  # bwrap would make it for its own user only
            walls += ["--dir", str(folder)]
        walls += ["--bind" if path == home else "--ro-bind-try", path, path]
    walls += ["--chdir", home, "--setenv", "JPY_PARENT_PID", "1"]
    limits = ["prlimit", f"--nproc={PROCESSES}", f"--fsize={FILE}", "choom", "--adjust=1000", "--"]
    if os.geteuid() == 0:  # no limit on processes holds for root: so each home gets its own user
        for needed in ("CAP_SETUID", "CAP_SETGID", "CAP_DAC_READ_SEARCH"):  # lost when the user changes
            walls += ["--cap-add", needed]
        user = os.stat(home).st_uid
        limits = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *limits]
    return [*walls, *limits, *command]


def settle(home):
    """Give a folder and its contents to the user who will run the command inside."""
    if os.geteuid() == 0:
        user = 61_184 + os.getpid() % 4000  # in systemd's range for such users, which containers have too
        for path in (home, *Path(home).rglob("*")):
            os.chown(path, user, user)


def environment(home):
    """Return only what a submission needs from the instructor's environment, which may hold secrets."""
    kept = {each: os.environ[each] for each in KEPT if each in os.environ}
    own = {"HOME": home, "USER": "student", "PYTHONPATH": str(PACKAGE.parent)}  # no list of users has its number
    return kept | ONE_THREAD | own


@cache
def missing():
    """Say why no walls can be built here; return nothing if they can."""
    absent = [tool for tool in ("bwrap", "prlimit", "choom", "setpriv") if not shutil.which(tool)]
    if absent:
        return f"there is no {', '.join(absent)}"
    with TemporaryDirectory() as home:
        settle(home)
        tried = subprocess.run(walled(["true"], home), capture_output=True, text=True, check=False)
    return tried.stderr.strip() or ("bwrap does not run" if tried.returncode else "")


class WalledKernel(AsyncKernelManager):
    """A kernel behind walls, reached by sockets in its folder; without walls if none can be built."""

    def __init__(self, **settings):
        super().__init__(**settings)
        self.home = None
        if not missing():
            self.home = TemporaryDirectory(prefix="mb-", ignore_cleanup_errors=True)
            self.transport, self.connection_file = "ipc", f"{self.home.name}/kernel.json"

    def format_kernel_cmd(self, extra_arguments=None):
        """Return the command of a kernel whose connection file has been written."""
        command = super().format_kernel_cmd(extra_arguments)
        if not self.home:
            return command
        settle(self.home.name)
        return walled(command, self.home.name)

    async def start_kernel(self, **settings):
        if self.home:
            self.kernel_spec.interrupt_mode = "message"  # a signal would reach the walls first
            settings["env"] = environment(self.home.name)
        await super().start_kernel(**settings)

    async def cleanup_resources(self, restart=False):
        await super().cleanup_resources(restart)
        if self.home and not restart:
            self.home.cleanup()
