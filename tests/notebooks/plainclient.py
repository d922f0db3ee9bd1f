"""Runs a lab as a front end without widgets would show it: for the book's pages, and for the stored outputs."""

from nbclient import NotebookClient

from tests.notebooks import drawonce


class PlainClient(NotebookClient):
    """A client that keeps a slider callback's output under its cell, where a reader without a kernel sees it."""

    def __init__(self, notebook, folder, timeout=120):
        super().__init__(
            notebook,
            timeout=timeout,
            record_timing=False,
            coalesce_streams=True,  # what a cell prints in one go stays in one box
            extra_arguments=["--log-level=ERROR", *drawonce.ARGUMENTS],  # of the kernel: no notice at each start
            resources={"metadata": {"path": str(folder)}},
        )

    def handle_comm_msg(self, outs, msg, cell_index):
        """Keep no widget state, and let no widget capture output."""

    def clear_output(self, outs, msg, cell_index):
        """Keep what was shown."""
