"""Small correct games, into which other modules plant faults."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from returns.maybe import Nothing, Some
from toolz import identity

from fpgames import IllegalMove, Outcome, Player
from fpgames.rules import AnyRules, Rules

PLAYERS = (Player.FIRST, Player.SECOND)


def toy(
    start: Any,
    options: Callable[[Any], dict[Any, Any]],
    ended: Callable[[Any], Outcome | None],
    read: Callable[[str], Any],
    **more: Any,
) -> AnyRules:
    """The rules of a game whose function ``options`` returns the position after each legal move, by the moves."""

    def play(p: Any, move: Any) -> Any:
        found = options(p)
        if not isinstance(move, Hashable) or move not in found:
            raise IllegalMove(move, tuple(found))
        return found[move]

    def outcome(p: Any) -> Any:
        end = ended(p)
        return Nothing if end is None else Some(end)

    functions: dict[str, Any] = {
        "name": options.__name__, "start": start, "moves": lambda p: tuple(options(p)), "play": play,
        "player": lambda p: PLAYERS[p.turn], "outcome": outcome, "show": spelt, "read": read,
        "show_move": str, "read_move": identity,
    }  # fmt: skip
    return Rules(**functions | more)


def spelt(p: tuple[object, ...]) -> str:
    return " ".join(map(str, p))


def numbers(kind: Any) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        found = [*map(int, text.split())]
        if len(found) != len(kind._fields):
            raise ValueError(f"expected {len(kind._fields)} numbers; got {text!r}")
        return kind(*found)

    return read


def by_sign(lead: int) -> Outcome:
    return Outcome((lead > 0) - (lead < 0))


# --- a race: two runners, some leaps each; who lands beside the other moves again


class Race(NamedTuple):
    first: int
    second: int
    leaps_first: int
    leaps_second: int
    turn: int


HOME = 9


def race(p: Race) -> dict[str, Race]:
    if max(p.first, p.second) >= HOME:
        return {}
    found = {}
    for word, steps in (("step", 1), ("leap", 3)):
        places, leaps = [p.first, p.second], [p.leaps_first, p.leaps_second]
        places[p.turn] += steps
        leaps[p.turn] -= word == "leap"
        if leaps[p.turn] >= 0:
            again = places[0] == places[1]
            found[word] = Race(places[0], places[1], leaps[0], leaps[1], p.turn if again else 1 - p.turn)
    return found


def race_ended(p: Race) -> Outcome | None:
    return by_sign(p.first - p.second) if max(p.first, p.second) >= HOME else None


RACE = toy(Race(0, 0, 2, 2, 0), race, race_ended, numbers(Race))


# --- pawns, with a double step, and its capture in passing


class Pawns(NamedTuple):
    first: frozenset[int]  # cells are 3 * row + column
    second: frozenset[int]
    passed: int  # the cell that a pawn has just passed over, or -1
    turn: int


class Step(NamedTuple):
    start: int
    end: int

    def __str__(self) -> str:
        return f"{square(self.start)}{square(self.end)}"


def square(cell: int) -> str:
    return f"{'abc'[cell % 3]}{cell // 3 + 1}"


def cell_of(name: str) -> int:
    if len(name) != 2:
        raise ValueError(f"expected a cell, such as a1; got {name!r}")
    return 3 * (int(name[1]) - 1) + "abc".index(name[0])


LAST_ROW = 4
PASSED = -1


def pawns(p: Pawns) -> dict[Step, Pawns]:
    if pawn_at_the_end(p):
        return {}
    mine, theirs = (p.first, p.second) if p.turn == 0 else (p.second, p.first)
    ahead, home = (3, 0) if p.turn == 0 else (-3, LAST_ROW)
    found = {}

    def add(start: int, end: int, taken: int = -1, passed: int = -1) -> None:
        ours, others = mine - {start} | {end}, theirs - {taken}
        first, second = (ours, others) if p.turn == 0 else (others, ours)
        found[Step(start, end)] = Pawns(first, second, passed, 1 - p.turn)

    for start in sorted(mine):
        one, two = start + ahead, start + 2 * ahead
        if one not in mine | theirs:
            add(start, one)
            if start // 3 == home and two not in mine | theirs:
                add(start, two, passed=one)
        for end in (one - 1, one + 1):
            if abs(end % 3 - one % 3) == 1 and end // 3 == one // 3:
                if end in theirs:
                    add(start, end, taken=end)
                elif end == p.passed:
                    add(start, end, taken=end - ahead)
    return found


def pawn_at_the_end(p: Pawns) -> bool:
    return any(cell // 3 == LAST_ROW for cell in p.first) or any(cell // 3 == 0 for cell in p.second)


def pawns_ended(p: Pawns) -> Outcome | None:
    return None if pawns(p) else Outcome(PLAYERS[p.turn].opponent)


def show_pawns(p: Pawns) -> str:
    first, second = ("".join(map(square, sorted(cells))) or "-" for cells in p[:2])
    return f"{first} {second} {'-' if p.passed < 0 else square(p.passed)} {p.turn}"


def cells_of(text: str) -> frozenset[int]:
    return frozenset(cell_of(text[n : n + 2]) for n in range(0, len(text) - 1, 2))


def read_pawns(text: str) -> Pawns:
    first, second, passed, turn = text.split()
    return Pawns(cells_of(first), cells_of(second), -1 if passed == "-" else cell_of(passed), int(turn))


def read_step(text: str) -> Step:
    return Step(cell_of(text[:2]), cell_of(text[2:]))


def mirror_cell(cell: int) -> int:
    return cell if cell < 0 else cell + 2 - 2 * (cell % 3)


PAWNS = toy(
    Pawns(frozenset({0, 1, 2}), frozenset({12, 13, 14}), -1, 0), pawns, pawns_ended, read_pawns,
    show=show_pawns, read_move=read_step, alternates=True,
)  # fmt: skip


# --- a duel on a line: who steps on the other wins; a leap, once, until a step back; a draw after quiet moves


class Duel(NamedTuple):
    first: int
    second: int
    may_leap_first: int
    may_leap_second: int
    quiet: int
    turn: int


FAR, MOST_QUIET = 6, 7


def duel(p: Duel) -> dict[str, Duel]:
    if duel_ended(p) is not None:
        return {}
    found = {}
    for word, steps in (("forward", 1), ("back", -1), ("leap", 2)):
        places, rights = [p.first, p.second], [p.may_leap_first, p.may_leap_second]
        places[p.turn] += steps if p.turn == 0 else -steps
        if places[p.turn] in range(FAR + 1) and (word != "leap" or rights[p.turn]) and places[0] <= places[1]:
            rights[p.turn] &= word == "forward"
            found[word] = Duel(
                places[0], places[1], rights[0], rights[1], 0 if word == "leap" else p.quiet + 1, 1 - p.turn
            )
    return found


def duel_ended(p: Duel) -> Outcome | None:
    if p.first == p.second:
        return Outcome(PLAYERS[p.turn].opponent)
    return Outcome.DRAW if p.quiet >= MOST_QUIET else None


DUEL = toy(Duel(0, FAR, 1, 1, 0, 0), duel, duel_ended, numbers(Duel), alternates=True)


# --- Go on a line of cells, with ko, and a limit of moves


class Go(NamedTuple):
    cells: str
    ko: int
    passes: int
    played: int
    turn: int


GO_CELLS, GO_LIMIT = 5, 14


def go(p: Go) -> dict[str, Go]:
    if go_ended(p) is not None:
        return {}
    mine = "XO"[p.turn]
    found = {}
    for n, letter in enumerate("abcde"):
        if p.cells[n] == "." and n != p.ko:
            cells, taken = captured(p.cells[:n] + mine + p.cells[n + 1 :], n, mine)
            if breathes(cells, n):
                ko = taken[0] if len(taken) == 1 and alone(cells, n) else -1
                found[letter] = Go(cells, ko, 0, p.played + 1, 1 - p.turn)
    return found | {"pass": Go(p.cells, -1, p.passes + 1, p.played + 1, 1 - p.turn)}


def group(cells: str, n: int) -> range:
    low = high = n
    while low and cells[low - 1] == cells[n]:
        low -= 1
    while high + 1 < len(cells) and cells[high + 1] == cells[n]:
        high += 1
    return range(low, high + 1)


def breathes(cells: str, n: int) -> bool:
    stones = group(cells, n)
    return "." in cells[max(0, stones[0] - 1) : stones[-1] + 2]


def alone(cells: str, n: int) -> bool:
    return len(group(cells, n)) == 1


def captured(cells: str, n: int, mine: str) -> tuple[str, list[int]]:
    """Return the cells without the other player's groups beside a cell that do not breathe, and their places."""
    taken: list[int] = []
    for beside in (n - 1, n + 1):
        if beside in range(len(cells)) and cells[beside] not in (mine, ".") and not breathes(cells, beside):
            taken.extend(group(cells, beside))
    return "".join("." if at in taken else cell for at, cell in enumerate(cells)), taken


