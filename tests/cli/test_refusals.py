"""Wrong arguments of commands: a table of commands, what is added to each, and words of its one-line error."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.command import COMPARE, check_refused

UNWRITTEN = "is not a number of simulations; expected a whole number, at least 2"
SHARED = "--jobs shares trees between workers: it needs --trees, at least 2"
REFUSED: dict[str, dict[str, str]] = {
    "": {
        "dance": "invalid choice: 'dance'",
        "play mcts": "unknown game 'mcts'; mcts is a bot, and a command has one game, then its bots",
        "play mcts:9": "unknown game 'mcts:9'; mcts is a bot",
        "compare tictactoe random random --until -50,0": "expected one argument; a negative number is written as in --until=-50,0",
        "play tictactoe random mc:9": "unrecognized arguments: mc:9; bots are written after --first and --second",
        "''": "invalid choice: ''",
        "compare tictactoe random random --movetime 5": "; did you mean '--move-time'? (see fpgames compare --help)",
        "compare tictactoe random random --movetime=5": "; did you mean '--move-time'?",
        "analize tictactoe": "; did you mean 'analyse'?",
        "play tictactoo:rules": "there is no game and no module 'tictactoo'; did you mean 'tictactoe'?",
    },
    "analyse tictactoe": {
        "4,4": "illegal move 4; legal moves: 0 1 2",
        "x": "'x' is not a cell",
        "4,0,3,7,5": "this game of tictactoe is over",
        "--depth 0": "cannot look 0 moves ahead; expected at least 1",
        "--seconds 1_0": "argument --seconds: '1_0' is not a number of seconds",
        "--seconds \u0661": "argument --seconds: '\u0661' is not a number of seconds",
        "--seconds nan": "cannot look ahead for nan seconds; expected a finite time, at least 0",
        "--seconds inf": "cannot look ahead for inf seconds; expected a finite time, at least 0",
        "--seconds -1": "cannot look ahead for -1.0 seconds; expected a finite time, at least 0",
        "--position XXX": "expected three rows",
        "4 --depth 2 0": "unrecognized arguments: 0 (see fpgames analyse --help)\n",
        "--seed 1": "--seed is for a Monte-Carlo tree search: it needs --search mcts:N",
        "--trees 2": "--trees is for a Monte-Carlo tree search: it needs --search mcts:N",
        "--jobs 0": "cannot share the moves between 0 workers; expected at least 1",
        "--jobs 2 --seconds 1": "it does not go with --seconds",
    },
    "analyse tictactoe --search": {
        "mcts:0": "fpgames: cannot choose a move by 0 simulations; expected at least 2",
        "mcts:1": "fpgames: cannot choose a move by 1 simulations; expected at least 2",
        "mcts:x": f"fpgames: 'x' {UNWRITTEN}",
        "mcts:": f"fpgames: '' {UNWRITTEN}",
        "mcts:-5": f"fpgames: '-5' {UNWRITTEN}",
        "minimax": "fpgames: unknown search 'minimax'; expected mcts:N, with a number of simulations",
        "''": "fpgames: unknown search ''; expected mcts:N, with a number of simulations",
        "mcts": "--search mcts has no end: write mcts:N, with a number of simulations, or add --seconds",
        "mcts:9 --depth 4": "--search mcts has no depth: leave out --depth or --search",
        "mcts --seconds nan": "cannot look ahead for nan seconds; expected a finite time, at least 0",
        "mcts:9 --jobs 2": SHARED,
        "mcts:9 --trees 1 --jobs 1": SHARED,
        "mcts:9 --trees 0": "cannot search 0 trees; expected at least 1",
        "mcts:9 --trees 2 --jobs 0": "cannot share the trees between 0 workers",
        "mcts:9 --trees 2 --jobs 300": "cannot share the trees between 300 workers; expected at most 256",
        "mcts:9 --trees 2 --seconds 1": "--trees needs a number of simulations for each tree",
        "mcts --trees 2": "--search mcts has no end",
        "mcts:9 4,0,3,7,5": "no move to choose: this game of tictactoe is over",
        "mcts:9 4,4": "illegal move 4; legal moves: 0 1 2",
        "mcts:100 --trees 9999999999": "cannot search 9999999999 trees; expected at most 10000000",
        "mcts:9999999999": "; expected at most 1000000000",
    },
    "compare": {
        "go random random": "unknown game 'go'; games: checkers, chess, connect4",
        "tictactoe random alice": "unknown bot 'alice'; bots: alphabeta:D, alphabeta-random:D",
        "tictactoe mc:0 random": "cannot play 0 random games; expected at least 1",
        "tictactoe alphabeta random": "'' is not a depth; expected a whole number, at least 1; it is written alphabeta:D or alphabeta:100ms",
        "hex+swap:3 random random": "the game 'hex+swap:3': +swap comes last; write hex:3+swap",
        "tictactoe random mcts:0ms": "the bot 'mcts:0ms': '0ms' is not a time; expected a whole number, at least 1, and ms",
        "tictactoe random mc:9 --move-time 9": "--move-time is for the bots alphabeta and mcts, written without a number, and for functions MODULE:NAME of rules and stop; got random mc:9",
        "tictactoe random mcts --move-time 0": "cannot move in 0 milliseconds; expected at least 1",
        "tictactoe random": "the following arguments are required: BOT (see fpgames compare --help)",
    },
    "compare tictactoe random random": {
        "-n 0": "cannot play 0 games; expected at least 1",
        "-n -3": "cannot play -3 games; expected at least 1",
        "-n many": "argument -n: 'many' is not a whole number",
        "-n 1_0": "argument -n: '1_0' is not a whole number",
        "-n 99999999999999999999": "cannot play 99999999999999999999 games; expected at most 1000000000",
        "--seed x": "argument --seed: 'x' is not a whole number",
        f"--seed {'1' * 41}": f"argument --seed: '{'1' * 40}' is not a whole number",
        "--see 1": "unrecognized arguments: --see 1",
        "--resume": "--resume continues a match: it needs",
        "--resume --csv a": "--resume continues a match: it needs",
        "--jobs 0": "cannot share the games between 0 workers; expected at least 1\n",
        "--jobs -1": "cannot share the games between -1 workers; expected at least 1\n",
        "--jobs 3000000000": "cannot share the games between 3000000000 workers; expected at most 256",
        "--opening -1": "cannot begin with -1 random moves; expected at least 0",
        "--longest 0": "cannot end games after 0 moves; expected at least 1",
    },
    f"{' '.join(COMPARE)} 1": {
        "--csv /": "/: not a file that holds a match",
        "--csv / --resume": "/: not a file that holds a match",
        "--csv /nowhere/match.csv": "/nowhere/match.csv: No such file or directory",
        "--csv /proc/version --resume": "/proc/version: ",
        "--csv /dev/full": "/dev/full: No space left on device",
    },
    "perft tictactoe": {
        "--depth 0": "cannot count lines of 0 moves; expected at least 1",
        "--jobs 0": "cannot share the lines between 0 workers; expected at least 1",
        "--jobs 257": "cannot share the lines between 257 workers; expected at most 256",
    },
    "play": {
        "go": "unknown game 'go'; games: checkers, chess, connect4",
        "tictactoe --first mc:": "'' is not a number of random games; expected a whole number, at least 1",
        "tictactoe --first ''": "unknown bot ''",
        "tictactoe --first perfect:9": "9: No such file or directory; expected a table that fpgames solve --table has written\n",
    },
    "solve": {
        "connect4 4455": "illegal move 4455: columns are 0 to 6; legal moves: 0 1 2 3 4 5 6; if it is a position, write --position 4455\n",
    },
    "solve tictactoe": {
        "4,4": "illegal move 4; legal moves: 0 1 2",
        "x": "'x' is not a cell",
        "4,0,3,7,5": "this game of tictactoe is over",
        "--position XXX": "expected three rows",
        "--weak --moves": "argument --moves: not allowed with argument --weak",
        "4 --file -": "the positions are those of -: leave out --file or MOVES",
        "--file /nowhere/positions": "/nowhere/positions: No such file or directory",
        "--file /": "/: Is a directory",
        "--file": "argument --file: expected one argument",
    },
    "tree": {  # before a search, which would take for ever
        "connect4 --depth 99 --width 9": "fpgames: cannot draw more than 5000 nodes; expected a smaller depth or width\n",
    },
    "tree tictactoe": {
        "-o x.png": "fpgames: x.png: cannot draw .png; expected .svg, .dot, .mmd or .txt\n",
        "-o x": "fpgames: x: cannot draw without a suffix; expected .svg, .dot, .mmd or .txt\n",
        "--depth -1": "fpgames: cannot prune to a depth of -1; expected at least 0\n",
        "-o /no/where.svg": "fpgames: /no/where.svg: there is no directory /no\n",
        "-o /no\x1b[31m/where.svg": r"fpgames: /no\x1b[31m/where.svg: there is no directory /no\x1b[31m",
        "--width 0": "fpgames: cannot draw 0 children; expected at least 1\n",
        "--search x": "fpgames: unknown search 'x'; expected alphabeta, expectiminimax, minimax or mcts:N\n",
        "--search mcts": "fpgames: --search mcts has no end: write mcts:N, with a number of simulations\n",
        "--search mcts:0": "fpgames: cannot choose a move by 0 simulations; expected at least 2\n",
        "--search mcts:9 --windows": "fpgames: --windows is for --search alphabeta: mcts:9 has no windows\n",
        "--search mcts:9 --depth -1": "fpgames: cannot draw -1 levels; expected at least 0\n",
        "--search mcts:9 --width 0": "fpgames: cannot draw 0 children; expected at least 1\n",
        "--search mcts:9 4,0,3,7,5": "fpgames: no move to choose: this game of tictactoe is over\n",
        "--seed 4": "fpgames: --seed is for a Monte-Carlo tree search: minimax does not draw random numbers\n",
    },
}  # fmt: skip


@pytest.mark.parametrize("command", REFUSED)
def test_wrong_arguments_are_refused_in_a_line(run: Any, command: str) -> None:
    check_refused(run, command, REFUSED[command])


def test_an_opening_that_ends_the_game_is_refused_below_the_title(run: Any) -> None:
    wrong = {"--opening 9 -n 2 --seed 1": "cannot begin tictactoe with 9 random moves; they end the game"}
    title = "tictactoe, 2 games, seed 1, 9 random moves first\n"
    check_refused(run, "compare tictactoe random random", wrong, title)
