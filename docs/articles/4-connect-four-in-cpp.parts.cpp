// The C++ of the page beside this file, part by part, each as the page shows it.

// part-player2cell
enum class Cell { E, R, Y };  // E: empty
enum class Player { R, Y };
enum class Status { PlayR, PlayY, Tie, WinR, WinY };

constexpr Cell player2cell(Player p) {
    switch (p) {
        case Player::R: return Cell::R;
        default: return Cell::Y;
    }
}

constexpr Player nextPlayer(Player p) {
    switch (p) {
        case Player::R: return Player::Y;
        default: return Player::R;
    }
}

// part-emptyCells
constexpr int NI = 6, NJ = 7;
using Row = std::array<Cell, NJ>;
using Cells = std::array<Row, NI>;

Cells emptyCells() {
    Row row;
    row.fill(Cell::E);
    Cells cells;
    cells.fill(row);
    return cells;
}

// part-Game
class Game {
    Cells _cells = emptyCells();
    std::vector<int> _moves = {0, 1, 2, 3, 4, 5, 6};  // the columns that are not full
    Status _status;
    Player _first, _current;

    // and onBoard, length and line, below

  public:
    explicit Game(Player first = Player::R);
    void newGame();
    void playK(int k);
    Status status() const { return _status; }
    Player currentPlayer() const { return _current; }
    Cell cell(int i, int j) const { return _cells[i][j]; }
    const std::vector<int>& moves() const { return _moves; }
    bool isRunning() const { return _status < Status::Tie; }
};

// part-playing
Status playing(Player p) { return p == Player::R ? Status::PlayR : Status::PlayY; }
Status winning(Player p) { return p == Player::R ? Status::WinR : Status::WinY; }

Game::Game(Player first) : _status(playing(first)), _first(first), _current(first) {}

void Game::newGame() { *this = Game(nextPlayer(_first)); }

// part-length
bool Game::onBoard(int i, int j) { return 0 <= i and i < NI and 0 <= j and j < NJ; }

int Game::length(int i, int j, int di, int dj) const {
    const Cell stone = _cells[i][j];
    for (int n = 0;; n++) {
        i += di, j += dj;
        if (not onBoard(i, j) or _cells[i][j] != stone)
            return n;
    }
}

bool Game::line(int i, int j, int di, int dj) const {
    return length(i, j, di, dj) + length(i, j, -di, -dj) >= 3;
}

// part-playK
void Game::playK(int k) {
    const int j = _moves[k];
    int i = 0;
    while (_cells[i][j] != Cell::E)  // the stone falls on those below
        i++;
    _cells[i][j] = player2cell(_current);
    const bool won = line(i, j, 0, 1) or line(i, j, 1, 0) or line(i, j, 1, 1) or line(i, j, 1, -1);

    if (won)
        _moves.clear();
    else if (i == NI - 1)
        _moves.erase(_moves.begin() + k);
    if (won or _moves.empty()) {
        _status = won ? winning(_current) : Status::Tie;
    } else {
        _current = nextPlayer(_current);
        _status = playing(_current);
    }
}

// part-MyClass
class MyClass {
  public:
    explicit MyClass(int a) : _a(a) {}

  protected:
    int _a;
    int mul2() const { return _a + _a; }
};

struct MyClassTest : MyClass {  // the members of a struct are public
    using MyClass::MyClass;     // the constructor
    using MyClass::_a;
    using MyClass::mul2;
};

// part-TEST
TEST(Game, RedColumn) {
    Game game;
    for (int k : {0, 4, 0, 4, 0, 4, 0}) {
        ASSERT_TRUE(game.isRunning());
        ASSERT_LT(k, std::ssize(game.moves()));
        game.playK(k);
    }
    const std::string expected[] = {"R...Y..", "R...Y..", "R...Y..", "R......", ".......", "......."};
    for (int i = 0; i < NI; i++)
        for (int j = 0; j < NJ; j++)
            EXPECT_EQ(expected[i][j], ".RY"[static_cast<int>(game.cell(i, j))]);
    EXPECT_EQ(game.status(), Status::WinR);
    EXPECT_EQ(game.currentPlayer(), Player::R);
    EXPECT_TRUE(game.moves().empty());
}

// part-end
