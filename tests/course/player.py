"""A player on a page, as its reader has it."""


class Player:
    """The first one of an open page: its parts, its keys, its numbers."""

    def __init__(self, page):
        self.page = page
        self.root = page.locator(".mistakebound-player").first

    def part(self, name):
        return self.root.locator(f".mb-{name}")

    def frame(self):
        return int(self.part("slider").input_value())

    def last(self):
        return int(self.part("slider").get_attribute("max"))

    def press(self, key):
        self.part("slider").press(key)

    def choose(self, choice):
        """Set the controls to the places of their values."""
        for i, value in enumerate(choice):
            self.part("choices").locator("select").nth(i).select_option(index=value)

    def fits(self):
        """Whether nothing in it reaches beyond its right edge, nor that beyond the screen."""
        return self.root.evaluate(
            "root => [...root.querySelectorAll('svg, button, select, input, td, th')]"
            ".every(part => part.getBoundingClientRect().right <= root.getBoundingClientRect().right)"
            " && root.getBoundingClientRect().right <= innerWidth"
        )

    def rows(self):
        """The ledger as it is read: (line, two sides, slack)."""
        return self.root.evaluate(
            "root => [...root.querySelectorAll('tbody tr')].map(row => ['.mb-follow', '.mb-sides', '.mb-slack']"
            ".map(part => row.querySelector(part).textContent))"
        )
