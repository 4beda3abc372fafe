import { expect } from 'vitest';
import type { BatchEvent } from '../../src/batch/events.js';
import { decide, type DecisionRequest } from '../../src/batch/resolve.js';
import type { BatchSummary } from '../../src/batch/summary.js';
import { ConfereError } from '../../src/base/errors.js';
import type { Batch } from '../../src/ledger/index.js';
import type { ServiceClient } from '../../src/service/index.js';
import { goldenTable } from '../helpers/golden.js';
import type { RefereeOptions } from '../helpers/referee/index.js';
import { NO_LIMITS, testWorld, type RunOptions, type World } from './support.js';

/** What happens in a world, of which the golden file tells each run and each decision. */
type Story = readonly [service: RefereeOptions, play: (world: Teller) => Promise<unknown>];

export type Teller = ReturnType<typeof createTeller>;

/**
 * Plays each story, and compares what it tells with its section of `test/batch/golden/<name>.txt`: of each run the summary,
 * with its credits (estimated, charged, saved) and its jobs as `status found/items`, the error, what the service received
 * and charged, the time that passed, and decisions on the way.
 */
export function stories(name: string, titled: Readonly<Record<string, Story>>): void {
  const file = `batch/golden/${name.replaceAll(/\W+/g, '-')}.txt`;
  const rows = Object.entries(titled).map(([title, story]) => [title, ...story] as const);
  goldenTable(name, file, rows, async ([, service, play]) => {
    const teller = createTeller(await testWorld(service));
    await play(teller);
    return teller.text();
  });
}

function createTeller(world: World) {
  const told: string[] = [];
  /** Runs a file of so many CPFs, or of these identifiers. */
  const run: World['run'] = async (input, how) => {
    const before = lookAt(world);
    const result = await world.run(input, how);
    const { batch, error, summary } = result;
    expectSums(summary);
    told.push(
      `run ${batch.id}: ${summaryOf(summary)}`,
      ...(error === undefined ? [] : [`  ${wordOf(error)}`]),
      `  ${changesSince(world, before)}`,
    );
    return result;
  };
  /** What `bulk resolve` does. */
  const tellDecision = async (
    batch: Batch,
    decision: DecisionRequest['decision'],
    how: RunOptions & { readonly seq?: number } = {},
  ): Promise<void> => {
    const before = lookAt(world);
    const deciding = decide(world.deps(how), batch, { decision, seq: how.seq }, NO_LIMITS);
    const outcome: unknown = await deciding.catch((reason: unknown) => reason);
    const error = outcome instanceof Error ? outcome : undefined;
    const jobs = await world.ledger().readJobs(batch.num);
    const decisions = await world.ledger().readDecisions(batch.num);
    const name = typeof decision === 'string' ? decision : 'adopt';
    told.push(
      `${name}: ${error === undefined ? '' : `${wordOf(error)}; `}jobs ${jobs.map(({ state, items }) => `${state} ${items}`).join(', ')}; decisions: ${decisions.map((one) => one.decision).join(', ') || 'none'}`,
      `  ${changesSince(world, before)}`,
    );
  };
  return {
    ...world,
    run,
    /** Runs it, and tells nothing. */
    arrange: world.run,
    decide: tellDecision,
    note: (text: string) => void told.push(text),
    /** The id of the job that the service took as its `n`th. */
    jobId: (n = 1) => world.service.book.jobs[n - 1]?.id ?? '',
    /** The client of this world, but for this. */
    clientWith: (change: Partial<ServiceClient>): ServiceClient => {
      const client: ServiceClient = { ...world.client, ...change, withBounds: () => client };
      return client;
    },
    text() {
      const ids = world.service.book.jobs.map(({ id }) => id);
      const shown = told
        .join('\n')
        .replaceAll(world.folder, '<folder>')
        .replaceAll(/127\.0\.0\.1:\d+/g, '<service>');
      return `${ids.reduce((text, id, n) => text.replaceAll(id, `<job ${n + 1}>`), shown)}\n`;
    },
  };
}

