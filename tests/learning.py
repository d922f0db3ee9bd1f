"""A Perceptron of one's own, as on the page *Your own learner*: the four methods and nothing else."""

import numpy as np


class Own:
    __slots__ = ()  # and a learner need not have a dictionary

    def start(self, n_features):
        return np.zeros(n_features)

    def predict(self, state, X):
        return np.where(X @ state > 0, 1, -1)

    def wants_update(self, state, X, y):
        return self.predict(state, X) != y

    def update(self, state, x, y):
        return state + y * x
