-- Steps 1 to 3 of Monte-Carlo tree search, after the program of article 1, with version 1.2 of random.
-- The search makes the same visits as the page's Python, from mkStdGen 1.

import Control.Monad (foldM)
import Data.List (elemIndex)
import Data.Maybe (fromJust)

-- part-node
data Node = Node { visits :: Int, wins :: Double, children :: [Node] }

unvisited :: Node
unvisited = Node 0 0 []

counted :: Player -> Outcome -> Node -> Node
counted mover end node = node { visits = visits node + 1, wins = wins node + reward }
  where
    reward = case end of
      Draw -> 1 / 2
      Won winner -> if winner == mover then 1 else 0

replaced :: Int -> Node -> [Node] -> [Node]
replaced i node nodes = take i nodes ++ node : drop (i + 1) nodes

-- part-pull
pull :: ([Node] -> Int) -> TicTacToe -> [Node] -> Rand [Node]
pull choose p nodes = do
  let i = choose nodes
  (end, _) <- playGame (play p (moves p !! i)) botRandom botRandom
  return (replaced i (counted (player p) end (nodes !! i)) nodes)

oneLevel :: ([Node] -> Int) -> Int -> TicTacToe -> Rand [Node]
oneLevel choose n p = foldM (\nodes _ -> pull choose p nodes) (map (const unvisited) (moves p)) [1 .. n]

-- part-fewest
fewest :: [Node] -> Int
fewest nodes = snd (minimum (zip (map visits nodes) [0 ..]))

-- part-ucb1
ucb1 :: [Node] -> Int
ucb1 nodes = fromJust (elemIndex (maximum bounds) bounds)
  where
    bounds = map bound nodes
    n = fromIntegral (sum (map visits nodes))
    bound (Node 0 _ _) = 1 / 0
    bound (Node k w _) = w / fromIntegral k + sqrt 2 * sqrt (log n / fromIntegral k)

-- part-visit
visit :: TicTacToe -> Node -> Rand (Outcome, Node)
visit p node
  | null (children node) = do
      (end, _) <- playGame p botRandom botRandom
      return (end, node { children = map (const unvisited) (moves p) })
  | otherwise = do
      let i = ucb1 (children node)
      (end, child) <- visit (play p (moves p !! i)) (children node !! i)
      return (end, node { children = replaced i (counted (player p) end child) (children node) })

uct :: Int -> TicTacToe -> Rand Node
uct n p = foldM (\root _ -> snd <$> visit p root) unvisited [1 .. n]

-- part-end
