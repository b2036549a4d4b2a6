"""A mutant that nobody has explained does not go unseen."""

from __future__ import annotations

import pytest

from tests.engine import survivors

RESULTS = """
    bot.engine.cards.x__pips__mutmut_1: survived
    bot.engine.cards.x__pips__mutmut_2: survived
    bot.engine.cards.xǁCardǁparse__mutmut_5: no tests
    bot.engine.deal.x_turn__mutmut_9: timeout
    bot.engine.deal.x_turn__mutmut_10: not checked
"""


def test_what_survived_or_met_no_test_is_counted_by_function() -> None:
    assert survivors.unnoticed(RESULTS) == {
        "bot.engine.cards.x__pips": 2,
        "bot.engine.cards.xǁCardǁparse": 1,
    }


def test_each_row_of_the_list_has_its_reason() -> None:
    known = survivors.explained()
    assert known
    assert min(known.values()) > 0


@pytest.mark.parametrize(("survived", "status"), [(39, 0), (40, 1)])
def test_one_more_than_is_explained_fails(
    survived: int, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of `_best_run_points` 39 are explained."""
    printed = "".join(
        f"    bot.engine.melds.x__best_run_points__mutmut_{number}: survived\n"
        for number in range(survived)
    )

    class Ran:
        stdout = printed

    monkeypatch.setattr("subprocess.run", lambda *asked, **how: Ran)

    assert survivors.main() == status
    assert f"{survived} mutants unnoticed, {survived - 39} of them" in capsys.readouterr().out
