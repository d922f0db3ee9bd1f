"""A player on a page, as its reader uses it."""


def choose(control, place):
    """Set a control to the value in this place: two values are buttons, more are a list."""
    if (buttons := control.get_by_role("radio")).count():
        buttons.nth(place).check(force=True)
    else:
        control.locator("select").select_option(index=place)


class Player:
    """The first player of an open page: its parts, its keys, its numbers."""

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
        for control, value in zip(self.part("choices").locator("> *").all(), choice, strict=True):
            choose(control, value)

    def chosen(self):
        """The places of the current values of the controls."""
        return [control.input_value() for control in self.part("choices").locator("select, input:checked").all()]

    def fits(self):
        """Whether its contents fit within its right edge, and that edge within the screen."""
        return self.root.evaluate(
            "root => [...root.querySelectorAll('svg, button, select, input, td, th')]"
            ".every(part => part.getBoundingClientRect().right <= root.getBoundingClientRect().right)"
            " && root.getBoundingClientRect().right <= innerWidth"
        )

    def rows(self):
        """The ledger as shown: (line, two sides, slack)."""
        return self.root.evaluate(
            "root => [...root.querySelectorAll('tbody tr')].map(row => ['.mb-follow', '.mb-sides', '.mb-slack']"
            ".map(part => row.querySelector(part).textContent))"
        )
