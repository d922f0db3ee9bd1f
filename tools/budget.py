"""The cost of a page to its reader: `python -m tools.budget _build/html` prints it, and fails if it is too high.

A visit waits for what it measures: the page with its scripts, which draw the players, its formulas and fonts, its
largest paint. Sizes are as sent, compressed. Times are on localhost, the best of `VISITS`, each with an empty cache:
whatever else the machine is doing only adds to them. That is why no test asks for them.
"""

import sys
from pathlib import Path

from tests.book.browser import find_program, launch, serve, settle

VISITS = 3
PASSES = 5  # over all rounds of a run
KILOBYTES = 400
CHAPTER = 700  # the same, and its pictures
#: What a page may cost: its text, mathematics, scripts and fonts; the time until the largest thing on the first screen
#: is painted, and until the players are drawn; from one round to another in a player, a frame of the screen.
ALLOWED = {"text kB": KILOBYTES, "paint s": 1.0, "drawn s": 1.0, "step ms": 16.0}

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


def kilobytes(page):
    """The kilobytes that an open page was sent, without its pictures, and those of its pictures."""
    sizes = {True: 0.0, False: 0.0}
    for name, length in page.evaluate(RESPONSES):
        sizes[name.endswith(PICTURES)] += length / 1000
    return sizes[False], sizes[True]


def drawn(page):
    """When the last player of a page was drawn, in seconds after the page was asked for; 0 without a player."""
    return page.evaluate(DRAWN)


def measure(browser, site, address):
    """The costs of one visit with an empty cache: {name: number}."""
    context = browser.new_context(viewport={"width": 1300, "height": 900})
    page = context.new_page()
    page.goto(site + address)
    settle(page)
    text, pictures = kilobytes(page)
    times = {"paint s": page.evaluate(PAINT), "drawn s": drawn(page), "step ms": page.evaluate(STEP, PASSES)}
    context.close()
    return {"text kB": text, "pictures kB": pictures, **times}


def excess(costs):
    """What is spent beyond the budget."""
    return [f"{costs[name]:.2f} {name}, allowed {most}" for name, most in ALLOWED.items() if costs[name] > most]


def addresses(html):
    """Every built page, by its path below the folder, but for the first, which only leads on to another."""
    paths = (path.relative_to(html) for path in sorted(Path(html).rglob("*.html")))
    return [path.as_posix() for path in paths if path.parts[0] != "_static" and path.as_posix() != "index.html"]


def main(html):
    program = find_program()
    if program is None:
        sys.exit("The budget is measured in Chromium; none is on the path.")
    found = []
    with serve(html) as site, launch(program) as browser:
        for address in addresses(html):
            visits = [measure(browser, site, address) for _ in range(VISITS)]
            costs = {name: min(visit[name] for visit in visits) for name in visits[0]}
            found += [f"{address}: {complaint}" for complaint in excess(costs)]
            print(f"{address:32}", *(f"{number:8.2f} {name}" for name, number in costs.items()), flush=True)
    sys.exit("\n".join(found) or None)


if __name__ == "__main__":
    main(*sys.argv[1:])
