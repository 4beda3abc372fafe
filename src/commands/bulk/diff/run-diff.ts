import type { Command } from 'commander';
import { addDiffOptions, type DiffFlags } from './diff-options.js';
import { compareResults } from '../../../diff/compare-results.js';
import { differing, type DiffSummary } from '../../../diff/types.js';
import { ConfereError } from '../../../errors.js';
import { exitCodes } from '../../../exit-codes.js';
import { diffJson, diffText } from '../../../output/diff/diff-text.js';
import { createDiffProgress } from '../../../output/diff/diff-progress.js';
import { errorLine } from '../../../output/error-line.js';
import { lookOf } from '../../../output/terminal/terminal.js';
import type { Host } from '../../shared/command-host.js';
import { stoppable } from '../../shared/stop-signal.js';
import { toDiffRequest, type DiffRequest } from './diff-request.js';
import { withSides } from './open-sides.js';
import { refuseTarget, writeChanges } from './write-changes.js';

/** `confere bulk diff`. */
export function defineDiff(command: Command, host: Host): void {
  addDiffOptions(command).action(async (older: string, newer: string) => {
    const flags = command.optsWithGlobals<DiffFlags>();
    await runDiff(host, toDiffRequest([older, newer], flags, host.context));
  });
}

/** `confere bulk diff`: compares two batches, two results, or one of each; needs no key and no network. */
export async function runDiff(host: Host, request: DiffRequest): Promise<void> {
  await refuseTarget(host, request);
  const progress = createDiffProgress(host.context, request.presentation);
  const summary = await stoppable(host, 'call', (stop) =>
    withSides(host, request, progress, stop, async (older, newer) => {
      const comparison = compareResults(older, newer, request.wanted, stop);
      progress.comparing();
      await writeChanges(host, request, comparison);
      return comparison.summary();
    }),
  ).finally(() => {
    progress.end();
  });
  tell(host, request, summary);
  finish(host, request, summary);
}

/** The summary goes to stderr where stdout has the changes. */
function tell({ context }: Host, request: DiffRequest, summary: DiffSummary): void {
  const { presentation, output } = request;
  const isOnStdout = output !== '-';
  if (!isOnStdout && presentation.quiet) return;
  const stream = isOnStdout ? context.stdout : context.stderr;
  const file = isOnStdout ? output : undefined;
  const text = presentation.json
    ? diffJson(summary, file ?? null)
    : diffText(summary, lookOf(stream, context, presentation), file);
  stream.write(text);
}

function finish(
  { context, next, finish: end }: Host,
  { exitStatus, presentation }: DiffRequest,
  summary: DiffSummary,
): void {
  const identifiers = differing(summary);
  const code = exitStatus && identifiers > 0 ? exitCodes.notFound : exitCodes.ok;
  end(code);
  if (code === exitCodes.ok) return;
  const error = new ConfereError('results_differ', { identifiers });
  context.stderr.write(errorLine(error, code, presentation.json, next));
}
