-- The Haskell of the page beside this file, part by part, each as the page shows it.

-- part-mul2
import Control.Monad.ST (ST, runST, stToIO)

mul2 :: Int -> ST s Int
mul2 x = pure (2 * x)

six :: Int
six = runST (mul2 3)  -- a plain number

eight :: IO Int
eight = stToIO (mul2 4)  -- an action of the whole program

-- part-draw
import Data.STRef (STRef, readSTRef, writeSTRef)
import System.Random (StdGen, uniformR)

type GenST s = STRef s StdGen

draw :: (Int, Int) -> GenST s -> ST s Int
draw range ref = do
  (x, gen) <- uniformR range <$> readSTRef ref
  writeSTRef ref gen
  pure x

randMul2Add1, inOneLine :: GenST s -> ST s Int
randMul2Add1 gen = do
  drawn <- draw (1, 100) gen
  doubled <- mul2 drawn
  pure (add1 doubled)

inOneLine gen = fmap add1 (mul2 =<< draw (1, 100) gen)

-- part-boxed
import Data.Array.Unboxed (Array, UArray, amap, listArray)

boxed, doubled :: Array Int Int  -- of unboxed values: UArray Int Int
boxed = listArray (0, 1) [2, 3]
doubled = amap (* 2) boxed  -- the elements are 4 and 6

-- part-createSTVector
import Data.Array.ST (STArray, newListArray, readArray, writeArray)

createSTVector :: ST s (STArray s Int Int)
createSTVector = newListArray (0, 1) [2, 3]

mul2head :: STArray s Int Int -> ST s ()
mul2head v = readArray v 0 >>= writeArray v 0 . (* 2)

mySTFunc :: Int -> ST s Int
mySTFunc x = do
  v <- createSTVector
  writeArray v 0 x
  mul2head v
  readArray v 0

four :: Int
four = runST (mySTFunc 2)

-- part-nI
import Data.Array.ST (STArray, mapArray, newArray, readArray, writeArray)

nI, nJ :: Int
nI = 6
nJ = 7

data Cell = CellE | CellR | CellY deriving (Eq, Show)
data Player = PlayerR | PlayerY deriving (Eq, Show)
data Status = PlayR | PlayY | Tie | WinR | WinY deriving (Eq, Ord, Show)

type Board s = STArray s (Int, Int) Cell

player2Cell :: Player -> Cell
player2Cell p = if p == PlayerR then CellR else CellY

nextPlayer :: Player -> Player
nextPlayer p = if p == PlayerR then PlayerY else PlayerR

-- part-toPlay
data Game s = Game
  { status :: Status
  , currentPlayer, firstPlayer :: Player
  , moves :: [Int]      -- the columns that are not full
  , cells :: Board s }  -- edited in place

toPlay, winner :: Player -> Status
toPlay p = if p == PlayerR then PlayR else PlayY
winner p = if p == PlayerR then WinR else WinY

emptyBoard :: ST s (Board s)
emptyBoard = newArray ((0, 0), (nI - 1, nJ - 1)) CellE

mkGame, mkGame' :: Player -> ST s (Game s)
mkGame p = Game (toPlay p) p p [0 .. nJ - 1] <$> emptyBoard

mkGame' p = do
  board <- emptyBoard
  pure (Game (toPlay p) p p [0 .. nJ - 1] board)

cloneGame, nextGame :: Game s -> ST s (Game s)
cloneGame game = do
  board <- mapArray id (cells game)  -- a new array, equal to the old one
  pure game { cells = board }

nextGame = mkGame . nextPlayer . firstPlayer

isRunning :: Game s -> Bool
isRunning game = status game < Tie

nMovesGame :: Game s -> Int
nMovesGame = length . moves

-- part-checkIJ
import Data.Ix (inRange)

checkIJ :: (Int, Int) -> Bool
checkIJ = inRange ((0, 0), (nI - 1, nJ - 1))

lineLength :: (Int, Int) -> (Int, Int) -> Cell -> Board s -> ST s Int
lineLength (i, j) (di, dj) c board
  | checkIJ next = readArray board next >>= further
  | otherwise = pure 0
  where
    next = (i + di, j + dj)
    further held = if held == c then (+ 1) <$> lineLength next (di, dj) c board else pure 0

checkLine :: (Int, Int) -> Cell -> Board s -> (Int, Int) -> ST s Bool
checkLine at c board (di, dj) = do
  forth <- lineLength at (di, dj) c board
  back <- lineLength at (-di, -dj) c board
  pure (forth + back >= 3)

-- part-playK
import Data.List (delete)

playK :: Int -> Game s -> ST s (Game s)
playK k game = do
  let (j, p, board) = (moves game !! k, currentPlayer game, cells game)
  i <- lowest board j 0
  writeArray board (i, j) (player2Cell p)
  won <- or <$> mapM (checkLine (i, j) (player2Cell p) board) [(0, 1), (1, 0), (1, 1), (1, -1)]
  let left = if i == nI - 1 then delete j (moves game) else moves game
  pure (ended won game { moves = left })

lowest :: Board s -> Int -> Int -> ST s Int
lowest board j i = do
  held <- readArray board (i, j)
  if held == CellE then pure i else lowest board j (i + 1)

ended :: Bool -> Game s -> Game s
ended won game
  | won = game { status = winner p }
  | null (moves game) = game { status = Tie }
  | otherwise = game { status = toPlay (nextPlayer p), currentPlayer = nextPlayer p }
  where p = currentPlayer game

-- part-dropped
import Data.Array.ST (freeze, thaw, writeArray)
import Data.Array.Unboxed (UArray)

type Cells = UArray (Int, Int) Char  -- immutable, unboxed

dropped :: Cells -> Char -> Int -> Cells
dropped cells c j = runST $ do
  board <- thaw cells
  i <- lowest board j 0
  writeArray board (i, j) c
  freeze board  -- lowest is as in the other tab, but on an STUArray of Char

-- part-end
