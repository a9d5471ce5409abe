/* Connect Four solved by the ten steps of Pons, Solving Connect 4 (gamesolver.org), parts 3 to 12, counting nodes alike.

     g++ -O3 -std=c++17 -o connect4_solver connect4_solver.cpp    (another board: -DWIDTH=6 -DHEIGHT=5)
     ./connect4_solver PART strong|weak [fresh] < positions

   A position is a line of columns, from 1. Printed for each: its score, seen by the player to move, and the nodes of
   the search. A win by the player's last stone scores 1, one stone earlier 2, ...; weak keeps the sign. The table of
   parts 7 to 12 lives as long as the program, with "fresh" as long as one position. Emptying it is not timed.

   3 minimax; 4 alpha-beta, in a window no wider than what is still possible; 5 columns from the centre; 6 bitboards
   (all parts here have them); 7 a table of upper bounds; 8 halving by windows of width one; 9 no moves that lose at once;
   10 moves with many winning cells first; 11 a smaller table entry; 12 lower bounds in the table too. */

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#ifndef WIDTH
#define WIDTH 7
#endif
#ifndef HEIGHT
#define HEIGHT 6
#endif

using u64 = std::uint64_t;

constexpr int CELLS = WIDTH * HEIGHT, TALL = HEIGHT + 1, BITS = WIDTH * TALL;
static_assert(WIDTH <= 9 && HEIGHT < 20 && BITS <= 64, "columns are digits, and a board is one word");

constexpr u64 column(int c) { return ((u64(1) << HEIGHT) - 1) << c * TALL; }

constexpr u64 bottoms(int c) { return c ? u64(1) << (c - 1) * TALL | bottoms(c - 1) : 0; } // of the first columns

constexpr u64 BOTTOMS = bottoms(WIDTH), BOARD = BOTTOMS * ((u64(1) << HEIGHT) - 1);

/* The cells, taken or free, that are in line with three of these stones. */
inline u64 fourths(u64 stones) {
    u64 found = (stones << 1) & (stones << 2) & (stones << 3);
    for (int step : {TALL - 1, TALL, TALL + 1}) {
        u64 up = stones << step, down = stones >> step;
        found |= up & (stones << 2 * step) & (stones << 3 * step | down);
        found |= down & (stones >> 2 * step) & (stones >> 3 * step | up);
    }
    return found;
}

struct Position {
    u64 mover = 0, stones = 0; // those of the player to move, and all
    int count = 0;

    u64 playable() const { return (stones + BOTTOMS) & BOARD; }
    u64 wins() const { return fourths(mover) & playable(); }
    u64 threats() const { return fourths(mover ^ stones) & ~stones & BOARD; }
    u64 key() const { return mover + stones; } // no two positions have the same
    Position after(u64 cell) const { return {mover ^ stones, stones | cell, count + 1}; }

    /* Moves after which the opponent cannot win at once, if the player to move cannot. */
    u64 safe() const {
        u64 moves = playable(), threatened = threats(), forced = moves & threatened;
        if (forced & (forced - 1)) // two cells cannot both be taken
            return 0;
        return (forced ? forced : moves) & ~(threatened >> 1);
    }

    /* Free cells that would complete a line, once the player to move has this cell too. */
    int promise(u64 cell) const {
        return __builtin_popcountll(fourths(mover | cell) & ~(stones | cell) & BOARD);
    }

    bool over() const { return fourths(mover ^ stones) & (mover ^ stones); } // the player who has moved has a line
};

/* Bounds of scores by key; a later one replaces an earlier one. An entry of 0 is empty. */
template <class Key, u64 SIZE> struct Table {
    std::vector<Key> keys = std::vector<Key>(SIZE);
    std::vector<std::uint8_t> bounds = std::vector<std::uint8_t>(SIZE);

    int get(u64 key) const { return keys[key % SIZE] == Key(key) ? bounds[key % SIZE] : 0; }
    void put(u64 key, int bound) {
        keys[key % SIZE] = Key(key);
        bounds[key % SIZE] = std::uint8_t(bound);
    }
    void clear() {
        std::fill(keys.begin(), keys.end(), 0);
        std::fill(bounds.begin(), bounds.end(), 0);
    }
};

/* Half a key is enough in part 11: the index, the rest by an odd number, tells apart those with equal halves. */
template <int PART> constexpr bool HALVED = PART >= 11 && BITS <= 55;
template <int PART>
using TableOf = std::conditional_t<HALVED<PART>, Table<std::uint32_t, 8388617>, Table<u64, 8388593>>;

constexpr int upper_bound(int score) { return 2 * (score + 32); }
constexpr int lower_bound(int score) { return 2 * (score + 32) + 1; }
constexpr int score_of(int bound) { return bound / 2 - 32; }
constexpr bool is_lower(int bound) { return bound & 1; }

using Moves = std::array<u64, WIDTH>;

