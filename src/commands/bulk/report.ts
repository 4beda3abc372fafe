import type { Command } from 'commander';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { LocalDeps } from '../../batch/dependencies.js';
import { findPlannedBatch } from '../../batch/find-batch.js';
import { UsageError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import { refuseNoPage } from '../../export/format.js';
import { refuseOverwrite, writeWhole } from '../../export/targets/target.js';
import { maskIdentifiers } from '../../identifiers/index.js';
import { languageOf, messagesIn, t, withMessages } from '../../messages/index.js';
import { countReport, reportJson, type ReportNumbers } from '../../report/index.js';
import { reportPage } from '../../report/page.js';
import { loadActivities } from '../../records/activities.js';
import { withStoredBatches } from './shared/batch-work.js';
import { addOverwrite } from './shared/options.js';
import { type OnAccount, readOptions } from '../shared/account.js';
import type { Host } from '../shared/options.js';
import { stoppable } from '../shared/stop-signal.js';

/** `confere bulk report`. */
export function defineReport(command: Command, host: Host): void {
  addOverwrite(command.option('-o, --output <file|->', t.options.page)).action(
    (batch: string | undefined) => report(host, batch, readOptions<ReportOptions>(command, host)),
  );
}

interface ReportOptions {
  /** A path, or `-` for stdout; also stdout when left out, unless `--json` needs it. */
  readonly output?: string;
  readonly overwrite?: boolean;
}

/** `confere bulk report`: writes a batch as one page to stdout unless `-o` names a file; needs no key. @throws UsageError if page and JSON would both go to stdout */
async function report(
  host: Host,
  given: string | undefined,
  options: ReportOptions & OnAccount,
): Promise<void> {
  const { json } = options.presentation;
  if (json && options.output === '-') throw new UsageError('stdout_twice', {});
  const file = fileOf(host, options);
  const write = async (deps: LocalDeps) => {
    const batch = await findPlannedBatch(deps.ledger, given);
    if (file !== undefined && options.overwrite !== true) await refuseOverwrite(file, NO_OUTPUT);
    const numbers = await countReport(deps, batch);
    const page = () => pageOf(host, numbers);
    if (file !== undefined) {
      await writeWhole(file, bytes(await page()), { unique: deps.newId(), kept: 'page' });
      const told = `${t.exports.reportWritten(maskIdentifiers(file))}\n`;
      if (!options.presentation.quiet) host.context.stderr.write(told);
    }
    if (json) await print(host, reportJson(numbers), deps.stop);
    else if (file === undefined) await print(host, await page(), deps.stop);
  };
  await stoppable(host, 'output', (stop) => withStoredBatches(host, options, write, stop));
  host.finish(exitCodes.ok);
}

/** Makes every existing file a reason to refuse: a report must not replace the result of the batch. */
const NO_OUTPUT = { outputs: {} };

/** The path that `-o` names; undefined for stdout. */
function fileOf(
  { context }: Host,
  { output, presentation }: ReportOptions & OnAccount,
): string | undefined {
  if (output === undefined && !presentation.json && context.stdout.isTTY === true) {
    throw new UsageError('page_to_terminal', {});
  }
  if (output === undefined || output === '-') return undefined;
  refuseNoPage(output);
  return resolve(output);
}

/** In the language of the user, also beside `--json`, which is for programs. */
async function pageOf({ version, context }: Host, numbers: ReportNumbers): Promise<string> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const facts = { version, timeZone, activities: await loadActivities() };
  return withMessages(await messagesIn(languageOf(context)), () => reportPage(numbers, facts));
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