/** The two sums that the contract promises of every summary ("JSON"). */
function expectSums(summary: BatchSummary): void {
  const { rows, invalid, duplicates, unique, found, notFound, skipped, failed } = summary;
  expect(invalid + duplicates + unique).toBe(rows);
  const answered = found + notFound + skipped + failed;
  expect(answered + summary.pending + summary.unconfirmed).toBe(unique);
}

function lookAt({ service, clock, events }: World) {
  const { jobs, account } = service.book;
  const [log, now] = [service.log.length, clock.now()];
  return { log, jobs: jobs.length, used: account.used, now, events: events.length };
}

function wordOf(error: unknown): string {
  if (error === undefined) return 'ok';
  if (!(error instanceof ConfereError)) throw new Error('It failed.', { cause: error });
  return `${error.kind} ${error.code} ${JSON.stringify(error.facts)}`;
}

const COUNTS = [
  ...['rows', 'invalid', 'duplicates', 'reused', 'found', 'notFound', 'skipped', 'failed'],
  ...['pending', 'unconfirmed'],
] as const satisfies readonly (keyof BatchSummary)[];

function summaryOf(summary: BatchSummary): string {
  const counts = COUNTS.filter((name) => summary[name] !== 0);
  const jobs = summary.jobs.map(({ status, kind, items, found, error }) => {
    const why = error === null ? '' : ` (${'code' in error ? error.code : error.said})`;
    return `${status} ${found}/${items}${kind === undefined ? '' : ` ${kind}`}${why}`;
  });
  const { estimated, charged, saved } = summary.credits;
  return [
    summary.state,
    counts.map((name) => `${name} ${String(summary[name])}`).join(', '),
    `credits ${estimated} ${charged} ${saved}`,
    ...Object.entries(summary.reasons).map(([reason, times]) => `${reason} ${times}`),
    jobs.join(', ') || 'no jobs',
  ].join('; ');
}

/** What the service received and charged, how long it took, and what was decided on the way. */
function changesSince(world: World, before: ReturnType<typeof lookAt>): string {
  const { service, clock, events } = world;
  const asked = service.log.slice(before.log);
  const times = (prefix: RegExp) => asked.filter((line) => prefix.test(line)).length;
  const sent = service.book.jobs.slice(before.jobs).map(({ ids }) => ids.length);
  const most = Math.max(0, ...service.book.submitted.values());
  const posts = times(/^POST/);
  const polls = times(/^GET .*\/bulk\//);
  const charged = service.book.account.used - before.used;
  const seconds = (clock.now() - before.now) / 1000;
  const parts = [
    posts > 0 && `${posts} sent (${sent.join(', ') || 'none accepted'})`,
    // With several jobs, how often each is asked about depends on how they fall together.
    polls > 0 && posts < 2 && `${polls} polls`,
    charged > 0 && `${charged} charged`,
    seconds > 0 && `${seconds} s`,
    most > 1 && `some identifier ${most} times`,
    ...events.slice(before.events).flatMap(eventsOf),
  ];
  return parts.filter(Boolean).join('; ') || 'nothing is asked for';
}

function eventsOf(event: BatchEvent): string[] {
  if (event.type === 'plan') {
    const { toSend, worstCase, balance, abandoned, kinds } = event.numbers;
    const both = kinds.cpf > 0 && kinds.cnpj > 0 ? ` (${kinds.cpf} + ${kinds.cnpj})` : '';
    const more = abandoned > 0 ? `, ${abandoned} given up` : '';
    return [`plan ${toSend}${both} for ${worstCase} of ${balance}${more}`];
  }
  if (event.type === 'settling') return [`settling ${event.ms / 1000} s`];
  if (event.type === 'settled') return [event.decision];
  if (event.type === 'planned_again') return [`again ${event.items}`];
  if (event.type === 'first_part') return [`first ${event.items}`];
  return event.type === 'unconfirmed' ? [`unconfirmed ${event.seq}`] : [];
}
