import type { RecordedDecision } from '../../../src/ledger/doubts.js';
import type { SubmissionRequest } from '../../../src/ledger/submitting.js';
import type { Screen } from '../machine/command.js';
import type { SimProcess } from '../machine/process.js';
import type { Goal } from '../user/goals.js';
import { advices } from '../user/screen-reader.js';
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
    if (!records.has(id) && !words.givenUp.has(id) && key === id)
      throw new Violation('paid results are home', `${key}, charged by ${told}`);
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

/** What must hold of every screen. */
export function checkScreen(screen: Screen): void {
  const { code, stderr, argv } = screen;
  if (code === null) return;
  const shown = `confere ${argv.join(' ')}: exit ${code}\n${stderr}`;
  if (code === 1) throw new Violation('no defect', shown);
  checkSums(stderr, shown);
  checkAdvice(screen, shown);
  // A single lookup begins its sentence with the masked identifier, one of several with its place.
  const says =
    /^(confere: |\{"error"|((argument|line) \d+, )?(\*\*\*[\d.*-]+|[\dA-Z./-]{14,}): )/m.test(
      stderr,
    );
  if (code !== 0 && !says) throw new Violation('a sentence for every exit', shown);
}

const CHARGING: ReadonlySet<string> = new Set(['run', 'submit', 'resume']);

/** What a command prints as the next step keeps to its limit (contract, "Advice is safe"). */
function checkAdvice(screen: Screen, shown: string): void {
  if (!screen.argv.includes('--max-credits')) return;
  const charging = advices(screen).filter(
    ([group, action = '', ...words]) =>
      group === 'bulk' && (CHARGING.has(action) || words.includes('--resubmit')),
  );
  // A new batch of that file has the options of that time, as the screen says.
  const free = charging.find(
    (advice) => !advice.includes('--max-credits') && !advice.includes('--again'),
  );
  if (free !== undefined)
    throw new Violation('limits hold', `'${free.join(' ')}' has no limit: ${shown}`);
}

/** `rows = invalid + duplicates + unique`, and `unique` is the sum of what became of them. */
function checkSums(stderr: string, shown: string): void {
  const of = (name: string): number => {
    const told = new RegExp(`^  ${name} +([\\d,]+)`, 'm').exec(stderr)?.[1] ?? '0';
    return Number(told.replaceAll(',', ''));
  };
  if (of('rows') === 0) return;
  const parts = ['found', 'not found', 'skipped', 'failed', 'pending', 'unconfirmed'];
  const answered = parts.reduce((sum, name) => sum + of(name), 0);
  const rows = of('invalid') + of('duplicates') + of('unique');
  if (rows === of('rows') && answered === of('unique')) return;
  throw new Violation('sums are exact', shown);
}

/** The settle time of a job (money rule 2). */
const SETTLE = 660_000;

/**
 * That only the user can decide is final, unless a price was missing and has been told: nothing is judged again, and
 * nothing is sent again by itself (money rule 2).
 */
export function checkFinal(world: World, batch: number, { job, decision }: RecordedDecision): void {
  if (decision !== 'resend' && decision !== 'ask') return;
  checkNone(world, rowOf(world, JOB, batch, job), `Job ${job}`);
}

/** The same of a single lookup. */
export function checkFinalLookup(world: World, num: number): void {
  const lookup = rowOf(world, 'SELECT verdict FROM lookups WHERE num = ?', num);
  checkNone(world, lookup, `Lookup ${num}`);
}

function checkNone(world: World, row: ReturnType<typeof rowOf>, of: string): void {
  const verdict = row?.['verdict'] ?? null;
  if (verdict === null || (verdict === 'price_unknown' && world.hasToldPrice)) return;
  throw new Error(`${of} is judged again after the verdict ${String(verdict)}`);
}

/**
 * A job is sent again only when the settle time has passed since its outcome became unknown, and since another was
 * seen to end, by the true time.
 */
export function checkQuiet(world: World, batch: number, { job, decision }: RecordedDecision): void {
  if (decision !== 'resend') return;
  const since = Math.max(world.lastEnd, world.doubts.get(`${batch} ${job}`) ?? -Infinity);
  const quiet = world.now - since;
  if (quiet < SETTLE) throw new Error(`Job ${job} is sent again after ${quiet} ms`);
}

/** What is sent again by itself was proved right before, by whoever sends it. */
export function checkProof({ proved }: SimProcess, request: SubmissionRequest): void {
  const { batch, job } = request;
  if (request.proved && !proved.has(`${batch} ${job}`))
    throw new Error(`Job ${job} is sent again without a proof`);
}

/** A row of the ledger of this world. */
function rowOf({ ledgerPath, databases }: World, sql: string, ...values: number[]) {
  return ledgerPath === undefined
    ? undefined
    : databases
        .open(ledgerPath)
        .prepare(sql)
        .get(...values);
}

const JOB = 'SELECT begun_tick, verdict FROM jobs WHERE batch = ? AND seq = ?';
