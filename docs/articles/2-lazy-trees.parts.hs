-- The Haskell of the page beside this file, part by part, each as the page shows it.

-- part-successors
import Data.Bits (bit, shiftR, testBit, xor, (.&.), (.|.))

successors :: Int -> [Int]
successors p
  | static p /= 0 = []
  | otherwise = [mark cell | cell <- [0 .. 8], not (testBit marked cell)]
  where
    mark cell = p `xor` bit 18 .|. bit (cell + side)
    marked = p .|. p `shiftR` 9
    side = if testBit p 18 then 9 else 0

static :: Int -> Int
static p = fromEnum (won p) - fromEnum (won (p `shiftR` 9))
  where won marks = any (\row -> marks .&. row == row) [7, 56, 448, 73, 146, 292, 273, 84]

-- part-abMaximise
abMaximise, abMinimise :: Ord a => Tree a -> a
abMaximise = maximum . minima
abMinimise = minimum . maxima

minima, maxima :: Ord a => Tree a -> [a]
minima (Node a []) = [a]
minima (Node _ below) = improving minimum (<=) (map maxima below)
maxima (Node a []) = [a]
maxima (Node _ below) = improving maximum (>=) (map minima below)

improving :: ([a] -> a) -> (a -> a -> Bool) -> [[a]] -> [a]
improving _ _ [] = []
improving best hopeless (first : rest) = bound : go bound rest
  where
    bound = best first
    go _ [] = []
    go b (xs : xss)
      | any (`hopeless` b) xs = go b xss
      | otherwise = let b' = best xs in b' : go b' xss

-- part-keepReplies
import Data.List (sortOn)

-- Right where X moves at the root; nodes that hold the player would need no such condition.
keepReplies :: Ord b => Int -> (a -> b) -> Tree a -> Tree a
keepReplies n key (Node a below) = Node a (map pick below)
  where
    pick (Node b replies) = Node b (map (keepReplies n key) (best replies))
    best = take n . sortOn (key . label)
    label (Node b _) = b

-- part-lookAhead
data Rules p m = Rules { movesOf :: p -> [m], playOf :: p -> m -> p, worthOf :: p -> Int }

lookAhead :: Rules p m -> Int -> p -> Int
lookAhead rules n = maximise . mapTree (worthOf rules) . prune n . buildTree next
  where next p = map (playOf rules p) (movesOf rules p)

-- part-end
