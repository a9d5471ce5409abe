/* Tic-tac-toe and Connect Four as the library plays them: the same positions, searches and random numbers. */

#include <stdint.h>

typedef int64_t i64;
typedef uint64_t u64;

/* Tic-tac-toe: 19 bits, the marks of the first player, those of the second, and whose turn it is. */

static const int lines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
static int won3[512], empty[512][9], left3[512];
#define FULL 0777
#define TURN (1 << 18)

/* Connect Four: the stones of the player to move, and all stones; seven bits a column. */

static i64 bottoms, cells, columns[7];

void begin(void) {
    for (int marks = 0; marks < 512; marks++) {
        won3[marks] = left3[marks] = 0;
        for (int i = 0; i < 8; i++)
            won3[marks] |= (marks & lines[i]) == lines[i];
        for (int cell = 0; cell < 9; cell++)
            if (!(marks >> cell & 1))
                empty[marks][left3[marks]++] = 1 << cell;
    }
    bottoms = 0;
    for (int j = 0; j < 7; j++) {
        bottoms |= (i64)1 << 7 * j;
        columns[j] = (i64)63 << 7 * j;
    }
    cells = bottoms * 63;
}

static int score3(int p) { return p >= TURN ? won3[p & FULL] : -won3[p >> 9]; }

static int count3(int p) { return score3(p) ? 0 : left3[(p | p >> 9) & FULL]; }

static int nth3(int p, int i) {
    int cell = empty[(p | p >> 9) & FULL][i];
    return p ^ (p >= TURN ? cell << 9 | TURN : cell | TURN);
}

static int low3(int p);

static int high3(int p) {
    int best = -2, n = count3(p);
    for (int i = 0; i < n; i++) {
        int value = low3(nth3(p, i));
        if (value > best)
            best = value;
    }
    return best == -2 ? score3(p) : best;
}

static int low3(int p) {
    int best = 2, n = count3(p);
    for (int i = 0; i < n; i++) {
        int value = high3(nth3(p, i));
        if (value < best)
            best = value;
    }
    return best == 2 ? score3(p) : best;
}

int tictactoe_minimax(void) { return high3(0); }

typedef struct {
    i64 mover, stones;
} four;

static int won4(i64 s) {
    i64 line;
    line = s & s >> 1;
    if (line & line >> 2)
        return 1;
    line = s & s >> 7;
    if (line & line >> 14)
        return 1;
    line = s & s >> 6;
    if (line & line >> 12)
        return 1;
    line = s & s >> 8;
    return (line & line >> 16) != 0;
}

static int score4(four p) {
    return !won4(p.mover ^ p.stones) ? 0 : __builtin_popcountll(p.stones) & 1 ? 1 : -1;
}

static int low4(four p, int left, int alpha, int beta);

static int high4(four p, int left, int alpha, int beta) {
    int best = -2;
    i64 other = p.mover ^ p.stones;
    if (left && !won4(other))
        for (i64 moves = (p.stones + bottoms) & cells; moves; moves &= moves - 1) {
            int value = low4((four){other, p.stones | (moves & -moves)}, left - 1, alpha, beta);
            if (value > best) {
                best = value;
                if (value >= beta)
                    break;
                if (value > alpha)
                    alpha = value;
            }
        }
    return best == -2 ? score4(p) : best;
}

static int low4(four p, int left, int alpha, int beta) {
    int best = 2;
    i64 other = p.mover ^ p.stones;
    if (left && !won4(other))
        for (i64 moves = (p.stones + bottoms) & cells; moves; moves &= moves - 1) {
            int value = high4((four){other, p.stones | (moves & -moves)}, left - 1, alpha, beta);
            if (value < best) {
                best = value;
                if (value <= alpha)
                    break;
                if (value < beta)
                    beta = value;
            }
        }
    return best == 2 ? score4(p) : best;
}

int connect4_alpha_beta(int depth) { return high4((four){0, 0}, depth, -2, 2); }

/* SplitMix, as in fpgames.rand.generators. */

static u64 mix64(u64 z) {
    z = (z ^ z >> 33) * 0xff51afd7ed558ccd;
    z = (z ^ z >> 33) * 0xc4ceb9fe1a85ec53;
    return z ^ z >> 33;
}

static u64 mix_gamma(u64 z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    z = (z ^ z >> 31) | 1;
    return __builtin_popcountll(z ^ z >> 1) >= 24 ? z : z ^ 0xaaaaaaaaaaaaaaaa;
}

typedef struct {
    u64 seed, gamma;
} gen;

static gen split_off(gen *g) {
    u64 middle = g->seed + g->gamma;
    g->seed = middle + g->gamma;
    return (gen){mix64(middle), mix_gamma(g->seed)};
}

static u64 below(gen *g, int n) { /* uniformly one of 0 to n - 1 */
    if (n < 2)
        return 0;
    u64 last = n - 1, mask = ~(u64)0 >> __builtin_clzll(last), found;
    do {
        g->seed += g->gamma;
        found = mix64(g->seed) & mask;
    } while (found > last);
    return found;
}

void tictactoe_playouts(u64 seed, u64 gamma, i64 n, i64 *counts) {
    gen g = {seed, gamma};
    counts[0] = counts[1] = counts[2] = 0;
    while (n--) {
        gen theirs = split_off(&g);
        int p = 0, ways;
        while ((ways = count3(p)))
            p = nth3(p, below(&theirs, ways));
        counts[1 - score3(p)]++;
    }
}

void connect4_playouts(u64 seed, u64 gamma, i64 n, i64 *counts) {
    gen g = {seed, gamma};
    counts[0] = counts[1] = counts[2] = 0;
    while (n--) {
        gen theirs = split_off(&g);
        four p = {0, 0};
        for (;;) {
            i64 other = p.mover ^ p.stones;
            i64 moves = won4(other) ? 0 : (p.stones + bottoms) & cells;
            int ways = __builtin_popcountll(moves);
            if (!ways)
                break;
            for (u64 i = below(&theirs, ways); i; i--)
                moves &= moves - 1;
            p = (four){other, p.stones | (moves & -moves)};
        }
        counts[1 - score4(p)]++;
    }
}
