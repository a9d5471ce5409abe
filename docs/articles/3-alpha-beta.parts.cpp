// The C++ of the page beside this file, part by part, each as the page shows it.

// part-calcMax
int calcMax(Game& game, int depth) {
    if (depth == 0 || game.over())
        return evaluate(game);
    int best = INT_MIN;
    for (int move : game.moves()) {
        game.play(move);
        best = std::max(best, calcMin(game, depth - 1));
        game.undo();
    }
    return best;
}

// part-calcMaxInWindow
int Ai::calcMax(Game& game, int depth, int alpha, int beta) {
    if (depth == 0 || game.over())
        return evaluate(game);
    for (int move : game.moves()) {
        game.play(move);
        alpha = std::max(alpha, calcMin(game, depth - 1, alpha, beta));
        game.undo();  // before anything that leaves the loop
        if (beta <= alpha)
            break;
    }
    return alpha;
}

// part-Ai
class Ai {
public:
    int calcIA(Game& game, int depth);  // returns the move to play

private:
    int calcMax(Game& game, int depth, int alpha, int beta);
    int calcMin(Game& game, int depth, int alpha, int beta);
    int evaluate(const Game& game);  // great if the position is good for this player
};

// part-calcMin
int Ai::calcMin(Game& game, int depth, int alpha, int beta) {
    if (depth == 0 || game.over())
        return evaluate(game);
    for (int move : game.moves()) {
        game.play(move);
        beta = std::min(beta, calcMax(game, depth - 1, alpha, beta));
        game.undo();
        if (beta <= alpha)
            break;
    }
    return beta;
}

// part-calcIA
int Ai::calcIA(Game& game, int depth) {
    int best = -1;
    int alpha = INT_MIN;
    for (int move : game.moves()) {
        game.play(move);
        int value = calcMin(game, depth - 1, alpha, INT_MAX);
        game.undo();
        if (value > alpha) {
            alpha = value;
            best = move;
        }
    }
    return best;
}

// part-end
