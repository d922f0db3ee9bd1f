"""Check that a submission's tests still mean what they say after its code has run.

The tests run in one process with the code that they test, so nothing can prevent that code from bending them. The check
sees the usual tricks: a function of the package or of Python replaced by one from a cell; a failing test that passes.
"""

import inspect
import secrets

from nbformat.v4 import new_code_cell

TAMPERED = "tampers with the tests: "
STILL = "a test that must fail passes"


def replaced(names):
    """Find functions from cells that have replaced others: in the package, or in a builtin's place."""
    import builtins
    import sys
    from types import ModuleType

    places = [("", {name: names[name] for name in vars(builtins).keys() & names.keys()})]
    for module in ("builtins", "math", "numpy", *(each for each in sorted(sys.modules) if "mistakebound" in each)):
        own = vars(sys.modules[module]) if module in sys.modules else {}
        places.append((f"{module}.", own))
        for name, value in own.items():
            if "mistakebound" in module and not isinstance(value, ModuleType):
                places.append((f"{module}.{name}.", getattr(value, "__dict__", {})))
    found = []
    for place, held in places:
        for name, value in list(held.items()):
            code = getattr(getattr(value, "__func__", value), "__code__", None)
            if "ipykernel_" in getattr(code, "co_filename", ""):
                found.append(place + name)
    return found


def probe():
    """Return a cell that fails if nothing is amiss, and the words of its error."""
    word = secrets.token_hex(8)
    look = f"{inspect.getsource(replaced)}\nassert False, ', '.join(['{word}', *replaced(globals())])"
    return new_code_cell(look), word


def finding(cell, word):
    """Return what the cell found; nothing if nothing is amiss."""
    said = [output.evalue for output in cell.outputs if output.output_type == "error"]
    if not said or not said[0].startswith(word):
        return TAMPERED + STILL
    return TAMPERED + said[0].removeprefix(f"{word}, ") if said[0] != word else ""
