"""All that a screen is drawn from, in one value."""

from dataclasses import dataclass

from companion.protocol import DeviceHealth, Prompt, Storage
from companion.screen.look import Look
from companion.screen.plan import Plan
from companion.views.story import Story
from engine.state import State


@dataclass(frozen=True, slots=True)
class Scene:
    """One moment of the table, and how it is to look."""

    look: Look
    plan: Plan
    state: State | None
    """None until the table has said `Welcome`."""
    story: Story
    prompt: Prompt | None
    seconds_left: float | None
    """Of the prompt's countdown, as of now."""
    devices: tuple[DeviceHealth, ...]
    storage: Storage | None
    is_connected: bool
    notice: str = ""
    is_warning: bool = False
