"""The built pages in a browser: a server on localhost, a Chromium, and a visit to one page."""

import gzip
import shutil
from contextlib import contextmanager, suppress
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import sync_playwright

# The first draws the same pages with less work.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
COMPRESSED = {".css", ".html", ".js", ".json", ".svg"}


@cache
def content(path):
    """What is sent for a file, which does not change while it is served; nothing for one that does not exist."""
    found = path.read_bytes() if path.is_file() else b""
    return gzip.compress(found) if path.suffix in COMPRESSED else found


class Handler(SimpleHTTPRequestHandler):
    """Serves as a usual host does: text compressed, and 404.html, with the status 404, for what does not exist."""

    def do_GET(self):
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        found = path.is_file()
        if not found:
            path = Path(self.directory, "404.html")
        body = content(path)
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", self.guess_type(path))
        if path.suffix in COMPRESSED:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        with suppress(ConnectionError):  # the browser has left the page
            self.wfile.write(body)

    def log_message(self, *args):
        """Keep the requests out of the tests' output."""


@contextmanager
def serve(folder, handler=Handler):
    """The address of a server of a folder, which ends when the block does."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def find_program():
    """Where a Chromium is, or None."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


@contextmanager
def launch(program):
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield chromium
        chromium.close()


def settle(page):
    """Wait until the page is as its reader sees it: the fonts that it asks for are there."""
    page.wait_for_load_state()
    page.evaluate("document.fonts.ready.then(() => true)")


class Visit:
    """One page, opened, with everything that went wrong while it loaded."""

    def __init__(self, browser, site, address, **context):
        self.site = site
        self.complaints = []
        self.context = browser.new_context(**context)
        self.page = self.context.new_page()
        self.page.on("console", self.on_console)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("requestfailed", self.on_request_failed)
        self.page.on("response", self.on_response)
        self.context.route(lambda url: not url.startswith(site), self.on_request_elsewhere)
        self.page.goto(site + address)
        settle(self.page)

    def on_request_failed(self, request):
        # a page that only leads on may be left before all of it has come
        if not (request.is_navigation_request() and request.failure == "net::ERR_ABORTED"):
            self.complaints.append(f"failed: {request.url}")

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
