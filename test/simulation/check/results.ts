import type { Goal } from '../user/goal.js';
import type { Words } from '../user/word.js';
import type { World } from '../world.js';
import { Violation } from './violation.js';

/** The result of a run that has ended says of each row what the service knows. */
export function checkResult(world: World, goal: Goal, words: Words): void {
  if (goal.output === undefined) return;
  const [head = '', ...rows] = world.disk.read(goal.output).toString().trimEnd().split('\n');
  const status = head.split(',').indexOf('lookup_status');
  const input = world.disk
    .read(goal.argv[2] ?? '')
    .toString()
    .trimEnd()
    .split('\n')
    .slice(1);
  if (rows.length !== input.length) {
    throw new Violation('sums are exact', `${rows.length} rows in the result of ${input.length}`);
  }
  const { people } = world.service;
  for (const row of rows) {
    const cells = row.split(',');
    const [id = '', told] = [cells[0], cells[status]];
    const wanted = !goal.ids.includes(id)
      ? 'invalid'
      : people.isRejected(id)
        ? 'invalid'
        : people.isFound(id)
          ? 'found'
          : 'not_found';
    if (told === wanted || (words.givenUp.has(id) && told === 'failed')) continue;
    // Who asked singly before may have a record of one whom a batch does not hold for valid.
    if (wanted === 'invalid' && told === 'found' && people.isFound(id)) continue;
    throw new Violation(
      'results are true',
      `${id} is ${told ?? 'missing'} and should be ${wanted}`,
    );
  }
}
