import type { RecordedDecision } from '../../../src/ledger/doubts.js';
import type { WantedLookup } from '../../../src/ledger/lookups.js';
import type { Screen } from '../machine/command.js';
import { Violation } from '../machine/scheduler.js';
import type { Charge } from '../model/service.js';
import type { Goal } from '../user/goals.js';
import { advices } from '../user/screen-reader.js';
import type { World } from '../world.js';
import type { Request } from './log.js';
import { viewLedger } from './ledger-view.js';
import { composedSql } from '../../../src/sqlite/sql.js';

const REUSE = 30 * 86_400_000;

/** Nobody pays twice, unless they said the word for it; and everything that was paid for is home or given up. */
export function checkMoney(world: World): void {
  const { words } = world;
  const { records } = viewLedger(world);
  const byIdentifier = new Map<string, Charge[]>();
  for (const charge of world.service.charges) {
    // Those of real-time lookups are counted by themselves.
    const key = `${charge.endpoint === 'realtime' ? 'realtime ' : ''}${charge.id}`;
    const known = byIdentifier.get(key) ?? [];
    byIdentifier.set(key, [...known.filter((one) => !isRepeated(one, charge)), charge]);
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

/** A single lookup may be repeated after a 500 (spec, "Retry rules"), although each time may be charged. */
function isRepeated({ request }: Charge, later: Charge): boolean {
  return request !== undefined && request === later.request && !request.isJob;
}

/** The result of a run that has ended says of each row what the service knows. */
export function checkResult({ disk, service, words }: World, goal: Goal): void {
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

const MINUTE = 60_000;

/** How long a request must have been in doubt, and how long nothing of ours may have ended, before a proof (money rule 2). */
export const SETTLE = {
  job: 11 * MINUTE,
  each: 200,
  lookup: 2 * MINUTE,
  others: 2 * MINUTE,
} as const;

/** A job is sent again by itself only when it was quiet for as long as money rule 2 says, by the true time. */
export function checkDecision(
  world: World,
  batch: number,
  { job, decision }: RecordedDecision,
): void {
  const of = 'SELECT verdict FROM jobs WHERE batch = ? AND seq = ?';
  if (decision === 'resend' || decision === 'ask') checkFinal(world, of, [batch, job]);
  const doubt = world.log.at(`${batch} ${job}`);
  if (decision !== 'resend' || doubt === undefined) return;
  checkQuiet(world, doubt, SETTLE.job + SETTLE.each * doubt.ids.length);
}

/** The same of a single lookup. */
export function checkLookupProof(
  world: World,
  { provedFree }: Pick<WantedLookup, 'provedFree'>,
): void {
  const doubt = provedFree === undefined ? undefined : world.log.at(`lookup ${provedFree}`);
  if (doubt !== undefined) checkQuiet(world, doubt, SETTLE.lookup);
}

function checkQuiet({ log, now }: World, { lostAt, ids }: Request, settle: number): void {
  // Whoever stands still does not know that others doubt what it asked for.
  const doubted = lostAt === Infinity ? settle : now - lostAt;
  const ended = now - log.lastEnd;
  if (doubted >= settle && ended >= SETTLE.others) return;
  const what = `${ids.length} identifiers are sent again ${doubted} ms after their answer was lost`;
  throw new Error(`${what}, ${ended} ms after something ended`);
}

/** A verdict that only the user can decide is final; two sessions may come to the same one at once. */
export function checkLookupFinal(world: World, num: number, verdict: string): void {
  checkFinal(world, 'SELECT verdict FROM lookups WHERE num = ?', [num], verdict);
}

function checkFinal(
  { databases }: World,
  sql: string,
  place: readonly number[],
  own?: string,
): void {
  const { path } = databases;
  if (path === undefined) return;
  const row = databases.open(path).prepare(composedSql(sql));
  const verdict = row.get(...place)?.['verdict'] ?? null;
  if (verdict === null || verdict === own) return;
  throw new Error(`${place.join(' ')} is judged again after the verdict ${String(verdict)}`);
}
