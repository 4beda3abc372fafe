import type { RecordedDecision } from '../../../src/ledger/doubts.js';
import type { Screen } from '../machine/command.js';
import { Violation } from '../machine/scheduler.js';
import type { Charge } from '../model/service.js';
import type { Goal } from '../user/goals.js';
import { advices } from '../user/screen-reader.js';
import type { Words } from '../user/word.js';
import type { World } from '../world.js';
import { viewLedger } from './ledger-view.js';
import { composed } from '../../../src/sqlite/sql.js';

const REUSE = 30 * 86_400_000;

/** Nobody pays twice, unless they said the word for it; and everything that was paid for is home or given up. */
export function checkMoney(world: World, words: Words): void {
  const { records } = viewLedger(world);
  const byIdentifier = new Map<string, Charge[]>();
  for (const charge of world.service.charges) {
    // Those of real-time lookups are counted by themselves.
    const key = `${charge.endpoint === 'realtime' ? 'realtime ' : ''}${charge.id}`;
    byIdentifier.set(key, [...(byIdentifier.get(key) ?? []), charge]);
  }
  for (const [key, charges] of byIdentifier) {
    const told = charges.map(({ by, credits, at }) => `${by}: ${credits} at ${at}`).join(', ');
    // After that a paid record answers no longer (money rule 5).
    const soon = charges.filter(({ at }, n) => at - (charges[n - 1]?.at ?? at) < REUSE);
    if (soon.length > 1 + (words.allowed.get(key) ?? 0))
      throw new Violation('charged once', `${key} was charged by ${told}`);
    if (!key.startsWith('realtime') && !records.has(key) && !words.givenUp.has(key))
      throw new Violation('paid results are home', `${key}, charged by ${told}`);
  }
}

/** The result of a run that has ended says of each row what the service knows. */
export function checkResult({ disk, service }: World, goal: Goal, words: Words): void {
  if (goal.output === undefined) return;
  const linesOf = (path: string) => disk.read(path).toString().trimEnd().split('\n');
  const [head = '', ...rows] = linesOf(goal.output);
  const status = head.split(',').indexOf('lookup_status');
  const input = linesOf(goal.argv[2] ?? '').length - 1;
  if (rows.length !== input)
    throw new Violation('sums are exact', `${rows.length} rows in the result of ${input}`);
  const { people } = service;
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

/** An error begins with its name; a single lookup's with the masked identifier, one of several with its place. */
const SENTENCE =
  /^(confere: |\{"error"|((argument|line) \d+, )?(\*\*\*[\d.*-]+|[\dA-Z./-]{14,}): )/m;

export function checkScreen(screen: Screen): void {
  const { code, stderr, argv } = screen;
  if (code === null) return;
  const shown = `confere ${argv.join(' ')}: exit ${code}\n${stderr}`;
  if (code === 1) throw new Violation('no defect', shown);
  checkSums(stderr, shown);
  checkAdvice(screen, shown);
  if (code !== 0 && !SENTENCE.test(stderr)) throw new Violation('a sentence for every exit', shown);
}

const CHARGING: ReadonlySet<string> = new Set(['run', 'submit', 'resume']);

/** What a command prints as the next step keeps to its limit (contract, "Advice is safe"). */
function checkAdvice(screen: Screen, shown: string): void {
  if (!screen.argv.includes('--max-credits')) return;
  const free = advices(screen).find(([group, action = '', ...words]) => {
    const mayCharge = CHARGING.has(action) || words.includes('--resubmit');
    // A new batch of that file has the options of that time, as the screen says.
    const isFree = !words.includes('--max-credits') && !words.includes('--again');
    return group === 'bulk' && mayCharge && isFree;
  });
  if (free !== undefined)
    throw new Violation('limits hold', `'${free.join(' ')}' has no limit: ${shown}`);
}

/** `rows = invalid + duplicates + unique`, and `unique` is the sum of what became of them. */
function checkSums(stderr: string, shown: string): void {
  const sum = (...names: readonly string[]) =>
    names.reduce((all, name) => {
      const told = new RegExp(`^  ${name} +([\\d,]+)`, 'm').exec(stderr)?.[1] ?? '0';
      return all + Number(told.replaceAll(',', ''));
    }, 0);
  if (sum('rows') === 0) return;
  const answers = sum('found', 'not found', 'skipped', 'failed', 'pending', 'unconfirmed');
  const rows = sum('invalid', 'duplicates', 'unique');
  if (rows === sum('rows') && answers === sum('unique')) return;
  throw new Violation('sums are exact', shown);
}

const SETTLE = 660_000;

/**
 * A job is sent again only when the settle time has passed since its outcome became unknown, and since another was
 * seen to end, by the true time (money rule 2).
 */
export function checkDecision(
  world: World,
  batch: number,
  { job, decision }: RecordedDecision,
): void {
  const of = 'SELECT verdict FROM jobs WHERE batch = ? AND seq = ?';
  if (decision === 'resend' || decision === 'ask') checkFinal(world, of, [batch, job]);
  if (decision !== 'resend') return;
  const since = Math.max(world.lastEnd, world.doubts.get(`${batch} ${job}`) ?? -Infinity);
  const quiet = world.now - since;
  if (quiet < SETTLE) throw new Error(`Job ${job} is sent again after ${quiet} ms`);
}

/**
 * That only the user can decide is final, unless a price was missing and has been told: nothing is judged again, and
 * nothing is sent again by itself. `own`: a verdict; two sessions may come to the same one at once.
 */
export function checkFinal(
  { databases, hasToldPrice }: World,
  sql: string,
  place: readonly number[],
  own?: unknown,
): void {
  const { path } = databases;
  const row =
    path === undefined
      ? path
      : databases
          .open(path)
          .prepare(composed(sql))
          .get(...place);
  const verdict = row?.['verdict'] ?? null;
  if ([null, own].includes(verdict) || (verdict === 'price_unknown' && hasToldPrice)) return;
  throw new Error(`${place.join(' ')} is judged again after the verdict ${String(verdict)}`);
}
