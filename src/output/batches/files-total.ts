import type { ExitCode } from '../../exit-codes.js';
import { inWords, type BatchState, type Summary } from '../../batch/summary.js';
import { troubleSentence } from '../../messages/trouble.js';

/** The outcome of one of several inputs. */
export interface FileOutcome {
  /** As the user gave it. */
  readonly file: string;
  readonly exitCode: ExitCode;
  /** The code of the error that ended it; null without an error. */
  readonly error: string | null;
  /** Left out if it did not become a batch. */
  readonly summary?: Summary;
}

const ZERO = {
  ...{ rows: 0, invalid: 0, duplicates: 0, repaired: 0, unique: 0, reused: 0 },
  ...{ found: 0, notFound: 0, skipped: 0, failed: 0, pending: 0, unconfirmed: 0 },
};

type Counts = typeof ZERO;
const COUNTS = Object.keys(ZERO) as (keyof Counts)[];

/**
 * The object that `--json` prints for several inputs: the keys of a batch's summary with the sums, and
 * each input under `files`. A batch that two inputs share is counted once.
 */
export function totalOf(outcomes: readonly FileOutcome[]) {
  const batches = distinctBatches(outcomes);
  const kinds = new Set(batches.map(({ kind }) => kind));
  const sum = (pick: (summary: Summary) => number) =>
    batches.reduce((total, summary) => total + pick(summary), 0);
  return {
    ...{ batch: null, kind: kinds.size === 1 ? (batches[0]?.kind ?? null) : null, file: null },
    state: gravestState(outcomes),
    ...(Object.fromEntries(COUNTS.map((name) => [name, sum((each) => each[name])])) as Counts),
    reasons: reasonsOf(batches),
    credits: {
      estimated: sum(({ credits }) => credits.estimated),
      charged: sum(({ credits }) => credits.charged),
      saved: sum(({ credits }) => credits.saved),
      now: sum(({ credits }) => credits.now),
    },
    jobs: batches.flatMap(
      (summary) => inWords(summary, (trouble) => troubleSentence(trouble)).jobs,
    ),
    output: null,
    files: outcomes.map(({ file, exitCode, error, summary }) => ({
      ...(summary && inWords(summary, (trouble) => troubleSentence(trouble))),
      ...{ file, exitCode, error },
    })),
  };
}

/** Each batch once, in the order of the inputs. A dry run makes no batches, so it counts each file. */
function distinctBatches(outcomes: readonly FileOutcome[]): Summary[] {
  const seen = new Set<string>();
  return outcomes.flatMap(({ summary }) => {
    if (summary === undefined || (summary.batch !== null && seen.has(summary.batch))) return [];
    if (summary.batch !== null) seen.add(summary.batch);
    return [summary];
  });
}

const STATES: readonly BatchState[] = ['unconfirmed', 'running', 'incomplete'];

function gravestState(outcomes: readonly FileOutcome[]): BatchState {
  const states = outcomes.map(({ summary }) => summary?.state ?? 'incomplete');
  return STATES.find((state) => states.includes(state)) ?? 'complete';
}

function reasonsOf(batches: readonly Summary[]): Record<string, number> {
  const all: Record<string, number> = {};
  for (const { reasons } of batches) {
    for (const [reason, count] of Object.entries(reasons)) all[reason] = (all[reason] ?? 0) + count;
  }
  return all;
}
