import { failureOf } from './explore.js';
import type { Target } from './target.js';

/** Attempts to make an input smaller. */
const ATTEMPTS = 400;

/** Leaves out parts of the input, large ones first, as long as the failure stays the same. */
export async function smallest(target: Target, input: Buffer, failure: string): Promise<Buffer> {
  let [best, left] = [input, ATTEMPTS];
  for (let size = Math.ceil(best.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < best.length && left > 0; left -= 1) {
      const without = Buffer.concat([best.subarray(0, at), best.subarray(at + size)]);
      if ((await failureOf(target, without)) === failure) best = without;
      else at += size;
    }
  }
  return best;
}
