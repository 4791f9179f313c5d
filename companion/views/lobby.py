"""What is agreed before a game: the figures of the edition, the house rules that differ."""

from companion.locales import _
from companion.views.rule_words import standing, switch_name
from companion.views.words import money
from engine.house_rules import HouseRules, keys
from engine.state import State


def agreed(state: State) -> tuple[tuple[str, str], ...]:
    """Return label and value, the edition first, then every switch that is not as it comes."""
    edition = state.edition
    plain = HouseRules()
    changed = [
        (switch_name(key), standing(state.rules, key))
        for key in keys()
        if getattr(state.rules, key) != getattr(plain, key)
    ]
    return (
        (_("Board"), edition.name),
        (_("Starting money"), money(edition.start_money)),
        (_("Salary"), money(edition.salary)),
        (_("House rules"), _("none: the rule sheet") if not changed else str(len(changed))),
        *changed,
    )
