"""The built pages in a browser: nothing missing, nothing from another host, readable narrow, light and dark.

Needs Debian's `chromium` (or another Chromium on the path). Where there is none these tests are skipped, except in
CI, where they are required.
"""

import os
import shutil
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from tests.book.checks import toc_documents

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
# Off by default: a button's name must contain the text it shows. Wrong: it takes a formula for an empty header.
RULES = {"label-content-name-mismatch": {"enabled": True}, "empty-table-header": {"enabled": False}}


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *args):
        """Keep the requests out of the tests' output."""


@pytest.fixture(scope="module")
def site(html):
    """Address of a server of the built pages."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=html)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def browser():
    names = ["chromium", "chromium-browser", "google-chrome", "chrome"]
    program = next(filter(None, map(shutil.which, names)), None)
    if program is None:
        message = f"none of {', '.join(names)} is on the path"
        pytest.fail(message) if os.environ.get("CI") == "true" else pytest.skip(message)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield chromium
        chromium.close()


class Visit:
    """One page, opened, with everything that went wrong while it loaded."""

    def __init__(self, browser, site, address, **context):
        self.site = site
        self.complaints = []
        self.context = browser.new_context(**context)
        self.page = self.context.new_page()
        self.page.on("console", self.on_console)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("requestfailed", lambda request: self.complaints.append(f"failed: {request.url}"))
        self.page.on("response", self.on_response)
        self.context.route(lambda url: not url.startswith(site), self.on_request_elsewhere)
        self.page.goto(site + address, wait_until="networkidle")
        self.page.evaluate("document.fonts.ready.then(() => true)")

    def on_console(self, message):
        if message.type in ("error", "warning"):
            self.complaints.append(f"console {message.type}: {message.text}")

    def on_response(self, response):
        if response.status >= 400:
            self.complaints.append(f"{response.status}: {response.url}")

    def on_request_elsewhere(self, route):
        self.complaints.append(f"asked another host: {route.request.url}")
        route.abort()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.context.close()


def pages(root):
    return [f"{name}.html" for name in [*toc_documents(root), "search"]]


def pytest_generate_tests(metafunc):
    if "address" in metafunc.fixturenames:
        metafunc.parametrize("address", pages(metafunc.config.rootpath))


def violations(page, **options):
    """What axe-core finds wrong on a page, as a report; empty if nothing."""
    # without preload=False it would fetch the style sheets itself, from wrong addresses
    results = Axe().run(page, options={"resultTypes": ["violations"], "preload": False, **options})
    return results.generate_report() if results.violations_count else ""


def test_page(browser, site, address):
    """It loads with nothing missing and nothing from elsewhere, and is accessible: light, dark, and on a phone."""
    with Visit(browser, site, address, color_scheme="light") as visit:
        page = visit.page
        assert visit.complaints == []
        assert violations(page, rules=RULES) == ""

        page.add_style_tag(content="* { transition: none !important }")  # else colours are measured half-way
        page.emulate_media(color_scheme="dark")
        page.wait_for_function("document.documentElement.dataset.theme == 'dark'")
        assert violations(page, runOnly=["color-contrast"]) == ""

        page.set_viewport_size({"width": 320, "height": 640})
        page.reload(wait_until="networkidle")
        page.evaluate("document.fonts.ready.then(() => true)")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        assert violations(page, runOnly=["scrollable-region-focusable"]) == ""
        assert visit.complaints == []


def test_mathematics_is_typeset(browser, site):
    with Visit(browser, site, "book/notation.html") as visit:
        visit.page.wait_for_selector("mjx-container")
        assert visit.page.locator("mjx-merror").count() == 0
        loaded = visit.page.evaluate("Array.from(document.fonts).filter(f => f.status == 'loaded').map(f => f.family)")
        assert any("MJX" in family for family in loaded)


def test_search_finds(browser, site):
    with Visit(browser, site, "search.html?q=mistake") as visit:
        visit.page.wait_for_selector("#search-results li a")
        assert visit.complaints == []


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("<script>console.error('no')</script>", "console error: no"),
        ("<script>throw Error('thrown')</script>", "thrown"),
        ("<img src='gone.png' alt=''>", "404"),
        ("<script src='http://elsewhere.invalid/x.js'></script>", "asked another host"),
    ],
)
def test_a_bad_page_is_seen(browser, tmp_path, body, complaint):
    (tmp_path / "page.html").write_text(f"<html lang='en'><title>Bad</title>{body}</html>", encoding="utf-8")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=tmp_path)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        with Visit(browser, f"http://127.0.0.1:{server.server_port}/", "page.html") as visit:
            assert complaint in "; ".join(visit.complaints)
        server.shutdown()
