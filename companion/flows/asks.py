"""What the table asks in each phase, and the ways to answer: made of the engine's options."""

import msgspec

from companion.flows.allowed import allowed
from companion.flows.bidding import ask_bid, ask_want
from companion.flows.outcome import Ask, Does, Way
from companion.flows.over import Scene
from companion.flows.wallet import jail_card_ways, money_ways, priced
from companion.locales import _
from companion.views.cards import card_act
from companion.views.words import account_name, deck_name, listed, money, space_name
from engine import phases as p
from engine.commands import (
    BuyDeed,
    ChooseCard,
    ChooseTax,
    ClaimRent,
    Command,
    ConfirmPayment,
    DeclareBankruptcy,
    DeclineDeed,
    PayFine,
    PlaceBuilding,
    ReportCard,
    SayAmount,
)
from engine.ids import CardId, Money, PlayerId
from engine.options import AnyCard, AnyRoll, Exact, Option
from engine.state import State
from engine.valuation import raisable


def ask_of(scene: Scene) -> Ask:
    """Return what the phase on top asks; never for the lobby, which the flows ask themselves."""
    ask = _ask_of(scene)
    if scene.state.rules.balances != "own_tap":
        return ask
    ways = tuple(msgspec.structs.replace(way, balance_after=None) for way in ask.ways)
    return msgspec.structs.replace(ask, ways=ways)


def _ask_of(scene: Scene) -> Ask:
    state, settings = scene.state, scene.settings
    match state.phase:
        case p.Opening(waiting=waiting):
            detail = _("The highest throw begins; equal ones throw again")
            return _ask_throw(state, "opening", waiting[0], detail)
        case p.AwaitingRoll(player=player):
            return _ask_throw(state, "roll", player)
        case p.UtilityThrow(player=player, space=space):
            detail = _("The throw says what {space} costs.")
            detail = detail.format(space=space_name(state.edition, space))
            return _ask_throw(state, "throw", player, detail)
        case p.JailDecision(player=player):
            return _ask_jail(state, player)
        case p.PurchaseOffer():
            return _ask_offer(state, state.phase)
        case p.TaxChoice(player=player):
            return _ask_tax(state, player)
        case p.CardDrawn():
            return _ask_card(scene, state.phase)
        case p.CardChoice():
            return _ask_card_choice(state, state.phase)
        case p.Auction():
            return ask_bid(state, state.phase, settings)
        case p.Shortage():
            return ask_want(state, state.phase, settings)
        case p.PlaceWonBuilding(player=player):
            return _ask_place(state, player)
        case p.Debt() | p.SplitDebt():
            return _ask_debt(state, state.phase)
        case p.Confirmation():
            return _ask_payment(scene, state.phase)
        case p.GameOver(outcome=outcome):
            return _ask_end(state, outcome)
        case _:
            raise AssertionError(f"{type(state.phase).__name__} waits for nobody")


def exact(state: State, *kinds: type[Command]) -> list[Command]:
    """Return the commands of these kinds that would be accepted as they are."""
    return [o.command for o in allowed(state) if isinstance(o, Exact) and type(o.command) in kinds]


def thrower(state: State) -> PlayerId | None:
    """Return whose throw is due; nobody's where none is."""
    return next((o.player for o in allowed(state) if isinstance(o, AnyRoll)), None)


def claim_of(state: State, player: PlayerId) -> ClaimRent | None:
    """Return the claim that *player* may make now (RENT-6)."""
    command = ClaimRent(player)
    return command if state.claims and Exact(command) in allowed(state) else None


def _ask_throw(state: State, kind: str, player: PlayerId, detail: str = "") -> Ask:
    title = _("{name}: throw").format(name=state.names[player])
    return Ask(kind=kind, player=player, title=title, detail=detail, is_open_to_wallets=True)


def _ask_jail(state: State, player: PlayerId) -> Ask:
    ways = [Way(label=_("Throw for doubles"), does=Does.THROW)]
    ways += [priced(state, player, command) for command in exact(state, PayFine)]
    ways += jail_card_ways(state, player)
    return Ask(
        kind="roll",
        player=player,
        title=_("{name}: out of jail?").format(name=state.names[player]),
        ways=(*ways, _wallet_way()),
        topic="jail",
        is_open_to_wallets=True,
    )


def _ask_offer(state: State, phase: p.PurchaseOffer) -> Ask:
    price = state.edition.title(phase.space).price
    ways = []
    if exact(state, BuyDeed):
        label = _("Buy for {amount}").format(amount=money(price))
        way = priced(state, phase.player, BuyDeed(), label)
        ways.append(msgspec.structs.replace(way, space=phase.space))
    ways.append(Way(label=_("Auction"), command=DeclineDeed(), is_refusal=True))
    sentence = _("{name}: buy {space}?")
    return Ask(
        kind="offer",
        player=phase.player,
        title=sentence.format(
            name=state.names[phase.player], space=space_name(state.edition, phase.space)
        ),
        amount=price,
        ways=(*ways, _wallet_way()),
        topic=str(phase.space),
    )


def _ask_tax(state: State, player: PlayerId) -> Ask:
    """Say the flat tax, and of the other one only the percentage (TAX-3)."""
    percent = state.rules.income_tax_percent
    if percent < 0:
        percent = state.edition.income_tax_percent
    flat = money(state.edition.income_tax_flat)
    ways = (
        priced(state, player, ChooseTax(by_percent=False), _("Pay {amount}").format(amount=flat)),
        Way(
            label=_("Pay {percent} % of all you have").format(percent=percent),
            command=ChooseTax(by_percent=True),
            is_refusal=True,
        ),
        _wallet_way(),
    )
    title = _("{name}: which income tax?").format(name=state.names[player])
    return Ask(kind="tax", player=player, title=title, ways=ways)


