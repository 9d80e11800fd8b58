"""The store: everything that is kept, behind one object. `open_store` opens it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from data.engine.address import ServerOptions
from data.engine.database import Database
from data.engine.existing import open_existing
from data.engine.opening import explained, open_database
from data.errors import OtherOwner, StoreError
from data.leases.ownership import SOLE_OWNER, Ownership
from data.matches.analyses import AnalysisStore
from data.matches.boards import BoardStore
from data.matches.conditional_moves import ConditionalMoveStore
from data.matches.guesses import GuessStore
from data.matches.imported import ImportStore
from data.matches.openings import OpeningStore
from data.matches.queries import MatchQueries
from data.matches.reader import MatchReader, accept
from data.matches.seeks import SeekStore
from data.matches.store import MatchStore
from data.matches.votes import VoteStore
from data.model.match import Match
from data.model.match_change import MatchChange
from data.people.blocks import BlockStore
from data.people.lessons import LessonStore
from data.people.personal_data import PersonalData
from data.people.store import PeopleStore
from data.people.vacations import VacationStore
from data.puzzles.attempts import PuzzleStore
from data.puzzles.daily_puzzles import DailyPuzzleStore
from data.puzzles.mistakes import MistakeStore
from data.puzzles.proofs import PuzzleProofStore
from data.puzzles.races import RaceStore
from data.ratings.leaderboard import LeaderboardStore
from data.ratings.profile import ProfileStore
from data.ratings.recap_store import RecapStore
from data.ratings.store import RatingStore
from data.servers.bans import BanStore
from data.servers.messages_to_delete import MessagesToDelete
from data.servers.moderation import Moderation
from data.servers.rank_roles import RankRoleStore
from data.servers.recap_channels import RecapChannelStore
from data.servers.retention import RetentionStore
from data.servers.server_races import ServerRaceStore
from data.servers.settings import SettingsStore
from data.servers.turn_lists import TurnListStore
from data.servers.welcomes import WelcomeStore
from data.tournaments.store import TournamentStore
from data.uptime.shard_uptime import Uptime


def ignore(_: MatchChange) -> None:
    """Publish nothing."""


@dataclass(frozen=True, slots=True)
class Store:
    """An open store. Close it, or use it with ``async with``."""

    database: Database
    reader: MatchReader
    matches: MatchStore
    """Changes of any match, as people make them."""
    background: MatchStore
    """Changes without a person's request: only of matches of the shards that this process owns."""
    ownership: Ownership
    queries: MatchQueries
    boards: BoardStore
    analyses: AnalysisStore
    openings: OpeningStore
    imports: ImportStore
    settings: SettingsStore
    people: PeopleStore
    lessons: LessonStore
    mistakes: MistakeStore
    conditional_moves: ConditionalMoveStore
    vacations: VacationStore
    seeks: SeekStore
    votes: VoteStore
    guesses: GuessStore
    blocks: BlockStore
    bans: BanStore
    messages_to_delete: MessagesToDelete
    moderation: Moderation
    ratings: RatingStore
    leaderboards: LeaderboardStore
    profiles: ProfileStore
    recaps: RecapStore
    recap_channels: RecapChannelStore
    rank_roles: RankRoleStore
    puzzles: PuzzleStore
    puzzle_proofs: PuzzleProofStore
    daily_puzzles: DailyPuzzleStore
    races: RaceStore
    tournaments: TournamentStore
    server_races: ServerRaceStore
    turn_lists: TurnListStore
    welcomes: WelcomeStore
    retention: RetentionStore
    personal_data: PersonalData
    uptime: Uptime

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def confirm_owner(self, match: Match) -> None:
        """Return if this process owns a match's shard, by the database. Raises `OtherOwner` if not."""
        guild_id, owner = match.guild_id, self.ownership
        if owner is SOLE_OWNER:
            return
        # A lease can have ended unnoticed, so a yes is checked in the database. A no needs no trip there.
        is_owned = owner.owns(guild_id)
        if is_owned:
            is_owned = await self.database.write(lambda connection: owner.confirm(connection, guild_id))
        if not is_owned:
            raise OtherOwner(match.id)

    async def check(self) -> None:
        """Return if a change could be committed now. Raises the `StoreError` that it would raise."""
        await self.database.check()

    async def close(self) -> None:
        """Stop and save the uptime, wait for running transactions, then close the database."""
        self.uptime.stop_all()
        with contextlib.suppress(StoreError):  # the uptime since the last save is lost
            await self.uptime.save()
        await self.database.close()


