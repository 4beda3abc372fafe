import type { Words } from '../user/word.js';
import type { World } from '../world.js';
import { viewLedger } from './ledger-view.js';
import { Violation } from './violation.js';

const REUSE = 30 * 86_400_000;

/** Nobody pays twice, unless they said the word for it; and everything that was paid for is home or given up. */
export function checkMoney(world: World, words: Words): void {
  const { records } = viewLedger(world);
  for (const [key, charges] of world.service.book.byIdentifier()) {
    const id = key.replace('realtime ', '');
    const told = charges.map(
      ({ by, credits, at }) => `${by}: ${credits} at ${new Date(at).toISOString()}`,
    );
    // After that a paid record answers no longer (money rule 5).
    const soon = charges.filter(({ at }, n) => at - (charges[n - 1]?.at ?? at) < REUSE);
    if (soon.length > 1 + (words.allowed.get(key) ?? 0)) {
      throw new Violation('charged once', `${key} was charged by ${told.join(', ')}`);
    }
    const isHome =
      records.has(id) || world.delivered.has(id) || words.givenUp.has(id) || key !== id;
    if (!isHome)
      throw new Violation('paid results are home', `${key}, charged by ${told.join(', ')}`);
  }
}
