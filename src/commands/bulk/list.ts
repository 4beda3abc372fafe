import { existsSync } from 'node:fs';
import { findBatch } from '../../batch/find-batch.js';
import { batchStates, summarizeAll, summarize } from '../../batch/summary.js';
import { t } from '../../messages/index.js';
import { answeredIn, ownStamp } from '../../export/targets.js';
import { limitPrices } from '../../money/price.js';
import { accountPrices, assumedPrices } from '../../money/balance.js';
import { listNotes, listPrinter, summaryPrinter } from '../../output/batches/summary.js';
import { statusText } from '../../output/batches/status.js';
import { calendarDays, daysAt, define, noOptions, positive, value } from '../shared/option.js';
import { say } from '../shared/user.js';
import { withStoredBatches } from './shared/batch-work.js';
import { listed } from './shared/options.js';

const listOptions = () => ({
  limit: value('--limit <n>', t.options.listLimit, positive),
  state: value('--state <state,...>', t.options.listState, (given) => listed(given, batchStates)),
  since: value('--since <date>', t.options.since, calendarDays),
});

const A_SCREEN = 20;

/** `confere bulk list`: a table with one line per batch, newest first; an array with `--json`. */
export const list = define(listOptions, (host) =>
  withStoredBatches(host, async ({ ledger }) => {
    const { stdout, clock } = host.context;
    const { state, since, limit } = host.options;
    const { format, look } = host;
    const from = since === undefined ? -Infinity : daysAt(since, clock.now()).from;
    const stored = await summarizeAll(ledger, host.account.costs);
    const wanted = stored
      .map(({ batch, ...one }) => ({ ...one, createdAt: batch.createdAt }))
      .filter(({ createdAt }) => createdAt >= from)
      .filter(({ summary }) => state === undefined || state.includes(summary.state));
    const isForPeople = look.isTerminal && format === 'table';
    const shown = wanted.slice(0, limit ?? (isForPeople ? A_SCREEN : Infinity));
    stdout.write((await listPrinter(format, look))(shown));
    say(host, listNotes(stored.length, wanted.length, shown.length));
  }),
);

/** `confere bulk status`: the state of one batch and of each of its jobs. */
export const status = define(noOptions, (host, given?: string) =>
  withStoredBatches(host, async ({ ledger }) => {
    const { stdout } = host.context;
    const { costs } = host.account;
    const { num, keyFingerprint, outputs } = await findBatch(ledger, given);
    const summary = await summarize(ledger, num, costs, true);
    const known = await accountPrices({ ledger, keyFingerprint, costs });
    const { kind, output, credits, creditsLeft } = summary;
    const kinds = kind === 'both' ? (['cpf', 'cnpj'] as const) : kind === null ? [] : [kind];
    const jobs = await ledger.jobsOf(num);
    // When the service was last asked about a job that runs.
    const asked = jobs
      .filter((job) => job.state === 'accepted')
      .map(({ polledAt, acceptedAt }) => polledAt ?? acceptedAt ?? 0);
    const hasResult = output !== null && existsSync(output);
    // Answers came in after it was written, as after `resume`.
    const isOlder =
      hasResult && summary.found + summary.notFound > (answeredIn(output, { outputs }) ?? Infinity);
    const parts: Parameters<typeof statusText>[1] = {
      decisions: await ledger.decisionsOf(num),
      hasResult,
      isOlder: isOlder && ((await ownStamp(output, { outputs })) === '' ? 'changed' : 'unchanged'),
      // A batch that sent nothing cost nothing.
      assumed: assumedPrices(known, credits.estimated > 0 ? kinds : []),
      next: host.next.within(creditsLeft),
      evidence: { jobs, prices: limitPrices(known) },
      askedAt: asked.length === 0 ? undefined : Math.max(...asked),
    };
    const print = await summaryPrinter(host.format, host.look, () =>
      statusText(summary, parts, host.look),
    );
    stdout.write(print(summary));
  }),
);
