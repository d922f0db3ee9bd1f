"""What a page costs its reader: `python -m tests.book.budget _build/html` prints it, and fails if it is too much.

Sizes are as sent, compressed. Times are on localhost, the best of `VISITS`, each with an empty cache: whatever else
the machine is doing only adds to them.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

from tests.book.browser import find_program, launch, serve, settle

VISITS = 3
KILOBYTES = 600  # a page: text, mathematics, scripts, fonts
SECONDS = 1.0  # until the largest thing on the first screen is painted

#: What the browser knows of its own loading: each response with its size; when the page was there; its largest paint.
RESPONSES = """["navigation", "resource"].flatMap(kind => performance.getEntriesByType(kind))
    .map(entry => [entry.name, entry.encodedBodySize])"""
LOAD = "performance.getEntriesByType('navigation')[0].loadEventEnd / 1000"
PAINT = """new Promise(resolve => new PerformanceObserver(list =>
    resolve(Math.max(...list.getEntries().map(entry => entry.startTime)) / 1000)
).observe({type: "largest-contentful-paint", buffered: true}))"""
DRAWN = """document.querySelector(".mistakebound-player")
    ? (performance.getEntriesByName("player-drawn").at(-1)?.startTime ?? Infinity) / 1000 : 0"""
PICTURES = (".png", ".svg")


@dataclass(frozen=True)
class Cost:
    """What one page costs: kilobytes without and of its pictures, seconds to load, seconds to the largest paint."""

    address: str
    text: float
    pictures: float
    load: float
    paint: float


def kilobytes(page):
    """What an open page has had sent: kilobytes without its pictures, and of its pictures."""
    sizes = {True: 0.0, False: 0.0}
    for name, length in page.evaluate(RESPONSES):
        sizes[name.endswith(PICTURES)] += length / 1000
    return sizes[False], sizes[True]


def drawn(page):
    """When the last player of a page was drawn, in seconds after the page was asked for; 0 without a player."""
    return page.evaluate(DRAWN)


def measure(browser, site, address):
    """The cost of one visit with an empty cache."""
    context = browser.new_context(viewport={"width": 1300, "height": 900})
    page = context.new_page()
    page.goto(site + address)
    settle(page)
    page.wait_for_load_state("networkidle")
    cost = Cost(address, *kilobytes(page), page.evaluate(LOAD), page.evaluate(PAINT))
    context.close()
    return cost


def cheapest(costs):
    """Several visits to one page as one."""
    best = min(costs, key=lambda cost: cost.paint)
    return Cost(best.address, best.text, best.pictures, min(cost.load for cost in costs), best.paint)


def complaints(cost):
    """What a page spends beyond the budget."""
    if cost.text > KILOBYTES:
        yield f"{cost.address}: {cost.text:.0f} kB of text and mathematics, allowed {KILOBYTES}"
    if cost.paint > SECONDS:
        yield f"{cost.address}: {cost.paint:.2f} s to the largest paint, allowed {SECONDS}"


def addresses(html):
    """Every built page, by its path below the folder, but for the first, which only leads on to another."""
    paths = (path.relative_to(html) for path in sorted(Path(html).rglob("*.html")))
    return [path.as_posix() for path in paths if path.parts[0] != "_static" and path.as_posix() != "index.html"]


def main(html):
    program = find_program()
    if program is None:
        sys.exit("The budget is measured in Chromium; none is on the path.")
    print(f"{'page':32} {'text kB':>8} {'pictures kB':>12} {'load s':>8} {'paint s':>8}")
    found = []
    with serve(html) as site, launch(program) as browser:
        for address in addresses(html):
            cost = cheapest([measure(browser, site, address) for _ in range(VISITS)])
            over = list(complaints(cost))
            found += over
            row = f"{cost.address:32} {cost.text:8.0f} {cost.pictures:12.0f} {cost.load:8.2f} {cost.paint:8.2f}"
            print(row, "  over budget" if over else "", flush=True)
    sys.exit("\n".join(found) or None)


if __name__ == "__main__":
    main(*sys.argv[1:])
