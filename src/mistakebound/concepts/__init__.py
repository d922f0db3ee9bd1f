"""Finite concept classes: `ConceptClass`, the families of the course, and measures of how rich a class is."""

from .classes import ConceptClass
from .dimensions import (
    MistakeTree,
    is_mistake_tree,
    littlestone_dimension,
    mistake_tree,
    randomized_littlestone_dimension,
    vc_dimension,
)
from .families import (
    Formula,
    FormulaClass,
    all_functions,
    conjunctions,
    cube,
    dictators,
    disjunctions,
    k_conjunctions,
    monotone_conjunctions,
    parities,
    singletons,
    thresholds,
)

__all__ = [
    "ConceptClass", "Formula", "FormulaClass", "MistakeTree", "all_functions", "conjunctions", "cube", "dictators",
    "disjunctions", "is_mistake_tree", "k_conjunctions", "littlestone_dimension", "mistake_tree",
    "monotone_conjunctions", "parities", "randomized_littlestone_dimension", "singletons", "thresholds", "vc_dimension",
]  # fmt: skip
