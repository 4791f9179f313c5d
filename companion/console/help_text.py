"""What `help` says: every verb with what stands after it."""

from collections.abc import Callable

from companion.locales import _

USAGES: dict[str, tuple[str, Callable[[], str]]] = {
    "edition": ("edition ID", lambda: _("play on another board: its id, or a file of one's own")),
    "rule": ("rule KEY VALUE", lambda: _("turn a switch; rule preset NAME turns them all")),
    "players": ("players NAME NAME …", lambda: _("two to eight, clockwise; the first is banker")),
    "banker": ("banker NAME", lambda: _("a banker who does not play")),
    "deal": (
        "deal SPACE …",
        lambda: _("the deed pile; or a deal among several: deal A: ITEM to B, B: ITEM to C"),
    ),
    "start": ("start", lambda: _("begin with the opening throws")),
    "new": ("new", lambda: _("open another game on this table")),
    "turn": ("turn NAME [doubles N]", lambda: _("NAME is to throw")),
    "cash": ("cash NAME N", lambda: _("NAME has exactly N")),
    "transfer": ("transfer NAME NAME N", lambda: _("move money; either may be the bank")),
    "at": ("at NAME SPACE", lambda: _("the token stands there, and nothing happens")),
    "jail": ("jail NAME [TRIES]", lambda: _("in jail, having failed so many throws")),
    "free": ("free NAME", lambda: _("out of jail, just visiting")),
    "owner": ("owner NAME SPACE …", lambda: _("who holds the deeds; it may be the bank")),
    "mortgaged": ("mortgaged SPACE …", lambda: _("these deeds lie face down")),
    "unmortgaged": ("unmortgaged SPACE …", lambda: _("these deeds lie face up")),
    "houses": ("houses SPACE N", lambda: _("none to four houses stand there")),
    "hotel": ("hotel SPACE", lambda: _("a hotel stands there")),
    "supply": ("supply HOUSES HOTELS", lambda: _("what the bank has left")),
    "jailcard": ("jailcard NAME chance|chest", lambda: _("who holds it; it may be the bank")),
    "deck": ("deck chance|chest CARD …", lambda: _("the next cards, top first")),
    "pot": ("pot N", lambda: _("what lies on Free Parking")),
    "dice": ("dice A B", lambda: _("the last throw was misread: play A and B instead")),
    "card": ("card CARD", lambda: _("another card was drawn than was reported: play it instead")),
    "strike": ("strike", lambda: _("the last throw did not count: it is thrown again")),
    "undo": ("undo [N]", lambda: _("take back the last N lines")),
    "redo": ("redo [N]", lambda: _("bring back what was taken back")),
    "roll": ("roll A B", lambda: _("the dice show A and B")),
    "buy": ("buy", lambda: _("take the offer")),
    "decline": ("decline", lambda: _("let the bank auction it")),
    "bid": ("bid NAME N", lambda: _("in an auction")),
    "pass": ("pass NAME", lambda: _("bid no more")),
    "close": ("close", lambda: _("the hammer falls, or the call is over")),
    "claim": ("claim NAME", lambda: _("the owner asks for the rent")),
    "draw": ("draw CARD", lambda: _("which card was drawn from the real deck")),
    "tax": ("tax flat|percent", lambda: _("the income-tax choice")),
    "choose": ("choose pay|chance", lambda: _("what to do of what the card offers")),
    "pay": ("pay", lambda: _("settle the debt that waits")),
    "confirm": ("confirm NAME", lambda: _("let a payment go that waits for NAME")),
    "say": ("say NAME N", lambda: _("say what is to be paid; it is checked")),
    "giveback": ("giveback NAME", lambda: _("give back the rent collected since the last throw")),
    "fine": ("fine NAME", lambda: _("pay to leave jail")),
    "usecard": ("usecard NAME [chance|chest]", lambda: _("leave jail by a card")),
    "build": ("build NAME SPACE [N]", lambda: _("N steps; the fifth is the hotel")),
    "sell": ("sell NAME SPACE [N]", lambda: _("N steps back to the bank")),
    "sellgroup": ("sellgroup NAME GROUP L1 L2 [L3]", lambda: _("down to these levels in one lot")),
    "want": ("want NAME N [houses|hotels]", lambda: _("come forward for scarce buildings")),
    "place": ("place NAME SPACE", lambda: _("where a building won goes")),
    "mortgage": ("mortgage NAME SPACE", lambda: _("pledge a deed to the bank")),
    "lift": ("lift NAME SPACE", lambda: _("redeem it")),
    "trade": (
        "trade A gives ITEM … to B for ITEM … [lifting SPACE …]",
        lambda: _("a deal; ITEM is a number, a space, jailcard-chance, jailcard-chest or nothing"),
    ),
    "bankrupt": ("bankrupt NAME", lambda: _("give up under a debt")),
    "resign": ("resign NAME", lambda: _("leave without a debt")),
    "promise": ('promise NAME NAME "TEXT"', lambda: _("note what the first promises the second")),
    "mode": (
        "mode NAME salary|rent|tax|card auto|ask|teach|table",
        lambda: _("how NAME pays: at once, confirmed, said first, or as the table does"),
    ),
    "join": ("join NAME [after NAME]", lambda: _("a guest enters on GO with the starting money")),
    "leave": ("leave NAME", lambda: _("go home; everything returns to the bank unsold")),
    "takeover": ("takeover NAME NEWNAME", lambda: _("somebody else plays on in this seat")),
    "seats": (
        "seats NAME NAME …",
        lambda: _("sit in this order, clockwise, with what is yours; in the first round"),
    ),
    "stop": ("stop [round]", lambda: _("end now, or after this round; the richest wins")),
    "show": ("show", lambda: _("print the table")),
    "preview": ("preview LINE", lambda: _("say what a line would change, and change nothing")),
    "help": ("help [VERB]", lambda: _("this list, or one verb of it")),
    "quit": ("quit", lambda: _("leave; the table goes on")),
}
"""What stands after each verb, and a function for what it does, in the language of the moment."""


def help_text(verb: str = "") -> str:
    """Return a line for *verb*, or one for each."""
    chosen = [USAGES[verb]] if verb else list(USAGES.values())
    width = max(min(len(usage), _WIDTH_MAX) for usage, _explained in chosen)
    return "\n".join(f"{usage:{width}}  {explained()}" for usage, explained in chosen)


_WIDTH_MAX = 32  # the longest usage hangs over
