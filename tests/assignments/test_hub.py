"""A class on a hub, from logging in to the feedback: the hub that `make hub` starts, and three students in browsers."""

import csv
import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager, suppress
from ipaddress import ip_address
from pathlib import Path

import nbformat
import psutil
import pytest

from course import Course
from tests.assignments.desk import source
from tests.book.conftest import browser, root
from written import is_answer, name

__all__ = ["browser", "root"]
pytestmark = pytest.mark.audit

SEED, ASSIGNMENT, LAB = "2027-spring", "halving", "halving"
STUDENTS = ("student1", "student2", "student3")
PATIENCE = 120  # seconds, for each thing that somebody waits for
MARKERS = [f"{sys.prefix}/installed-{extra}" for extra in ("teach", "hub", "proxy")]


def until(condition):
    """Wait until a condition holds."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"{PATIENCE} seconds were not enough"
        time.sleep(0.5)


def free_ports(count):
    """The first of so many ports in a row that nobody uses."""
    while True:
        with ExitStack() as stack, suppress(OSError):
            port = 0  # any, for the first
            for _ in range(count):
                free = stack.enter_context(socket.socket())
                free.bind(("127.0.0.1", port))
                port = free.getsockname()[1] + 1
            return port - count


class Class:
    """A course whose students are on a hub, and its instructor's commands, in the environment of this test."""

    def __init__(self, root, courses):
        self.root, self.courses, self.folder, self.port = root, courses, courses / SEED, free_ports(3)
        self.log = courses / "hub.log"

    def command(self, *words):
        settings = f"VENV={sys.prefix}", f"COURSES={self.courses}", f"SEED={SEED}", f"PORT={self.port}"
        return ["make", *(f"--old-file={marker}" for marker in MARKERS), *settings, *words]

    def make(self, *words):
        """What a command says."""
        done = subprocess.run(self.command(*words), cwd=self.root, capture_output=True, text=True, timeout=600)
        return done.stdout if done.returncode == 0 else done.stderr

    @contextmanager
    def hub(self):
        """Start the hub, and stop it as Ctrl-C does."""
        with self.log.open("w") as log:
            hub = subprocess.Popen(self.command("hub"), cwd=self.root, stdout=log, stderr=log, process_group=0)
        try:
            until(lambda: hub.poll() is not None or "is now running" in self.log.read_text())
            said = re.search(r"^(http\S+) for .* password (\w+) ", self.log.read_text(), flags=re.MULTILINE)
            assert said and hub.poll() is None, self.log.read_text()
            self.address, self.password = said.groups()
            self.process = psutil.Process(hub.pid)
            yield self
        finally:
            with suppress(ProcessLookupError):  # it has ended by itself, and the test has said so
                os.killpg(hub.pid, signal.SIGINT)
            hub.wait(PATIENCE)

    def points(self):
        """What each student has, according to the instructor's table."""
        with (self.folder / "grades" / f"{ASSIGNMENT}.csv").open(encoding="utf-8-sig") as file:
            return {row["student"]: float(row["points"]) for row in csv.DictReader(file)}


class Student:
    """A student and a browser."""

    def __init__(self, browser, hub, name, password):
        self.address, self.home = f"{hub.address}user/{name}/lab/tree/", hub.folder / "hub" / "homes" / name
        self.page = browser.new_context().new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.goto(hub.address)
        self.page.get_by_label("Username").fill(name)
        self.page.get_by_label("Password").fill(password)
        self.page.get_by_role("button", name="Sign in").click()

    def choose(self, menu, item):
        self.page.get_by_role("menuitem", name=menu, exact=True).click()
        self.page.get_by_role("menuitem", name=item, exact=True).click()

    def assignments(self):
        """The list of assignments, opened."""
        self.choose("Nbgrader", "Assignment List")
        return self.page.locator("#nbgrader-assignment-list")

    def run(self, lab):
        """What the cells of a lab say, run from top to bottom and saved."""
        self.page.get_by_role("menuitem", name="Run", exact=True).wait_for()  # JupyterLab is there, and so is the home
        path = self.home / "labs" / f"{lab}.ipynb"
        code = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
        assert not any(cell.outputs for cell in code), "a lab is opened without outputs"
        self.page.goto(f"{self.address}labs/{lab}.ipynb")
        self.page.get_by_text("| Idle").wait_for()
        self.choose("Run", "Run All Cells")
        last = self.page.locator(".jp-Notebook .jp-InputPrompt").filter(has_text=f"[{len(code)}]:")
        last.wait_for()
        with self.page.expect_response(lambda response: response.request.method == "PUT" and lab in response.url):
            self.page.keyboard.press("Control+s")
        cells = nbformat.read(path, as_version=4).cells
        return [output for cell in cells if cell.cell_type == "code" for output in cell.outputs]

    def fetch(self):
        self.assignments().get_by_role("button", name="Fetch", exact=True).click()
        self.assignments().get_by_role("button", name="Submit").wait_for()

    def answer(self, answers):
        """Write answers into the cells of these names."""
        path = self.home / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
        notebook = nbformat.read(path, as_version=4)
        for cell in filter(is_answer, notebook.cells):
            cell.source = answers.get(name(cell), cell.source)
        nbformat.write(notebook, path)

    def submit(self):
        with self.page.expect_response(lambda response: "assignments/submit" in response.url):
            self.assignments().get_by_role("button", name="Submit").click()

    def feedback(self):
        """The page that comes back, as it is read in the browser."""
        self.assignments().get_by_role("button", name="Fetch Feedback").click()
        self.assignments().get_by_text("(view feedback)").click()
        self.page.get_by_role("listitem", name=f"{ASSIGNMENT}.html").dblclick()
        page = self.page.frame_locator("iframe")
        page.get_by_role("heading", name=f"{ASSIGNMENT}: ").wait_for()
        return page.locator("body").inner_text()


