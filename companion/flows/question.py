"""The question of now: made again only when something changed that it is made of."""

from companion.flows.asks import ask_of
from companion.flows.lobby import ask_lobby
from companion.flows.outcome import Ask
from companion.flows.over import Over, Scene
from companion.locales import language
from engine.phases import Setup
from engine.state import State


class Question:
    """Keeps the last question."""

    def __init__(self) -> None:
        self._state: State | None = None
        self._key: tuple[object, ...] = ()
        self._ask = Ask(kind="", player=None, title="")

    def now(self, scene: Scene, over: Over | None) -> Ask:
        """Return what is asked: by what lies over the game, or by the game."""
        key = (over, language(), scene.memory.revision)
        if self._state is not scene.state or self._key != key:
            self._ask = _ask(scene, over)
            self._state, self._key = scene.state, key
        return self._ask


def _ask(scene: Scene, over: Over | None) -> Ask:
    state = scene.state
    if over is not None:
        return over.ask(scene)
    if isinstance(state.phase, Setup):
        return ask_lobby(state.names, state.edition.note)
    return ask_of(scene)
