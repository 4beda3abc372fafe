import type { Command } from 'commander';
import { existsSync } from 'node:fs';
import { findBatch } from '../../batch/find-batch.js';
import { summarizeAll, summarizeBeside, type Summary } from '../../batch/summary.js';
import { exitCodes } from '../../exit-codes.js';
import type { IdentifierKind } from '../../identifiers/index.js';
import type { Job } from '../../ledger/index.js';
import { limitPrices } from '../../money/price.js';
import { accountPrices, assumedPrices } from '../../money/read-balance.js';
import { listJson, listText, noBatchesLine } from '../../output/batches/batch-list.js';
import { statusText } from '../../output/batches/batch-status.js';
import { summaryJson } from '../../output/batches/batch-summary.js';
import { lookOf } from '../../output/terminal/terminal.js';
import { withStoredBatches } from './shared/batch-work.js';
import { type OnAccount, readOptions } from '../shared/account.js';
import type { Host } from '../shared/options.js';

/** `confere bulk list`. */
export function defineList(command: Command, host: Host): void {
  command.action(() => list(host, readOptions(command, host)));
}

/** `confere bulk status`. */
export function defineStatus(command: Command, host: Host): void {
  command.action((batch: string | undefined) =>
    showStatus(host, batch, readOptions(command, host)),
  );
}

/** `confere bulk list`: a table with one line per batch, newest first; an array with `--json`. */
async function list(host: Host, options: OnAccount): Promise<void> {
  await withStoredBatches(host, options, async ({ ledger }) => {
    const { stdout } = host.context;
    const all = await summarizeAll(ledger, options.account.costs);
    const listed = all.map(({ batch, ...one }) => ({ ...one, createdAt: batch.createdAt }));
    const { json, quiet } = options.presentation;
    const look = lookOf(stdout, host.context, options.presentation);
    stdout.write(json ? listJson(listed) : listText(listed, look));
    if (all.length === 0 && !quiet) host.context.stderr.write(noBatchesLine());
    host.finish(exitCodes.ok);
  });
}

/** `confere bulk status`: the state of one batch and of each of its jobs. */
async function showStatus(
  host: Host,
  given: string | undefined,
  options: OnAccount,
): Promise<void> {
  await withStoredBatches(host, options, async ({ ledger }) => {
    const { num, keyFingerprint } = await findBatch(ledger, given);
    const { costs } = options.account;
    const summary = await summarizeBeside(ledger, num, costs);
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
    const text = options.presentation.json
      ? summaryJson(summary)
      : statusText(summary, parts, look);
    stdout.write(text);
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
