"""Code behind walls sees, reaches and leaves nothing outside; the same code without walls does."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

import sandbox
from course import Course
from grading import grade
from sandbox import PACKAGE, PROCESSES, missing, settle, walled

ROOT = Path(__file__).parents[2]
walls = pytest.mark.skipif(bool(missing()) and not os.environ.get("CI"), reason=f"no walls: {missing()}")


def ask(program, home, behind):
    """What a Python program says, behind walls or not."""
    settle(str(home))
    command = [sys.executable, "-c", program]
    command = walled(command, str(home)) if behind else command
    return subprocess.run(command, cwd=home, capture_output=True, text=True, check=False, timeout=100)


@pytest.mark.parametrize("behind", [pytest.param(True, marks=walls), False])
def test_only_the_package_is_seen(tmp_path, behind):
    friend = tmp_path / "friend.ipynb"
    friend.write_text("an answer")
    (tmp_path / "home").mkdir()
    paths = [ROOT / "notebooks", ROOT / "tests", ROOT / "README.md", friend, PACKAGE / "trace.py", tmp_path / "home"]
    program = f"import os\nprint([os.path.exists(path) for path in {list(map(str, paths))}])"
    seen = [not behind] * 4 + [True, True]
    assert ask(program, tmp_path / "home", behind).stdout == f"{seen}\n"


@walls
def test_only_its_own_folder_is_written(tmp_path):
    for place in (PACKAGE / "new.py", "/usr/new", Path(sys.prefix) / "new"):
        assert "Read-only file system" in ask(f"open({str(place)!r}, 'w')", tmp_path, behind=True).stderr
        assert not Path(place).exists()
    assert ask("open('kept', 'w').write('!')\nopen('/tmp/lost-behind-walls', 'w')", tmp_path, behind=True).stderr == ""
    assert (tmp_path / "kept").read_text() == "!"
    assert not Path("/tmp/lost-behind-walls").exists()


@pytest.mark.parametrize("behind", [pytest.param(True, marks=walls), False])
def test_nobody_is_called(tmp_path, behind):
    with socket.create_server(("127.0.0.1", 0)) as server:
        call = f"import socket\nsocket.create_connection({server.getsockname()})"
        assert ("refused" in ask(call, tmp_path, behind).stderr) == behind


@walls
def test_nothing_is_left_running(tmp_path):
    leave = "import subprocess\nsubprocess.Popen(['sleep', '222.333'], start_new_session=True)"
    assert ask(leave, tmp_path, behind=True).stderr == ""
    assert not [each for each in psutil.process_iter(["cmdline"]) if "222.333" in (each.info["cmdline"] or ())]


@walls
def test_other_processes_are_out_of_sight(tmp_path):
    look = "import os\nprint(max(int(each) for each in os.listdir('/proc') if each.isdecimal()) < 20, os.getppid())"
    assert ask(look, tmp_path, behind=True).stdout == "True 1\n"


@walls
def test_processes_are_limited(tmp_path):
    fork = f"""import os, time
for number in range({2 * PROCESSES}):
    if os.fork() == 0:
        time.sleep(100)
        os._exit(0)"""
    assert "BlockingIOError" in ask(fork, tmp_path, behind=True).stderr


@walls
def test_the_environment_of_the_instructor_is_not_there(tmp_path, monkeypatch):
    monkeypatch.setenv("A_TOKEN", "secret")
    kernel = sandbox.WalledKernel(kernel_name="python3")
    try:
        assert "A_TOKEN" not in sandbox.environment(kernel.home.name)
    finally:
        kernel.home.cleanup()


@walls
def test_a_submission_may_ask_who_it_is(tmp_path):
    settle(str(tmp_path))
    ask_who = [sys.executable, "-c", "import getpass\nprint(getpass.getuser())"]
    settings = sandbox.environment(str(tmp_path))
    said = subprocess.run(walled(ask_who, str(tmp_path)), env=settings, capture_output=True, text=True, check=False)
    assert said.stdout == "student\n", said.stderr


def test_an_instructor_without_walls_is_told(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", "")
    assert missing.__wrapped__() == "there is no bwrap, prlimit, choom, setpriv"
    monkeypatch.setattr("grading.missing", lambda: "there is no bwrap")
    course = Course(tmp_path / "courses", "2027-spring")
    course.prepare()
    with pytest.raises(SystemExit, match="Nothing has been handed in yet"):
        grade(course, tmp_path)
    assert (
        "No walls can be built here (there is no bwrap): what students handed in runs as you" in capsys.readouterr().out
    )