@pytest.fixture(scope="module")
def hub(root, tmp_path_factory):
    if not Path(MARKERS[-1]).exists():
        pytest.fail(f"the hub's proxy is not installed: run 'make {MARKERS[-1]}' first", pytrace=False)
    a_class = Class(root, tmp_path_factory.mktemp("courses"))
    course = Course(a_class.courses, SEED)
    course.prepare()
    course.make_release(ASSIGNMENT)
    with a_class.hub():
        yield a_class


def test_a_class_from_the_first_login_to_the_feedback(hub, browser):
    assert "your students find halving" in hub.make("release", f"ASSIGNMENT={ASSIGNMENT}")
    solution = {name(cell): cell.source for cell in source(ASSIGNMENT, SEED).cells if is_answer(cell)}
    first = next(iter(solution))
    answers = dict(zip(STUDENTS, (solution, {first: solution[first]}, {}), strict=True))

    students = {each: Student(browser, hub, each, hub.password) for each in STUDENTS}
    for each, student in students.items():
        outputs = student.run(LAB)
        assert outputs and not [output.evalue for output in outputs if output.output_type == "error"]
        student.fetch()
        student.answer({cell: f"{text}\n# {each} wrote this" for cell, text in answers[each].items()})
        student.submit()
    assert "from 3 (student1, student2, student3), in" in hub.make("collect", f"ASSIGNMENT={ASSIGNMENT}")
    assert "student1: the newest submission has not been graded" in hub.make("return", f"ASSIGNMENT={ASSIGNMENT}")
    hub.make("grade", f"SUBMISSIONS={hub.folder / 'collected'}")
    points = hub.points()
    assert points["student1"] > points["student2"] > points["student3"] == 0
    hub.make("return", f"ASSIGNMENT={ASSIGNMENT}")
    for each, student in students.items():
        page = student.feedback()
        assert f"{ASSIGNMENT}: {points[each]:g} of" in page
        assert set(re.findall(r"(\w+) wrote this", page)) == ({each} if answers[each] else set())

    students["student3"].answer(solution)
    students["student3"].submit()
    hub.make("collect", f"ASSIGNMENT={ASSIGNMENT}")
    said = hub.make("return", f"ASSIGNMENT={ASSIGNMENT}")
    assert re.findall(r"(\w+): the newest submission has not been graded", said) == ["student3"]


@pytest.mark.parametrize(("student", "slip"), [("student4", ""), ("student1", "x")])
def test_a_stranger_and_a_wrong_password_stay_outside(hub, browser, student, slip):
    stranger = Student(browser, hub, student, hub.password + slip)
    stranger.page.get_by_text("Invalid username or password").wait_for()


def test_only_this_computer_can_reach_the_hub(hub):
    processes = hub.process.children(recursive=True)
    listening = {
        connection.laddr.ip
        for process in processes
        for connection in process.net_connections("tcp")
        if connection.status == psutil.CONN_LISTEN
    }
    assert listening and all(ip_address(address).is_loopback for address in listening)


def test_an_assignment_of_no_such_name_is_refused(hub):
    assert "ASSIGNMENT is 'halvings': use one of boosting, " in hub.make("release", "ASSIGNMENT=halvings")