/* Columns: from the left up to part 4, later from the centre; from part 10 those with the greatest promise first. */
template <int PART> int ordered(const Position &p, u64 among, Moves &moves) {
    int n = 0;
    std::array<int, WIDTH> promises;
    for (int i = 0; i < WIDTH; i++) {
        u64 move = among & column(PART < 5 ? i : WIDTH / 2 + (i % 2 ? -(i + 1) / 2 : i / 2));
        if (!move)
            continue;
        int promise = PART < 10 ? 0 : p.promise(move), at = n++;
        for (; at > 0 && promises[at - 1] < promise; at--) {
            moves[at] = moves[at - 1];
            promises[at] = promises[at - 1];
        }
        moves[at] = move;
        promises[at] = promise;
    }
    return n;
}

template <int PART> struct Solver {
    TableOf<PART> table;
    u64 nodes = 0;

    /* The score if it is inside the window; otherwise a bound of it, on its side of the window. */
    int search(const Position &p, int alpha, int beta) {
        nodes++;
        if (PART < 9 && p.wins())
            return (CELLS + 1 - p.count) / 2;
        u64 among = PART < 9 ? p.playable() : p.safe();
        if (PART >= 9 && !among)
            return -(CELLS - p.count) / 2;
        if (p.count >= (PART < 9 ? CELLS : CELLS - 2))
            return 0;
        int least = -(CELLS - 2 - p.count) / 2, most = (CELLS - 1 - p.count) / 2;
        if (PART >= 7)
            if (int bound = table.get(p.key()))
                (is_lower(bound) ? least : most) = score_of(bound);
        if (PART >= 9 && alpha < least && (alpha = least) >= beta)
            return alpha;
        if (PART >= 4 && beta > most && alpha >= (beta = most))
            return beta;
        Moves moves;
        int n = ordered<PART>(p, among, moves);
        for (int i = 0; i < n; i++) {
            int score = -search(p.after(moves[i]), -beta, -alpha);
            if (PART >= 4 && score >= beta) {
                if (PART >= 12)
                    table.put(p.key(), lower_bound(score));
                return score;
            }
            alpha = std::max(alpha, score);
        }
        if (PART >= 7)
            table.put(p.key(), upper_bound(alpha));
        return alpha;
    }

    int solve(const Position &p, bool weak) {
        nodes = 0;
        if (PART >= 9 && p.wins())
            return weak ? 1 : (CELLS + 1 - p.count) / 2;
        int low = weak ? -1 : -(CELLS - p.count) / 2, high = weak ? 1 : (CELLS + 1 - p.count) / 2;
        if (PART < 8) {
            int most = weak && PART > 3 ? 1 : CELLS / 2, score = search(p, -most, most);
            return weak ? (score > 0) - (score < 0) : score;
        }
        while (low < high) {
            int middle = low + (high - low) / 2; // moved towards 0, which is decided fastest
            if (middle <= 0 && low / 2 < middle)
                middle = low / 2;
            else if (middle >= 0 && high / 2 > middle)
                middle = high / 2;
            int score = search(p, middle, middle + 1);
            (score <= middle ? high : low) = score;
        }
        return weak ? (low > 0) - (low < 0) : low;
    }
};

/* The position after these columns; false if one of them cannot be played, or a line is complete. */
bool read(const std::string &columns, Position &p) {
    for (char digit : columns) {
        int c = digit - '1';
        u64 cell = c >= 0 && c < WIDTH ? p.playable() & column(c) : 0;
        if (!cell || p.over())
            return false;
        p = p.after(cell);
    }
    return !p.over();
}

template <int PART> int run(bool weak, bool fresh) {
    static Solver<PART> solver;
    u64 positions = 0, nodes = 0;
    double seconds = 0;
    for (std::string columns; std::getline(std::cin, columns); positions++) {
        Position p;
        if (!read(columns, p)) {
            std::fprintf(stderr, "line %llu: %s is not the columns of a game that goes on, from 1 to %d\n",
                         (unsigned long long)positions + 1, columns.c_str(), WIDTH);
            return 2;
        }
        if (fresh)
            solver.table.clear();
        auto began = std::chrono::steady_clock::now();
        int score = solver.solve(p, weak);
        seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        nodes += solver.nodes;
        std::printf("%d %llu\n", score, (unsigned long long)solver.nodes);
        std::fflush(stdout);
    }
    std::fprintf(stderr, "%llu positions, %llu nodes, %.6f seconds, %.0f nodes a second\n",
                 (unsigned long long)positions, (unsigned long long)nodes, seconds, nodes / seconds);
    return 0;
}

template <int... PARTS> int chosen(int part, bool weak, bool fresh, std::integer_sequence<int, PARTS...>) {
    int status = 2;
    ((part == PARTS + 3 && (status = run<PARTS + 3>(weak, fresh), true)) || ...);
    return status;
}

int main(int n, char **words) {
    int part = n > 1 ? std::atoi(words[1]) : 0;
    bool weak = n > 2 && !std::strcmp(words[2], "weak"), fresh = n > 3 && !std::strcmp(words[3], "fresh");
    if (part < 3 || part > 12 || n < 3 || n > 4 || !(weak || !std::strcmp(words[2], "strong")) || fresh != (n == 4)) {
        std::fprintf(stderr, "usage: %s PART strong|weak [fresh], PART from 3 to 12\n", words[0]);
        return 2;
    }
    return chosen(part, weak, fresh, std::make_integer_sequence<int, 10>());
}
