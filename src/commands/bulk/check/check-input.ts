import { basename } from 'node:path';
import { checkFile, type CheckReport, type Checked } from '../../../batch/check/check.js';
import { withText, type InFolder } from '../../../batch/check/check.js';
import { progressOf } from '../../../batch/events.js';
import type { LedgerKnowledge } from '../../../batch/check/paid-ids.js';
import { refuseRejects, writeRejects, type RejectsTarget } from '../../../batch/check/rejects.js';
import type { Continued, InputReport } from '../../../batch/check/continued.js';
import { tellBatch } from '../../../batch/plan/open-batch.js';
import type { InputOptions } from '../../../input/index.js';
import { isTyped, type Source } from '../../../input/private-copy.js';
import { summaryJson } from '../../../output/batches/batch-summary.js';
import { checkNotes, checkText, rejectsLine } from '../../../output/batches/check-text.js';
import { lookOf } from '../../../output/terminal/terminal.js';
import { fittingLines } from '../../../output/terminal/streams.js';
import { t } from '../../../messages/index.js';
import type { Host } from '../../shared/command-host.js';
import { stoppable } from '../../shared/stop-signal.js';
import { reporting } from '../shared/batch-work.js';
import { askingColumn, type InputRequest } from '../shared/ask-for-column.js';
import { withPrivateFolder } from '../shared/private-folder.js';

/** Which input to check, and how to show the result. */
export interface InputCheckRequest extends InputRequest {
  /** Print the report as one JSON object. */
  readonly asJson: boolean;
  /** The file for the invalid rows. */
  readonly rejects?: { readonly path: string; readonly overwrite: boolean };
}

/** What the ledger says about an input, and the batch of it that a run would continue. */
export interface Knowledge extends LedgerKnowledge {
  readonly toContinue?: (checked: Checked, stop: AbortSignal) => Promise<Continued | undefined>;
}

/** Prints what a submit would find and cost; `known`: what the ledger says about it. */
export async function printCheck(
  host: Host,
  request: InputCheckRequest,
  known: Knowledge = {},
  isPrinted = true,
): Promise<InputReport> {
  return stoppable(host, 'call', async (stop) => {
    const report = await readAndCheck(host, request, known, stop);
    tell(host, request, report);
    const look = lookOf(host.context.stdout, host.context, request.presentation);
    const text = request.asJson
      ? summaryJson(report.summary)
      : fittingLines(checkText(report), look);
    if (isPrinted) host.context.stdout.write(text);
    return report;
  });
}

async function readAndCheck(
  host: Host,
  request: InputCheckRequest,
  known: Knowledge,
  stop: AbortSignal,
): Promise<InputReport> {
  const { stdin } = host.context;
  const { file } = request;
  const target = rejectsTarget(host, request);
  if (target !== undefined) await refuseRejects(target, file);
  const source: Source = file === '-' ? { stream: stdin } : { path: file };
  const name = file === '-' ? t.usage.standardInput : basename(file);
  const read = (input: InputOptions) =>
    reporting(host, request, ({ emit }) => {
      const check = async (checked: Checked) => {
        const reading = progressOf({ emit, stop }, 'reading', null);
        const found = await checkFile(checked, known, reading);
        if (target !== undefined) await rejectFrom(checked, found, target, stop);
        const continued = await known.toContinue?.(checked, stop);
        if (continued === undefined) return found;
        const { batch, ended, ...numbers } = continued;
        tellBatch({ emit }, batch, ended);
        return { ...found, ...numbers };
      };
      const unpacked = progressOf({ emit, stop }, 'unpacking', null);
      if (!isTyped(source)) unpacked(0);
      const inFolder: InFolder = (work) => withPrivateFolder(host, work);
      return withText(source, name, input, inFolder, check, { unpacked, stop });
    });
  return askingColumn(host, request, read, stop);
}

function tell(
  { context: { stderr } }: Host,
  { presentation, rejects }: InputCheckRequest,
  report: InputReport,
): void {
  if (presentation.quiet) return;
  stderr.write(checkNotes(report));
  if (rejects !== undefined) stderr.write(rejectsLine(rejects.path, report.summary.invalid));
}

function rejectFrom(
  { path, name }: Checked,
  { layout }: CheckReport,
  target: RejectsTarget,
  stop: AbortSignal,
) {
  return writeRejects(path, layout, name, { ...target, stop });
}

function rejectsTarget({ context }: Host, { rejects }: InputCheckRequest) {
  return rejects === undefined ? undefined : { ...rejects, unique: context.newId() };
}
