import type { Command } from 'commander';
import { existsSync } from 'node:fs';
import { findBatch } from '../../batch/find-batch.js';
import {
  type BatchState,
  batchStates,
  summarizeAll,
  summarize,
  type Summary,
} from '../../batch/summary.js';
import { UsageError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import type { IdentifierKind } from '../../identifiers/index.js';
import type { Job } from '../../ledger/index.js';
import { t } from '../../messages/index.js';
import { limitPrices } from '../../money/price.js';
import { accountPrices, assumedPrices } from '../../money/read-balance.js';
import { listNotes, listPrinter, summaryPrinter } from '../../output/batches/list.js';
import { statusText } from '../../output/batches/status.js';
import { lookOf } from '../../output/terminal/terminal.js';
import { withStoredBatches } from './shared/batch-work.js';
import { type OnAccount, readOptions } from '../shared/account.js';
import { type CalendarDays, calendarDays, daysAt, positive } from '../shared/option-values.js';
import { formatIn, type Host } from '../shared/options.js';

/** `confere bulk list`. */
export function defineList(command: Command, host: Host): void {
  command
    .option('--limit <n>', t.options.listLimit, positive)
    .option('--state <state,...>', t.options.listState, states)
    .option('--since <date>', t.options.since, calendarDays)
    .action(() => list(host, readOptions<ListOptions>(command, host)));
}

/** Which batches are listed. */
interface ListOptions {
  readonly limit?: number;
  readonly state?: readonly BatchState[];
  readonly since?: CalendarDays;
  readonly csv?: boolean;
}

/** @throws UsageError `unknown_status` */
function states(text: string): BatchState[] {
  return text.split(',').map((given) => {
    const known = batchStates.find((state) => state === given.trim());
    if (known !== undefined) return known;
    throw new UsageError('unknown_status', { wanted: given, statuses: batchStates });
  });
}

/** `confere bulk status`. */
export function defineStatus(command: Command, host: Host): void {
  command.action((batch: string | undefined) =>
    showStatus(host, batch, readOptions<StatusOptions>(command, host)),
  );
}

/** So many rows are seen at once in a terminal. */
const A_SCREEN = 20;

/** `confere bulk list`: a table with one line per batch, newest first; an array with `--json`. */
async function list(host: Host, options: ListOptions & OnAccount): Promise<void> {
  await withStoredBatches(host, options, async ({ ledger }) => {
    const { stdout, stderr, clock } = host.context;
    const { account, presentation, state, since, csv } = options;
    const { json, quiet } = presentation;
    const from = since === undefined ? -Infinity : daysAt(since, clock.now()).from;
    const stored = await summarizeAll(ledger, account.costs);
    const wanted = stored
      .map(({ batch, ...one }) => ({ ...one, createdAt: batch.createdAt }))
      .filter(({ createdAt }) => createdAt >= from)
      .filter(({ summary }) => state === undefined || state.includes(summary.state));
    const look = lookOf(stdout, host.context, presentation);
    const format = formatIn({ json, csv });
    const isForPeople = look.isTerminal && format === 'table';
    const listed = wanted.slice(0, options.limit ?? (isForPeople ? A_SCREEN : Infinity));
    const print = await listPrinter(format, look);
    stdout.write(print(listed));
    if (!quiet) stderr.write(listNotes(stored.length, wanted.length, listed.length));
    host.finish(exitCodes.ok);
  });
}

interface StatusOptions {
  readonly csv?: boolean;
}

/** `confere bulk status`: the state of one batch and of each of its jobs. */
async function showStatus(
  host: Host,
  given: string | undefined,
  options: StatusOptions & OnAccount,
): Promise<void> {
  await withStoredBatches(host, options, async ({ ledger }) => {
    const { num, keyFingerprint } = await findBatch(ledger, given);
    const { costs } = options.account;
    const summary = await summarize(ledger, num, costs, true);
    const { stdout } = host.context;
    const hasResult = summary.output !== null && existsSync(summary.output);
    const next = host.next.within(summary.creditsLeft);
    // A batch that sent nothing cost nothing.
    const kinds = summary.credits.estimated > 0 ? kindsOf(summary) : [];
    const known = await accountPrices({ ledger, keyFingerprint, costs });
    const assumed = assumedPrices(known, kinds);
    const jobs = await ledger.jobsOf(num);
    const evidence = { jobs, prices: limitPrices(known), rates: await ledger.hitRates() };
    const decisions = await ledger.decisionsOf(num);
    const askedAt = lastAsked(jobs);
    const parts = { decisions, hasResult, assumed, next, evidence, askedAt };
    const look = lookOf(stdout, host.context, options.presentation);
    const format = formatIn({ json: options.presentation.json, csv: options.csv });
    const print = await summaryPrinter(format, look, () => statusText(summary, parts, look));
    stdout.write(print(summary));
    host.finish(exitCodes.ok);
  });
}

/** When the service was last asked about a job that runs; undefined if none does. */
function lastAsked(jobs: readonly Job[]): number | undefined {
  const running = jobs.filter(({ state }) => state === 'accepted');
  const asked = running.map(({ polledAt, acceptedAt }) => polledAt ?? acceptedAt ?? 0);
  return asked.length === 0 ? undefined : Math.max(...asked);
}

function kindsOf({ kind }: Summary): readonly IdentifierKind[] {
  if (kind === null) return [];
  return kind === 'both' ? ['cpf', 'cnpj'] : [kind];
}