def go_ended(p: Go) -> Outcome | None:
    return by_sign(p.cells.count("X") - p.cells.count("O")) if p.passes == 2 or p.played == GO_LIMIT else None


def read_go(text: str) -> Go:
    cells, *rest = text.split()
    ko, passes, played, turn = map(int, rest)
    return Go(cells, ko, passes, played, turn)


GO = toy(Go("." * GO_CELLS, -1, 0, 0, 0), go, go_ended, read_go, alternates=True)


# --- sowing, as in Kalah: three pits and a store each; the last seed in the store gives another turn


class Pits(NamedTuple):
    cells: tuple[int, ...]
    turn: int


STORES = (3, 7)


def sowing(p: Pits) -> dict[int, Pits]:
    if sowing_ended(p) is not None:
        return {}
    return {pit: sown(p, pit) for pit in range(4 * p.turn, 4 * p.turn + 3) if p.cells[pit]}


def sown(p: Pits, pit: int) -> Pits:
    cells, store, other = list(p.cells), STORES[p.turn], STORES[1 - p.turn]
    seeds, at = cells[pit], pit
    cells[pit] = 0
    while seeds:
        at = (at + 1) % 8
        if at != other:
            cells[at] += 1
            seeds -= 1
    if at // 4 == p.turn and at != store and cells[at] == 1 and cells[6 - at]:
        cells[store] += 1 + cells[6 - at]
        cells[at] = cells[6 - at] = 0
    if not any(cells[:3]) or not any(cells[4:7]):
        cells = [0, 0, 0, sum(cells[:4]), 0, 0, 0, sum(cells[4:])]
    return Pits(tuple(cells), p.turn if at == store else 1 - p.turn)


