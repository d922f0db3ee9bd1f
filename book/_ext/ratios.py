"""The measurements of `make bench` as tables and a figure: ratios of times, and the machine.

    ```{ratios} peers
    ```

prints a table of `benchmarks/results.json`, with a line for each size and a column for each competitor; with the option
`:listed:` a line for each competitor. `{machine}` names the machine and the spread of repetitions; `{ratios-figure}`
draws how times grow, and its content is the caption.
"""

import json
import os
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import directives
from numpy import quantile
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from mistakebound.course.plots.look import PALETTE, SMALL, TEXT, sheet

SOURCE = "benchmarks/results.json"


def number(ratio):
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:,.0f}"


def compared(row):
    return f"{row['over']} ÷ {row['under']}" if row["under"] else row["over"]


def listed(rows):
    """Return head and cells, with a line for each row."""
    yield "Size", "Compared", "Ratio"
    for row in rows:
        yield f"{row['task']}, {row['size']}", compared(row), number(row["ratio"])


def across(rows):
    """Return head and cells, with a line for each task (if several) and size, and a column for each competitor."""
    columns, tasks = dict.fromkeys(map(compared, rows)), dict.fromkeys(row["task"] for row in rows)
    yield "Size", *columns
    for task, size in sorted({(row["task"], row["size"]): 0 for row in rows}, key=lambda line: [*tasks].index(line[0])):
        here = {compared(row): number(row["ratio"]) for row in rows if (row["task"], row["size"]) == (task, size)}
        yield size if len(tasks) == 1 else f"{task}, {size}", *(here.get(column, "–") for column in columns)


def markdown(cells):
    head, *body = cells
    rule = ["---", *["--:"] * (len(head) - 1)]
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, rule, *body))


def draw(rows, path):
    """Draw a panel for each task and a line for each `over`, with bars for half the repetitions; return the words."""
    tasks = list(dict.fromkeys(row["task"] for row in rows if row["task"].startswith("play")))
    columns = list(dict.fromkeys(row["over"] for row in rows))
    said = []
    with sheet((8, 4)) as figure:
        panels = figure.subplots(1, len(tasks), sharey=True, squeeze=False)[0]
        for ax, task in zip(panels, tasks, strict=True):
            for column, colour, mark in zip(columns, ("pos", "neg", "line"), "os^", strict=True):
                line = [row for row in rows if (row["task"], row["over"]) == (task, column)]
                ratios = [row["ratio"] for row in line]
                bars = [[row["ratio"] - row["low"] for row in line], [row["high"] - row["ratio"] for row in line]]
                places = [row["size"].split(", ")[-1].removesuffix(" updates") for row in line]
                ax.errorbar(places, ratios, bars, color=PALETTE[colour], marker=mark, capsize=3, label=column)
                said.append(f"{task}, {column}: {', '.join(map(number, ratios))}")
            ax.set_title(task)
            ax.set(xlabel="updates", ylim=(0, 2.3), yticks=(0, 1, 2))
            ax.grid(axis="y", color=PALETTE["rule"])
            ax.tick_params(color=PALETTE["rule"], labelcolor=TEXT["mute"])
        panels[0].set_ylabel("ratio of times")
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=3,
                      frameon=False, fontsize=SMALL)  # fmt: skip
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, dpi=200, metadata={"Software": None})
    return f"Ratios of times from few updates to many. {'; '.join(said)}."


class FromResults(SphinxDirective):
    def results(self):
        source = Path(self.env.app.srcdir, SOURCE)
        self.env.note_dependency(str(source))
        return json.loads(source.read_text("utf-8"))

    def rows(self):
        (table,) = self.arguments
        rows = [row for row in self.results()["rows"] if row["table"] == table]
        if not rows:
            raise ExtensionError(f"{self.env.docname}: {SOURCE} has no rows of {table}")
        return rows


class Ratios(FromResults):
    required_arguments = 1
    option_spec = {"listed": directives.flag}

    def run(self):
        form = listed if "listed" in self.options else across
        return self.parse_text_to_nodes(markdown(form(self.rows())))


class RatiosFigure(FromResults):
    required_arguments = 1
    has_content = True

    def run(self):
        path = Path(self.env.app.outdir).parent / "ratios" / f"{self.arguments[0]}.png"
        alt = draw(self.rows(), path)
        image = nodes.image(uri="/" + os.path.relpath(path, self.env.app.srcdir), alt=alt)
        caption = nodes.caption("", "", *self.parse_content_to_nodes()[0].children)
        return [nodes.figure("", image, caption)]


class Machine(FromResults):
    def run(self):
        results = self.results()
        of, spreads = results["machine"], [(row["high"] - row["low"]) / 2 / row["ratio"] for row in results["rows"]]
        libraries = ", ".join(f"{name} {version}" for name, version in of["libraries"].items())
        words = (
            f"Measured on {of['system']}, on {of['processors']} processors ({of['processor']}), with Python "
            f"{of['Python']}, {libraries}. When it began, {of['load']:.0f} processes on average asked for the "
            f"processors. In nine of ten comparisons half of the repetitions lay within {quantile(spreads, 0.9):.0%} "
            "of the median."
        )
        return [nodes.paragraph("", words)]


def setup(app):
    app.add_directive("ratios", Ratios)
    app.add_directive("ratios-figure", RatiosFigure)
    app.add_directive("machine", Machine)
