-- The Haskell of the chapters, each part as its chapter shows it.

-- part-01
data Rules p m = Rules
  { start   :: p
  , moves   :: p -> [m]
  , play    :: p -> m -> p
  , player  :: p -> Player  -- whose turn it is
  , outcome :: p -> Maybe Outcome
  , display :: p -> String  -- rules.show; Haskell's own show has another meaning
  }

-- part-05
evaluate :: Position -> Int
evaluate = minimax . mapTree static . prune 5 . buildTree successors

prune :: Int -> Tree a -> Tree a
prune 0 (Node a _)  = Node a []
prune n (Node a ts) = Node a (map (prune (n - 1)) ts)

-- part-06
searchMax :: Int -> Int -> Tree Int -> Int
searchMax _     _    (Node x []) = x
searchMax alpha beta (Node _ ts) = maximum (values alpha ts)
  where
    values _ []       = []
    values a (u : us) = value : if beta <= a' then [] else values a' us
      where value = searchMin a beta u
            a'    = max a value

-- part-08
type Bot = Position -> State StdGen Move

botFrom :: (Position -> Int) -> Bot
botFrom evaluate p = return (snd (foldl1 better [(evaluate (play p m), m) | m <- moves p]))
  where
    better a b = if worth b > worth a then b else a
    worth (value, _) = if player p == First then value else negate value

-- part-10
urgent :: Tree Position -> [Tree Position]
urgent tree = concat (take 1 (filter (not . null) [take 1 winning, safe, take 1 below]))
  where
    below = subForest tree
    winning = filter ((/= 0) . static . rootLabel) below
    safe = filter (not . winsAtOnce . rootLabel) below

sharp :: Position -> Int
sharp = alphaBeta . mapTree static . extendWhile winsAtOnce 2 . rebuild urgent . buildTree successors

-- part-11
data Player = First | Second deriving (Eq, Ord, Read, Show)
data Outcome = FirstWon | Draw | SecondWon deriving (Eq, Ord, Show)
data Heap = Heap { count :: Int, turn :: Player } deriving (Eq, Ord, Read, Show)

opponent :: Player -> Player
opponent First  = Second
opponent Second = First

won :: Player -> Outcome
won First  = FirstWon
won Second = SecondWon

stones :: Rules Heap Int
stones = Rules
  { start = Heap 21 First
  , moves = \heap -> [1 .. min 3 (count heap)]
  , play = \heap n -> Heap (count heap - n) (opponent (turn heap))
  , player = turn
  , outcome = \heap -> if count heap > 0 then Nothing else Just (won (opponent (turn heap)))
  }

-- part-end
