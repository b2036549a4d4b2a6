"""The month, the season and the day a match belongs to, where it was played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

ALL_TIME = "all"
_MONTHS_A_SEASON = 3


@dataclass(frozen=True, slots=True)
class Periods:
    """What a moment belongs to in one time zone; a season is a quarter of the year."""

    day: str
    month: str
    season: str

    @property
    def keys(self) -> tuple[str, str, str]:
        """The periods that standings are kept for."""
        return ALL_TIME, self.season, self.month


def periods_of(moment: datetime, zone: str) -> Periods:
    """The periods of an aware moment in a zone of the time zone database, such as Europe/Berlin.

    Raises:
        zoneinfo.ZoneInfoNotFoundError: there is no such zone.
    """
    local = moment.astimezone(ZoneInfo(zone))
    season = (local.month - 1) // _MONTHS_A_SEASON + 1
    return Periods(
        day=f"{local:%Y-%m-%d}", month=f"{local:%Y-%m}", season=f"{local.year}-q{season}"
    )
