"""What a page costs its reader: `python -m tests.book.budget _build/html` prints it, and fails if it is too much.

A visit waits for what it measures: the page with its scripts, which draw the players, its formulas and fonts, its
largest paint. Sizes are as sent, compressed. Times are on localhost, the best of `VISITS`, each with an empty cache:
whatever else the machine is doing only adds to them. That is why no test asks for them.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

from tests.book.browser import find_program, launch, serve, settle

VISITS = 3
KILOBYTES = 600  # a page: text, mathematics, scripts, fonts
SECONDS = 1.0  # until the largest thing on the first screen is painted, and until the players are drawn
MILLISECONDS = 16.0  # from one round to another in a player: a frame of the screen
PASSES = 5  # over all rounds of a run

#: What the browser knows of its own loading: each response with its size; its largest paint.
RESPONSES = """["navigation", "resource"].flatMap(kind => performance.getEntriesByType(kind))
    .map(entry => [entry.name, entry.encodedBodySize])"""
PAINT = """new Promise(resolve => new PerformanceObserver(list =>
    resolve(Math.max(...list.getEntries().map(entry => entry.startTime)) / 1000)
).observe({type: "largest-contentful-paint", buffered: true}))"""
DRAWN = """document.querySelector(".mistakebound-player")
    ? (performance.getEntriesByName("player-drawn").at(-1)?.startTime ?? Infinity) / 1000 : 0"""
#: The slowest step of the first player, each step at its fastest; 0 without a player.
STEP = """(passes) => {
    const slider = document.querySelector(".mb-slider");
    if (!slider) return 0;
    const fastest = Array(Number(slider.max) + 1).fill(Infinity);
    for (let pass = 0; pass < passes; pass++) {
        for (let frame = 0; frame < fastest.length; frame++) {
            const start = performance.now();
            slider.value = frame;
            slider.dispatchEvent(new Event("input", { bubbles: true }));
            slider.closest(".mistakebound-player").getBoundingClientRect();
            fastest[frame] = Math.min(fastest[frame], performance.now() - start);
        }
    }
    return Math.max(...fastest);
}"""
PICTURES = (".png", ".svg")


@dataclass(frozen=True)
class Cost:
    """What one page costs.

    Kilobytes without and of its pictures; seconds to the largest paint and until its players are drawn; milliseconds of
    a player's slowest step.
    """

    address: str
    text: float
    pictures: float
    paint: float
    drawn: float
    step: float


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
    times = page.evaluate(PAINT), drawn(page), page.evaluate(STEP, PASSES)
    cost = Cost(address, *kilobytes(page), *times)
    context.close()
    return cost


def cheapest(costs):
    """Several visits to one page as one: each time at its best."""
    times = (min(getattr(cost, name) for cost in costs) for name in ("paint", "drawn", "step"))
    return Cost(costs[0].address, costs[0].text, costs[0].pictures, *times)


def complaints(cost):
    """What a page spends beyond the budget."""
    if cost.text > KILOBYTES:
        yield f"{cost.address}: {cost.text:.0f} kB of text and mathematics, allowed {KILOBYTES}"
    if cost.paint > SECONDS:
        yield f"{cost.address}: {cost.paint:.2f} s to the largest paint, allowed {SECONDS}"
    if cost.drawn > SECONDS:
        yield f"{cost.address}: {cost.drawn:.2f} s until the players are drawn, allowed {SECONDS}"
    if cost.step > MILLISECONDS:
        yield f"{cost.address}: {cost.step:.0f} ms for a player's step, allowed {MILLISECONDS:.0f}"


def addresses(html):
    """Every built page, by its path below the folder, but for the first, which only leads on to another."""
    paths = (path.relative_to(html) for path in sorted(Path(html).rglob("*.html")))
    return [path.as_posix() for path in paths if path.parts[0] != "_static" and path.as_posix() != "index.html"]


def main(html):
    program = find_program()
    if program is None:
        sys.exit("The budget is measured in Chromium; none is on the path.")
    print(f"{'page':32} {'text kB':>8} {'pictures kB':>12} {'paint s':>8} {'drawn s':>8} {'step ms':>8}")
    found = []
    with serve(html) as site, launch(program) as browser:
        for address in addresses(html):
            cost = cheapest([measure(browser, site, address) for _ in range(VISITS)])
            over = list(complaints(cost))
            found += over
            sizes = f"{cost.address:32} {cost.text:8.0f} {cost.pictures:12.0f}"
            times = f"{cost.paint:8.2f} {cost.drawn:8.2f} {cost.step:8.1f}"
            print(sizes, times, "  over budget" if over else "", flush=True)
    sys.exit("\n".join(found) or None)


if __name__ == "__main__":
    main(*sys.argv[1:])
