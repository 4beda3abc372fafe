import { distance } from 'fastest-levenshtein';

/** The most edits of a mistyped word; with more, it is another word. */
const MOST_SLIPS = 2;

/** Returns the candidate nearest to a mistyped word, if it is similar enough. */
export function findClosest(word: string, candidates: readonly string[]): string | undefined {
  const slipCounts = new Map(
    candidates.map((candidate) => [candidate, countSlips(word, candidate)]),
  );
  const similar = candidates.filter((candidate) => {
    const slips = slipCounts.get(candidate) ?? Infinity;
    // Two edits in a word of four letters leave half of it.
    return slips <= MOST_SLIPS && slips < candidate.length / 2;
  });
  return similar.toSorted((a, b) => (slipCounts.get(a) ?? 0) - (slipCounts.get(b) ?? 0))[0];
}

/** Returns how many letters were inserted, deleted or replaced; two swapped letters are one slip. */
function countSlips(word: string, candidate: string): number {
  const [a, b] = [word.toLowerCase(), candidate.toLowerCase()];
  const slips = distance(a, b);
  return slips === 2 && sortLetters(a) === sortLetters(b) ? 1 : slips;
}

function sortLetters(word: string): string {
  return Array.from(word).sort().join('');
}
