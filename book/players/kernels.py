"""Watch the proof in the space of a kernel's features: data that no line separates, and the examples kept."""

import numpy as np

import mistakebound as mb
from mistakebound import kernels
from mistakebound.course import Show


def ring(n=24):
    """A disc of positive examples inside a ring of negative ones."""
    random = np.random.default_rng(7)
    angle = random.uniform(0, 2 * np.pi, n)
    radius = np.where(np.arange(n) % 2 == 0, random.uniform(0, 0.7, n), random.uniform(1.1, 1.6, n))
    X = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    return X, np.where(radius < 0.9, 1, -1)


def best(k, X, y):
    """The comparator with the largest margin, as coefficients: a kernel's table is a table of inner products."""
    values, vectors = np.linalg.eigh(np.asarray(k(X, X), dtype=float))
    return mb.l2_margin(vectors * np.sqrt(values.clip(0)), y).q * y


def separated(data="XOR", kernel="polynomial"):
    """Play XOR, parity of three or a ring with the kernel (<x, z> + 1)^2, ^3 for parity, or a Gaussian of width 1."""
    degree = 3 if data == "parity of 3" else 2  # parity of 3 needs the product of three variables
    k = {"polynomial": kernels.Polynomial(degree), "Gaussian": kernels.Gaussian(1)}[kernel]
    if data == "ring":
        X, y = ring()
        alpha = best(k, X, y)
    else:
        stream = mb.streams.parity({"XOR": 2, "parity of 3": 3}[data], c=None)
        X, y = stream.X, stream.y
        alpha = y
    trace = mb.play(mb.KernelPerceptron(k), X, y, passes=None)
    return trace, mb.KERNEL.check(trace, alpha=alpha)


SHOW = Show(separated, data=["XOR", "parity of 3", "ring"], kernel=["polynomial", "Gaussian"])
