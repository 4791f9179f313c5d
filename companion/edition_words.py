"""What each key of an edition file means, for the file that `edition new` writes and the page."""

from collections.abc import Callable

from companion.locales import _

MEANINGS: dict[tuple[str, str], Callable[[], str]] = {
    ("", "schema"): lambda: _("of these files; leave it"),
    ("", "id"): lambda: _("small letters and digits: what `edition` and the journal call it"),
    ("", "name"): lambda: _("what people call it"),
    ("", "language"): lambda: _("of the names below: en, cs, it, nl, ro or another"),
    ("", "currency"): lambda: _("stands beside amounts"),
    ("", "verification"): lambda: _(
        "how sure the figures are: multi (two sources or more), single, memory or none"
    ),
    ("", "note"): lambda: _("what is not verified; shown in the lobby"),
    ("", "price_scale"): lambda: _("every amount, the bank's and the cards' too, times this"),
    ("bank", "start_money"): lambda: _("what each player begins with"),
    ("bank", "salary"): lambda: _("for passing GO"),
    ("bank", "jail_fine"): lambda: _("out of jail"),
    ("bank", "income_tax_flat"): lambda: _("the income tax"),
    ("bank", "income_tax_percent"): lambda: _(
        "of the worth, to be chosen instead; 0: there is no choice"
    ),
    ("bank", "luxury_tax"): lambda: _("the luxury tax"),
    ("bank", "interest_percent"): lambda: _("on mortgages"),
    ("bank", "houses"): lambda: _("in the box"),
    ("bank", "hotels"): lambda: _("in the box"),
    ("group", "slug"): lambda: _("its word in the console"),
    ("group", "name"): lambda: _("what people call it"),
    ("group", "letter"): lambda: _("A to H for streets in board order, R and U"),
    ("group", "kind"): lambda: _("street, railroad or utility"),
    ("group", "building_cost"): lambda: _("each house, and the hotel; streets only"),
    ("group", "price"): lambda: _("of all its deeds, where a space says nothing else"),
    ("group", "mortgage"): lambda: _("of all its deeds, where a space says nothing else"),
    ("group", "rents"): lambda: _(
        "railroads: by how many are owned; utilities: times the throw, by how many are owned"
    ),
    ("space", "slug"): lambda: _("its word in the console"),
    ("space", "name"): lambda: _("as it is printed"),
    ("space", "short"): lambda: _("in at most 8 letters, for a wide screen"),
    ("space", "shorter"): lambda: _("in at most 6, where the short one is longer"),
    ("space", "kind"): lambda: _("what it is"),
    ("space", "group"): lambda: _("the slug of its group; titled spaces only"),
    ("space", "price"): lambda: _("as it is printed"),
    ("space", "mortgage"): lambda: _("as it is printed"),
    ("space", "rents"): lambda: _("bare, with one to four houses, with the hotel"),
    ("card", "id"): lambda: _("its word in the console"),
    ("card", "effect"): lambda: _("what it does"),
    ("card", "amount"): lambda: _("to pay or to receive"),
    ("card", "target"): lambda: _("the slug of the space to move to"),
    ("card", "steps"): lambda: _("to move back"),
    ("card", "nearest"): lambda: _("railroad or utility"),
    ("card", "per_house"): lambda: _("to pay for each house"),
    ("card", "per_hotel"): lambda: _("to pay for each hotel"),
}
"""By table (the empty name is what stands above all, `card` is both piles) and key."""

EFFECTS: dict[str, tuple[tuple[str, ...], Callable[[], str]]] = {
    "move_to": (("target",), lambda: _("forward, past GO if need be")),
    "move_back_to": (("target",), lambda: _("backward, without a salary")),
    "move_back": (("steps",), lambda: _("so many spaces backward")),
    "move_to_nearest": (("nearest",), lambda: _("forward; double rent, or ten times a throw")),
    "receive_bank": (("amount",), lambda: _("the bank pays")),
    "pay_bank": (("amount",), lambda: _("the bank is paid")),
    "pay_bank_or_draw_chance": (("amount",), lambda: _("pay, or draw a Chance card")),
    "pay_per_building": (("per_house", "per_hotel"), lambda: _("repairs")),
    "pay_each_player": (("amount",), lambda: _("to each player")),
    "collect_each_player": (("amount",), lambda: _("from each player")),
    "go_to_jail": ((), lambda: _("straight to jail")),
    "get_out_of_jail": ((), lambda: _("kept until used; one in each pile")),
}
"""By effect: the keys it needs, and what it does."""
