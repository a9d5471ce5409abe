"""Published figures that the library must reproduce exactly, each with its source."""

# Source: article 1 (Julien Dehos, developpez.com), the program that passes the generator by hand. All calls start from the
# position after the moves 4, 0, 2, 5, 3, 6. The article does not print the initial generators. They were recovered by
# inverting the recurrence of the generator. Each case has four fields: the generator before the call (StdGen of
# random-1.1), the call, the result, and the generator after the call (None if the article does not print it).
TRANSCRIPTS = [
    ((1314174216, 1), "bot_random", 8, (2084555406, 40692)),
    ((1314174216, 1), "play_game", (".", "OOXXXOOXX"), (544765582, 2103410263)),
    ((346137677, 1), "eval_move 8", 0, (826432801, 476680813)),
    ((346137677, 1), "eval_move 7", 4965, (826432801, 476680813)),
    ((346137677, 1), "eval_move 1", 4965, (826432801, 476680813)),
    ((529669860, 1), "bot_mc 30000", 7, (1356595715, 1539624735)),
    ((1984310674, 1), "bot_random", 7, (1297534637, 40692)),
    ((1984310674, 1), "bot_random twice", (7, 1), None),
    ((1984310674, 1), "play_game", ("X", "OXXXXOOXO"), None),
]

# Source: a compiled Haskell program with the design of article 1. Numbers of wins for the moves 0 to 8 on the
# empty board. The moves were evaluated in this order, with 10,000 playouts per move, starting from StdGen 346137677 1.
GHC_WINS = (6025, 5348, 6078, 5355, 6868, 5386, 6108, 5314, 6048)

# Source: the Haskell package random-1.2.1.1 (GHC 9.0.2), functions mkStdGen, uniformR and split. A generator is a pair
# (seed, gamma).
GAMMA = 13679457532755275413
SEED_42 = (9297814886316923340, GAMMA)
UNIFORM = [  # fields of a case: seed, range, values drawn, generator after the last draw
    (42, (0, 8), [0, 7, 0, 2, 1, 7, 4, 2, 5, 8, 2, 8, 1, 0, 2, 2, 8, 2, 2, 8], (16753251517996666793, GAMMA)),
    (42, (1, 100), [49, 24, 96, 16, 81, 83, 18, 24, 12, 96, 51, 60, 6, 15, 42, 95, 93, 92, 67, 10], (5563402345671604164, GAMMA)),
    (42, (0, 0), [0, 0, 0, 0, 0], SEED_42),
    (7, (0, 6), [3, 0, 2, 2, 3, 3, 2, 6, 1, 2, 6, 0], (9611141631976900040, 7191089600892374487)),
    (42, (0, 10**30), [69147597478365993430098765295], (18209985878117922550, GAMMA)),
    (42, (-(2**200), 2**200), [-1384706234144803601296629187482198993962520637454824486420917], (8675412796209370144, GAMMA)),
    (42, (0, 2**64), [1275548033995301424], (18209985878117922550, GAMMA)),
    (42, (0, 2**128 - 1), [23529708136834696232244758045774234263], (13442699337163646347, GAMMA)),
    (42, (0, 2**64 - 1), [1275548033995301424], (4530528345362647137, GAMMA)),
    (42, (0, 3 * 2**62), [1275548033995301424, 10417309031967933079, 2112719111588962399], (13442699337163646347, GAMMA)),
]  # fmt: skip
# Source: random-1.2.1.1. Results of uniformR (0, hi) (mkStdGen seed) for each hi, with the seeds 1, 2 and 3. If
# hi is at most 2**128 - 2, uniformR makes each attempt from at most two words of 64 bits. For 2**127, uniformR rejects
# about half of the attempts.
WIDE = {
    2**128 - 2: [298928925672804281932130034581957648794, 301388863789720281957932818534703242457, 188474849244011390959601800973031361880],
    2**127: [67087007265280139782503755761607576939, 150694431894860140978966409267351621229, 43032178339244003558017260172618720552],
}  # fmt: skip
# Source: random-1.2.1.1. Results of mkStdGen. The gammas of the seeds 12 and 1719 have too few bit transitions at first
# and are corrected; the gamma of the seed 7 needs no correction.
FROM_SEED = {
    12: (9868841679122378805, 4509602231576962473),
    1719: (16967672113838647979, 13093200701338232493),
    7: (8360697188923789789, 7191089600892374487),
}
SPLIT_42 = (18209985878117922550, GAMMA), (1275548033995301424, 10514482549683702313)
SPLIT_42_UNIFORM_0_6 = [0, 2, 1, 3, 4, 2, 3, 5, 6, 1], [3, 1, 6, 2, 6, 2, 2, 5, 4, 4]

# Published numbers for tic-tac-toe, confirmed by computation: 255,168 complete games, and 5,478 reachable positions, of which 958
# are terminal (the UCI Tic-Tac-Toe Endgame set). Keys: 1 for wins of the first player, -1 for losses, 0 for draws.
COMPLETE_GAMES = {1: 131184, -1: 77904, 0: 46080}
REACHABLE = 5478
TERMINAL = {1: 626, -1: 316, 0: 16}

# Connect Four on 7 columns and 6 rows. The index is the number of moves. The first tuple counts nodes of the game tree
# (recomputed); the second tuple counts distinct positions (OEIS A212693, by John Tromp).
CONNECT4_PERFT = (1, 7, 49, 343, 2401, 16807, 117649, 823536)
CONNECT4_POSITIONS = (1, 7, 49, 238, 1120, 4263, 16422, 54859)

# Numbers of legal positions of Connect Four on small boards, by (width, height). Four in line win.
# Source: John Tromp, tromp.github.io/c4/c4.html.
CONNECT4_LEGAL = {
    (1, 1): 2, (1, 2): 3, (1, 3): 4, (1, 4): 5, (2, 1): 5, (2, 2): 18, (2, 3): 58, (2, 4): 179, (3, 1): 13, (3, 2): 116,
    (3, 3): 869, (3, 4): 6000, (4, 1): 35, (4, 2): 741, (4, 3): 12031, (4, 4): 161029, (5, 1): 96, (5, 2): 4688,
    (5, 3): 158911,
}  # fmt: skip

# Values of Connect Four on small boards under perfect play, by (width, height).
# Source: a table by John Tromp, extended by ChristopheSteininger/c4.
CONNECT4_VALUES = {(4, 4): 0, (5, 4): 0, (4, 5): 0}
