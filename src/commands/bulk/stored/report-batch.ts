import { Option, type Command } from 'commander';
import { addOverwrite } from '../shared/options.js';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { refuseNoPage } from '../../../export/format.js';
import { refuseOverwrite, writeWhole } from '../../../export/targets/target.js';
import { countReport, type ReportNumbers } from '../../../report/index.js';
import { UsageError } from '../../../errors.js';
import { visible } from '../../../foreign-text.js';
import { exitCodes } from '../../../exit-codes.js';
import { maskIdentifiers } from '../../../identifiers/index.js';
import { loadSubclasses } from '../../../report/cnae/subclasses.js';
import { reportJson } from '../../../report/page/json.js';
import { createWords } from '../../../report/page/page-language.js';
import { reportPage } from '../../../report/page/page.js';
import { type Language, languageOf, messagesIn, t } from '../../../messages/index.js';
import type { Context } from '../../../context.js';
import type { LocalDeps } from '../../../batch/dependencies.js';
import { findPlannedBatch } from '../../../batch/find-batch.js';
import { toOnAccount } from '../../shared/open-service.js';
import type { GlobalOptions, Host } from '../../shared/command-host.js';
import { stoppable } from '../../shared/stop-signal.js';
import { withStoredBatches, type StoredBatchRequest } from '../shared/batch-work.js';

/** `confere bulk report`. */
export function defineReport(command: Command, host: Host): void {
  addOverwrite(command.option('-o, --output <file|->', t.options.page))
    .addOption(new Option('--lang <language>', t.options.language).choices(['pt-BR', 'en']))
    .option('--title <text>', t.options.title)
    .action(async (batch: string | undefined) => {
      await runReport(host, toReportRequest(batch, command.optsWithGlobals(), host.context));
    });
}

/** The options of `bulk report`, as commander hands them over. */
export interface ReportFlags extends GlobalOptions {
  readonly output?: string;
  readonly overwrite?: boolean;
  readonly lang?: Language;
  readonly title?: string;
}

export interface ReportRequest extends StoredBatchRequest {
  /** The id of a batch, or a unique prefix of it; the one last worked on when left out. */
  readonly batch?: string;
  /** A path, or `-` for stdout; also stdout when left out, unless `--json` needs it. */
  readonly output?: string;
  readonly overwrite: boolean;
  readonly language: Language;
  /** The heading of the page, in place of our own. */
  readonly title?: string;
}

/** @throws UsageError if page and JSON would both go to stdout */
export function toReportRequest(
  batch: string | undefined,
  flags: ReportFlags,
  surroundings: Pick<Context, 'env'>,
): ReportRequest {
  const { output, json, overwrite, lang, title } = flags;
  if (json === true && output === '-') throw new UsageError('stdout_twice', {});
  return {
    ...toOnAccount(flags, surroundings),
    overwrite: overwrite === true,
    language: lang ?? languageOf(surroundings),
    batch,
    output,
    title: title && visible(title),
  };
}

/** `confere bulk report`: writes a batch as one page to stdout unless `-o` names a file; needs no key. */
export async function runReport(host: Host, request: ReportRequest): Promise<void> {
  const { json } = request.presentation;
  const file = fileOf(host, request);
  const write = async (deps: LocalDeps) => {
    const batch = await findPlannedBatch(deps.ledger, request.batch);
    if (file !== undefined && !request.overwrite) await refuseOverwrite(file, NO_OUTPUT);
    const numbers = await countReport(deps, batch);
    if (file !== undefined) await writePage(host, file, deps.newId(), numbers, request);
    if (json) await print(host, reportJson(numbers, request.title), deps.stop);
    else if (file === undefined) await print(host, await pageOf(host, numbers, request), deps.stop);
  };
  await stoppable(host, 'output', (stop) => withStoredBatches(host, request, write, stop));
  host.finish(exitCodes.ok);
}

/** Makes every existing file a reason to refuse: a report must not replace the result of the batch. */
const NO_OUTPUT = { outputs: {} };

/** The path that `-o` names; undefined for stdout. */
function fileOf({ context }: Host, { output, presentation }: ReportRequest): string | undefined {
  if (output === undefined && !presentation.json && context.stdout.isTTY === true) {
    throw new UsageError('page_to_terminal', {});
  }
  if (output === undefined || output === '-') return undefined;
  refuseNoPage(output);
  return resolve(output);
}

/** The page has its own language option, because its readers may not be the user. */
async function pageOf(
  { version }: Host,
  numbers: ReportNumbers,
  { language, title }: ReportRequest,
): Promise<string> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const words = createWords(await messagesIn(language), timeZone);
  return reportPage(numbers, words, { version, title, subclasses: await loadSubclasses() });
}

async function writePage(
  host: Host,
  path: string,
  unique: string,
  numbers: ReportNumbers,
  request: ReportRequest,
): Promise<void> {
  await writeWhole(path, bytes(await pageOf(host, numbers, request)), { unique, kept: 'page' });
  if (!request.presentation.quiet)
    host.context.stderr.write(`${t.exports.reportWritten(maskIdentifiers(path))}\n`);
}

// eslint-disable-next-line @typescript-eslint/require-await -- the file is written from a stream
async function* bytes(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

async function print(
  { context: { stdout } }: Host,
  text: string,
  stop: AbortSignal,
): Promise<void> {
  if (stdout.write(text)) return;
  await once(stdout, 'drain', { signal: stop }).catch((error: unknown) => {
    throw stop.aborted ? stop.reason : error;
  });
}
