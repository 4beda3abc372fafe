import type { Goal } from '../user/goal.js';
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
    const told = charges.map(({ by, credits, at }) => `${by}: ${credits} at ${at}`).join(', ');
    // After that a paid record answers no longer (money rule 5).
    const soon = charges.filter(({ at }, n) => at - (charges[n - 1]?.at ?? at) < REUSE);
    if (soon.length > 1 + (words.allowed.get(key) ?? 0)) {
      throw new Violation('charged once', `${key} was charged by ${told}`);
    }
    const isHome =
      records.has(id) || world.delivered.has(id) || words.givenUp.has(id) || key !== id;
    if (!isHome) throw new Violation('paid results are home', `${key}, charged by ${told}`);
  }
}

/** The result of a run that has ended says of each row what the service knows. */
export function checkResult(world: World, goal: Goal, words: Words): void {
  if (goal.output === undefined) return;
  const [head = '', ...rows] = world.disk.read(goal.output).toString().trimEnd().split('\n');
  const status = head.split(',').indexOf('lookup_status');
  const input =
    world.disk
      .read(goal.argv[2] ?? '')
      .toString()
      .trimEnd()
      .split('\n').length - 1;
  if (rows.length !== input)
    throw new Violation('sums are exact', `${rows.length} rows in the result of ${input}`);
  const { people } = world.service;
  for (const row of rows) {
    const cells = row.split(',');
    const [id = '', told] = [cells[0], cells[status]];
    const isValid = goal.ids.includes(id) && !people.isRejected(id);
    const wanted = !isValid ? 'invalid' : people.isFound(id) ? 'found' : 'not_found';
    if (told === wanted || (words.givenUp.has(id) && told === 'failed')) continue;
    // Who asked singly before may have a record of one whom a batch does not hold for valid.
    if (wanted === 'invalid' && told === 'found' && people.isFound(id)) continue;
    throw new Violation('results are true', `${id} is ${told ?? 'missing'}, and not ${wanted}`);
  }
}