def sowing_ended(p: Pits) -> Outcome | None:
    return None if any(p.cells[:3]) else by_sign(p.cells[3] - p.cells[7])


def show_pits(p: Pits) -> str:
    return spelt((*p.cells, p.turn))


def read_pits(text: str) -> Pits:
    *cells, turn = map(int, text.split())
    return Pits(tuple(cells), turn)


SOWING = toy(
    Pits((2, 2, 2, 0, 2, 2, 2, 0), 0), sowing, sowing_ended, read_pits, show=show_pits, read_move=int,
    score=lambda p: 0 if any(p.cells[:3]) else p.cells[3] - p.cells[7],
)  # fmt: skip


# --- letters: players add letters to the beginning of a word; who completes a word loses

WORDS = """
    apple apron arrow basil beast bench blaze bread brick cabin camel candle castle cedar chair chalk cheese
    cherry cliff cloud dance eagle earth fable flute ghost grape house
""".split()  # noqa: SIM905


class Letters(NamedTuple):
    word: str
    turn: int


def letters(p: Letters) -> dict[str, Letters]:
    found = sorted({word[len(p.word)] for word in WORDS if word.startswith(p.word) and word != p.word})
    return {letter: Letters(p.word + letter, 1 - p.turn) for letter in found}


def letters_ended(p: Letters) -> Outcome | None:
    return Outcome(PLAYERS[p.turn]) if p.word in WORDS else None


def read_letters(text: str) -> Letters:
    turn, word = text.split(" ")
    return Letters(word, int(turn))


LETTERS = toy(
    Letters("", 0), letters, letters_ended, read_letters, show=lambda p: f"{p.turn} {p.word}", alternates=True
)


# --- dominoes: the first player lays them upright, the second across; who cannot has lost


class Dominoes(NamedTuple):
    free: frozenset[tuple[int, int]]
    turn: int


def dominoes(p: Dominoes) -> dict[Any, Dominoes]:
    down, right = (1, 0) if p.turn == 0 else (0, 1)
    pairs = (((i, j), (i + down, j + right)) for i, j in sorted(p.free) if (i + down, j + right) in p.free)
    return {pair: Dominoes(p.free - {*pair}, 1 - p.turn) for pair in pairs}


def dominoes_ended(p: Dominoes) -> Outcome | None:
    return None if dominoes(p) else Outcome(PLAYERS[p.turn].opponent)


SIDE = 4


def show_dominoes(p: Dominoes) -> str:
    rows = ("".join("#."[(i, j) in p.free] for j in range(SIDE)) for i in range(SIDE))
    return f"{'/'.join(rows)} {p.turn}"


def read_dominoes(text: str) -> Dominoes:
    rows, turn = text.split()
    free = ((i, j) for i, row in enumerate(rows.split("/")) for j, cell in enumerate(row) if cell == ".")
    return Dominoes(frozenset(free), int(turn))


def read_pair(text: str) -> tuple[tuple[int, int], ...]:
    a, b, c, d = map(int, text)
    return (a, b), (c, d)


DOMINOES = toy(
    Dominoes(frozenset((i, j) for i in range(SIDE) for j in range(SIDE)), 0), dominoes, dominoes_ended, read_dominoes,
    show=show_dominoes, show_move=lambda pair: "".join(f"{i}{j}" for i, j in pair), read_move=read_pair, alternates=True,
)  # fmt: skip
