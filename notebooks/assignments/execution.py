"""Run a submission with limits, so that a bad submission loses only its own points.

nbgrader gives a test cell its points unless the cell's output is an error. So cells that could not run get an error
that says why: a cell that ran too long, and everything after a kernel that died or could not be stopped.
"""

from time import monotonic

from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbformat.v4 import new_code_cell, new_output
from nbgrader.preprocessors import Execute
from traitlets import Integer

from sandbox import WalledKernel
from tampering import finding, probe

TOO_LONG = "CellTimeoutError"  # nbgrader's name for it
NOT_RUN = "NotRun"
CUT = "[the rest of this output was cut]"


class LimitedExecute(Execute):
    """nbgrader's execution behind walls, with two more limits, and with errors in cells in place of exceptions."""

    notebook_seconds = Integer(180, help="No cell begins later than this after the start.").tag(config=True)
    output_characters = Integer(100_000, help="What a cell may print, and what an error may say.").tag(config=True)
    figure = Integer(50, help="A figure may be this many times as large as a text.").tag(config=True)

    def __init__(self, **settings):
        super().__init__(kernel_manager_class=WalledKernel, **settings)

    def preprocess(self, nb, resources=None, km=None):
        self.ends, self.why_stopped, self.written = monotonic() + self.notebook_seconds, None, {}
        last, word = probe()
        nb.cells.append(last)
        nb, resources = super().preprocess(nb, resources, km)
        found = finding(nb.cells.pop(), word) if self.why_stopped is None else ""
        if found:
            seen = new_output("stream", name="stdout", text=found)
            nb.cells.append(new_code_cell("# Seen when everything above had run", outputs=[seen]))
        return nb, resources

    def preprocess_cell(self, cell, resources, index):
        if cell.cell_type != "code" or not cell.source.strip():
            return cell, resources
        if self.why_stopped is None and monotonic() > self.ends:
            self.why_stopped = f"longer than {self.notebook_seconds} s: cell {index + 1} and what follows was not run"
        if self.why_stopped is None:
            try:
                return super().preprocess_cell(cell, resources, index)
            except DeadKernelError:
                self.why_stopped = f"cell {index + 1} ended Python: nothing after it was run"
            except CellTimeoutError:
                self.why_stopped = f"cell {index + 1} ran too long, deaf to interrupts: nothing after it was run"
        cell.outputs = [new_output("error", ename=NOT_RUN, evalue=self.why_stopped, traceback=[self.why_stopped])]
        return cell, resources

    def output(self, outs, msg, display_id, cell_index):
        """Keep what a cell writes up to the limit, and every error, shortened."""
        content = msg["content"]
        if msg["msg_type"] == "error":
            content["evalue"] = content["evalue"][: self.output_characters]
            content["traceback"] = [line[: self.output_characters] for line in content["traceback"]]
            return super().output(outs, msg, display_id, cell_index)
        before, size = self.written.get(cell_index, 0), len(content.get("text", ""))
        for kind, data in content.get("data", {}).items():
            size += len(str(data)) / (self.figure if kind.startswith("image/") else 1)
        self.written[cell_index] = before + size
        if before + size <= self.output_characters:
            return super().output(outs, msg, display_id, cell_index)
        if before <= self.output_characters:
            outs.append(new_output("stream", name="stdout", text=CUT))
        return None
