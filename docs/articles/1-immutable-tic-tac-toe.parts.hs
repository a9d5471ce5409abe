-- The Haskell of the page beside this file, part by part, each as the page shows it.

-- part-start
import Data.List (delete)
import qualified Data.Vector as V

type Move = Int

data Player = X | O deriving (Eq, Show)

data TicTacToe = TicTacToe
  { grid :: V.Vector (Maybe Player), empty :: [Move], player, opponent :: Player }

start :: TicTacToe
start = TicTacToe (V.replicate 9 Nothing) [0 .. 8] X O

-- part-tryPlay
data IllegalMove = IllegalMove Move [Move] deriving Show

tryPlay :: TicTacToe -> Move -> Either IllegalMove TicTacToe
tryPlay p m
  | m `notElem` empty p = Left (IllegalMove m (empty p))
  | otherwise = Right (TicTacToe marked (delete m (empty p)) (opponent p) (player p))
  where marked = grid p V.// [(m, Just (player p))]

play :: TicTacToe -> Move -> TicTacToe
play p = either (error . show) id . tryPlay p

-- part-outcome
data Outcome = Won Player | Draw deriving (Eq, Show)

outcome :: TicTacToe -> Maybe Outcome
outcome p
  | any (all marked) rows = Just (Won (opponent p))  -- only the player who has just moved can have won
  | null (empty p) = Just Draw
  | otherwise = Nothing
  where
    marked cell = grid p V.! cell == Just (opponent p)
    rows = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]

moves :: TicTacToe -> [Move]  -- none when the game is over
moves p = maybe (empty p) (const []) (outcome p)

-- part-chance
import Data.Tree (foldTree, unfoldTree)

chance :: TicTacToe -> Rational
chance = foldTree average . unfoldTree (\p -> (p, map (play p) (moves p)))
  where
    average p [] = if outcome p == Just (Won X) then 1 else 0
    average _ below = sum below / fromIntegral (length below)

-- part-randomByHand
import System.Random (StdGen, randomR)

type HandBot = TicTacToe -> StdGen -> (Move, StdGen)

randomByHand :: HandBot
randomByHand p gen = (moves p !! i, gen')
  where (i, gen') = randomR (0, length (moves p) - 1) gen

-- part-gameByHand
gameByHand :: TicTacToe -> HandBot -> HandBot -> StdGen -> (Outcome, TicTacToe, StdGen)
gameByHand p x o gen = case outcome p of
  Just end -> (end, p, gen)
  Nothing -> let (m, gen') = (if player p == X then x else o) p gen in gameByHand (play p m) x o gen'

-- part-winsByHand
import Data.List (foldl')

winsByHand :: Move -> Int -> TicTacToe -> StdGen -> (Int, StdGen)
winsByHand m n p gen = foldl' once (0, gen) [1 .. n]
  where
    once (wins, g) _ = (if end == Won (player p) then wins + 1 else wins, g')
      where (end, _, g') = gameByHand (play p m) randomByHand randomByHand g

-- part-mcByHand
mcByHand :: Int -> HandBot
mcByHand n p gen = (snd best, gen')
  where
    each = max 1 (n `div` length (moves p))
    (best, gen') = foldr evaluate ((0, 0), gen) (moves p)  -- from the right: the last move first
    evaluate m (most, g) = (max most (wins, m), g')
      where (wins, g') = winsByHand m each p g

-- part-botRandom
import Control.Monad.State

type Rand = State StdGen
type Bot = TicTacToe -> Rand Move

botRandom :: Bot
botRandom p = do
  gen <- get
  let (i, after) = randomR (0, length (moves p) - 1) gen
  put after
  return (moves p !! i)

-- part-playGame
playGame :: TicTacToe -> Bot -> Bot -> Rand (Outcome, TicTacToe)
playGame p x o = case outcome p of
  Just end -> return (end, p)
  Nothing -> do
    m <- (if player p == X then x else o) p
    playGame (play p m) x o

-- part-evalMove
import Control.Monad (replicateM)

evalMove :: Int -> TicTacToe -> Move -> Rand (Int, Move)
evalMove n p m = do
  ends <- replicateM n (fst <$> playGame (play p m) botRandom botRandom)
  return (length (filter (== Won (player p)) ends), m)

botMc :: Int -> Bot
botMc n p = snd . maximum <$> mapM (evalMove each p) (moves p)
  where each = max 1 (n `div` length (moves p))

-- part-end
