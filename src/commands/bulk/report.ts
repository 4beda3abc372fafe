import { once } from 'node:events';
import { resolve } from 'node:path';
import { refuseOverwrite, writeWhole } from '../../export/target.js';
import { countReport, type ReportNumbers } from '../../report/index.js';
import { UsageError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import { maskIdentifiers } from '../../identifiers/index.js';
import { createWords, reportJson, reportPage } from '../../report/page/index.js';
import { say } from '../../text/say.js';
import { languageOf, voiceOf } from '../../text/language.js';
import type { Language } from '../../text/voice.js';
import type { Host } from '../shared/host.js';
import type { BulkOptions } from './options.js';
import { pickBatch, requirePlanned } from '../../batch/find-batch.js';
import { withLedger } from './work.js';

/** The options of `bulk report`. */
export interface ReportOptions extends BulkOptions {
  readonly lang?: Language;
}

/** `confere bulk report`: a batch as one page, to stdout unless `-o` names a file; needs no key. */
export async function runReport(
  host: Host,
  prefix: string | undefined,
  options: ReportOptions,
): Promise<void> {
  const file = fileOf(host, options);
  await withLedger(host, options, async (deps) => {
    const batch = requirePlanned(pickBatch(deps.ledger, prefix));
    if (file !== undefined && options.overwrite !== true) await refuseOverwrite(file, NO_OUTPUT);
    const numbers = countReport(deps, batch);
    if (file !== undefined) await writePage(host, file, deps.newId(), numbers, options);
    if (options.json === true) await print(host, reportJson(numbers));
    else if (file === undefined) await print(host, await pageOf(host, numbers, options));
  });
  host.finish(exitCodes.ok);
}

/** A report never takes the place of the batch's own result. */
const NO_OUTPUT = { output: null, outputStamp: null };

/** The path that `-o` names; undefined for stdout. */
function fileOf({ context }: Host, { output, json }: ReportOptions): string | undefined {
  if (json === true && output === '-') {
    throw new UsageError('stdout_twice', say`--json needs stdout for itself; name a file with -o.`);
  }
  if (output === undefined && json !== true && context.stdout.isTTY === true) {
    throw new UsageError(
      'page_to_terminal',
      say`A page is not for the terminal; name a file with -o, as in -o report.html.`,
    );
  }
  return output === undefined || output === '-' ? undefined : resolve(output);
}

/** In a language of its own: the page goes to others than who makes it. */
async function pageOf(
  { context, version }: Host,
  numbers: ReportNumbers,
  { lang }: ReportOptions,
): Promise<string> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const voice = await voiceOf(lang ?? languageOf(context.env));
  return reportPage(numbers, createWords(voice, timeZone), version);
}

async function writePage(
  host: Host,
  path: string,
  unique: string,
  numbers: ReportNumbers,
  options: ReportOptions,
): Promise<void> {
  const advice = say`-o <file> writes it elsewhere.`;
  await writeWhole(path, bytes(await pageOf(host, numbers, options)), { unique, advice });
  if (options.quiet !== true)
    host.context.stderr.write(`${say`Report: ${maskIdentifiers(path)}`}\n`);
}

// eslint-disable-next-line @typescript-eslint/require-await -- the file is written from a stream
async function* bytes(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

async function print({ context: { stdout } }: Host, text: string): Promise<void> {
  if (!stdout.write(text)) await once(stdout, 'drain');
}