def _ask_card(scene: Scene, phase: p.CardDrawn) -> Ask:
    """Name the cards that may come; from the second pass on only the expected one (DECK-1)."""
    state = scene.state
    cards = scene.memory.draws.left(state, phase.deck)
    title = _("{name}: which card is it?")
    if not cards:
        cards, title = _drawable(allowed(state))[:1], _("{name}: is it this card?")
    ways = [Way(label=card_act(state.edition, card), command=ReportCard(card)) for card in cards]
    another = Way(label=_("Another card: the banker"), does=Does.BANKER, is_refusal=True)
    return Ask(
        kind="card",
        player=phase.player,
        title=title.format(name=state.names[phase.player]),
        detail=deck_name(phase.deck),
        ways=(*ways, another, _wallet_way()),
        topic=phase.deck,
    )


def _drawable(all_options: tuple[Option, ...]) -> tuple[CardId, ...]:
    return next((option.cards for option in all_options if isinstance(option, AnyCard)), ())


def _ask_card_choice(state: State, phase: p.CardChoice) -> Ask:
    amount = money(phase.amount)
    ways = (
        Way(label=_("Pay {amount}").format(amount=amount), command=ChooseCard(pays=True)),
        Way(label=_("Draw a Chance card"), command=ChooseCard(pays=False), is_refusal=True),
        _wallet_way(),
    )
    return Ask(
        kind="choice",
        player=phase.player,
        title=_("{name}: pay or draw?").format(name=state.names[phase.player]),
        amount=phase.amount,
        ways=ways,
    )


def _ask_place(state: State, player: PlayerId) -> Ask:
    commands = exact(state, PlaceBuilding)
    return Ask(
        kind="place",
        player=player,
        title=_("{name}: where does it go?").format(name=state.names[player]),
        ways=(*(priced(state, player, command) for command in commands), _wallet_way()),
    )


def _ask_debt(state: State, phase: p.Debt | p.SplitDebt) -> Ask:
    """Raise cash, which settles it, or give up: the last way (DEBT-2, BANKRUPT-1)."""
    debtor = phase.debtor
    if isinstance(phase, p.Debt):
        owed, creditor = phase.amount, account_name(state, phase.creditor)
    else:
        owed = phase.amount * len(phase.creditors)
        creditor = listed(account_name(state, player) for player in phase.creditors)
    ways = [*money_ways(state, debtor), _wallet_way()]
    ways += [
        Way(
            label=_("Give up: hold YES, then your card"),
            does=Does.GIVE_UP,
            command=command,
            is_refusal=True,
        )
        for command in exact(state, DeclareBankruptcy)
    ]
    return Ask(
        kind="debt",
        player=debtor,
        title=_owes(state, debtor, owed, creditor),
        detail="" if state.rules.balances == "own_tap" else _can_raise(state, debtor),
        amount=owed,
        ways=tuple(ways),
        topic=str(owed),
    )


def _ask_payment(scene: Scene, phase: p.Confirmation) -> Ask:
    """Let a payment wait for the card, or for the right amount (modes `ask` and `teach`).

    After two wrong amounts the right one is shown.
    """
    state = scene.state
    payer, payee = account_name(state, phase.payer), account_name(state, phase.payee)
    name = state.names[phase.player]
    detail = _("{payer} to {payee}").format(payer=payer, payee=payee)
    if phase.is_taught:
        ways = [
            Way(label=money(amount), command=SayAmount(phase.player, amount))
            for amount in taught_amounts(state, phase)
        ]
        title, shown = _("{name}: how much is it?").format(name=name), None
        if scene.memory.is_sum_shown:
            shown = phase.amount
            detail = _("{detail}: it is {amount}").format(detail=detail, amount=money(phase.amount))
    else:
        label = _("Yes: {amount}").format(amount=money(phase.amount))
        ways = [priced(state, phase.player, ConfirmPayment(phase.player), label)]
        title, shown = _("{name}: is it right?").format(name=name), phase.amount
    return Ask(
        kind="confirm",
        player=phase.player,
        title=title,
        detail=detail,
        amount=shown,
        ways=(*ways, _wallet_way()),
        topic=f"{phase.payer} {phase.payee} {phase.amount}",
    )


def taught_amounts(state: State, phase: p.Confirmation) -> list[Money]:
    """Return amounts to choose from, the right one among them, smallest first.

    For rent they are those on the deed, single and double; else plain multiples.
    """
    amounts = {phase.amount, phase.amount * 2, max(1, phase.amount // 2), phase.amount + 10}
    if phase.payer >= 0 and phase.payee >= 0:
        title = state.edition.spaces[state.tokens[phase.payer]].title
        if title is not None and title.building_cost:
            amounts = {phase.amount, 2 * title.rents[0], *title.rents}
    return sorted(amounts)


def _owes(state: State, debtor: PlayerId, owed: Money, creditor: str) -> str:
    sentence = _("{name} owes {creditor} {amount} and has {cash}")
    if state.rules.balances == "own_tap":
        sentence = _("{name} owes {creditor} {amount}")
    return sentence.format(
        name=state.names[debtor],
        creditor=creditor,
        amount=money(owed),
        cash=money(state.cash[debtor]),
    )


def _can_raise(state: State, debtor: PlayerId) -> str:
    amount = money(raisable(state, debtor))
    return _("{amount} can be raised in all").format(amount=amount)


def _ask_end(state: State, outcome: p.Outcome) -> Ask:
    winners = listed(state.names[winner] for winner in outcome.winners)
    return Ask(
        kind="over",
        player=None,
        title=_("{name} wins").format(name=winners),
        detail=_("MENU: a new game, the same people"),
    )


def _wallet_way() -> Way:
    return Way(label=_("My wallet"), does=Does.WALLET)
