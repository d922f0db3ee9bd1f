"""How many claims of each theorem have a whole that is measured beside its expression: `python tools/claims.py`."""

from collections import Counter

import mistakebound as mb
from mistakebound.certificates.expressions import Expression


def has_whole(expression: Expression) -> bool:
    """Whether a part of it, or all of it, is measured at once."""
    return bool(expression.parts) and (expression.of is not None or any(map(has_whole, expression.parts)))


def main() -> None:
    """Print a row for each theorem, and the sums; a measured equation of vectors is a whole too."""
    total: Counter[str] = Counter()
    for theorem in vars(mb).values():
        if not isinstance(theorem, mb.Theorem):
            continue
        says = [claim.says for claim in theorem.hypotheses + theorem.lines]
        vectors = sum(relation.of is not None for relation in says)
        wholes = vectors + sum(any(map(has_whole, (each.left, each.right))) for each in says if each.of is None)
        row = {"claims": len(says), "with a measured whole": wholes, "vectors": vectors}
        total.update(row)
        print(f"{theorem.name:22}", row)
    print(f"{'all':22}", dict(total))


if __name__ == "__main__":
    main()