async def open_store(
    address: str,
    *,
    clock: Callable[[], float] = time.time,
    ticks: Callable[[], float] = time.monotonic,
    publish: Callable[[MatchChange], None] = ignore,
    check: Callable[[Match], None] = accept,
    options: ServerOptions | None = None,
    ownership: Ownership = SOLE_OWNER,
) -> Store:
    """Open the store at an SQLAlchemy address, after creating or migrating its database as needed.

    The address is that of an SQLite file, whose folder is created (``sqlite:///var/daeguk.db``), or of a
    PostgreSQL database (``postgresql://…``). ``clock`` returns unix seconds, ``ticks`` seconds of any origin.
    ``publish`` is called after each commit that changed a match (`data.matches.store.MatchStore`), ``check``
    with each match that is read (`data.matches.reader.MatchReader`). ``options`` are
    for a server, ``ownership`` for several processes.

    Raises `DatabaseRefused`, with nothing changed, for a database that cannot be used, and `StoreBusy`,
    `StoreFull` or `StoreReadOnly` by cause.
    """
    database = await open_database(address, options)
    uptime = Uptime(database, clock, ticks, ownership)
    await _load(uptime, database)
    return _stores(database, uptime, clock, publish, check, ownership)


async def open_to_read(address: str) -> Store:
    """The store at an address where this version has a database, also beside a running bot, to read from it.

    Close its ``database``. Raises `DatabaseRefused`, and the errors of `open_store`.
    """
    database = await open_existing(address)
    uptime = Uptime(database, time.time, time.monotonic)
    return _stores(database, uptime, time.time, ignore, accept, SOLE_OWNER)


def _stores(
    database: Database,
    uptime: Uptime,
    clock: Callable[[], float],
    publish: Callable[[MatchChange], None],
    check: Callable[[Match], None],
    ownership: Ownership,
) -> Store:
    reader = MatchReader(check)
    matches, background = (
        MatchStore(database, reader, clock, uptime, publish, ownership, only_owned=only_owned)
        for only_owned in (False, True)
    )
    return Store(
        database=database,
        reader=reader,
        matches=matches,
        background=background,
        ownership=ownership,
        queries=MatchQueries(database, reader),
        boards=BoardStore(database, reader),
        analyses=AnalysisStore(database),
        openings=OpeningStore(database, reader),
        imports=ImportStore(database, reader, clock),
        settings=SettingsStore(database, clock),
        people=PeopleStore(database),
        lessons=LessonStore(database),
        mistakes=MistakeStore(database),
        conditional_moves=ConditionalMoveStore(database, reader, ownership),
        vacations=VacationStore(database),
        seeks=SeekStore(database),
        votes=VoteStore(database, reader),
        guesses=GuessStore(database, reader, clock),
        blocks=BlockStore(database, clock),
        bans=BanStore(database, clock),
        messages_to_delete=MessagesToDelete(database),
        moderation=Moderation(database, matches),
        ratings=RatingStore(database),
        leaderboards=LeaderboardStore(database),
        profiles=ProfileStore(database),
        recaps=RecapStore(database),
        recap_channels=RecapChannelStore(database),
        rank_roles=RankRoleStore(database, ownership),
        puzzles=PuzzleStore(database),
        puzzle_proofs=PuzzleProofStore(database),
        daily_puzzles=DailyPuzzleStore(database, ownership),
        races=RaceStore(database),
        tournaments=TournamentStore(database, clock, ownership),
        server_races=ServerRaceStore(database),
        turn_lists=TurnListStore(database),
        welcomes=WelcomeStore(database),
        retention=RetentionStore(database, clock),
        personal_data=PersonalData(database, clock),
        uptime=uptime,
    )


async def _load(uptime: Uptime, database: Database) -> None:
    """Read the uptime; where that fails, the database is closed."""
    try:
        with explained(database.name):
            await uptime.load()
    except BaseException:
        await database.close()
        raise
