"""/gin tutorial, and the answers to its lessons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord.ext import commands

from bot.delivery import answered, is_private
from bot.rendering.lesson_page import lesson_page, mended, praised, resumed
from bot.rendering.refusals import OLDER_LESSON
from bot.sessions import Verdict

from ._joining import JoiningCog

if TYPE_CHECKING:
    from bot.delivery import Interaction
    from bot.players import Lesson
    from bot.rendering.controls import Answer

    from ._services import Services


class TutorialCog(JoiningCog):
    """Shows a learner his lesson, and what his answer was."""

    names = ("tutorial",)

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        super().__init__(bot)
        self._tutorial = services.tutorial
        self._messenger = services.messenger

    @answered
    async def tutorial(self, interaction: Interaction) -> None:
        """Begin the tutorial, or take it up where it was left."""
        lesson = await self._tutorial.present(interaction.user.id)
        page = lesson_page(lesson, interaction.user.display_name, resumed(lesson), may_begin=True)
        await self._messenger.answer(interaction, page, private=True)

    @commands.Cog.listener()
    @answered
    async def on_lesson_click(self, interaction: Interaction, asked: Answer) -> None:
        """A lesson was answered."""
        learner = interaction.user
        verdict, lesson = await self._tutorial.answer(learner.id, asked.lesson, asked.answer)
        page = lesson_page(
            lesson, learner.display_name, _notice(verdict, lesson, asked, learner.display_name)
        )
        if is_private(interaction):
            await self._messenger.redraw(interaction, page)
        else:
            # Lessons are private, so this button was put where it does not belong.
            await self._messenger.answer(interaction, page, private=True)


def _notice(verdict: Verdict, lesson: Lesson, asked: Answer, name: str) -> str | None:
    match verdict:
        case Verdict.RIGHT:
            return praised(asked.lesson, name)
        case Verdict.WRONG:
            return mended(lesson, asked.answer)
        case Verdict.STALE:
            return OLDER_LESSON
        case Verdict.BEGUN:
            return None


async def setup(bot: Any) -> None:
    """Loads the cog into a client that carries `services`."""
    await bot.add_cog(TutorialCog(bot, bot.services))
