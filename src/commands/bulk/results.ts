import { once } from 'node:events';
import { resolve } from 'node:path';
import type { LocalDeps } from '../../batch/dependencies.js';
import { exportBatch } from '../../batch/export-batch.js';
import { findPlannedBatch } from '../../batch/find-batch.js';
import { UsageError } from '../../base/errors.js';
import { readExtension, checkFormat, requirePageName } from '../../export/format.js';
import { refuseOverwrite, writeWhole } from '../../export/targets.js';
import { maskCpfs } from '../../identifiers/index.js';
import {
  detectLanguage,
  loadMessages,
  t,
  loadTotalsWords,
  withMessages,
} from '../../messages/index.js';
import { loadActivities } from '../../records/activities.js';
import { countReport, formatReportJson, type ReportNumbers } from '../../report/index.js';
import { buildReportPage } from '../../report/page.js';
import { defineCommand, type CommandContext } from '../shared/command.js';
import { text, type Values } from '../shared/option.js';
import { say } from '../shared/print.js';
import { withStoredBatches } from './shared/batch-work.js';
import { exportOptions, overwrite } from './shared/options.js';
import { chooseDataStream, refuseManyRows, buildReportPath } from './shared/places.js';

type ExportContext = CommandContext<Values<typeof exportOptions>>;

/** `confere bulk export`: writes to stdout unless `-o` names a file; needs no key. */
const exportResult = defineCommand(
  {
    options: exportOptions,
    examples: [
      'confere bulk export -o resultado.xlsx',
      'confere bulk export -o uf.csv.gz --fields "cnpj,uf"',
      'confere bulk export -o ver.csv --compare name=Nome --only similar,different',
    ],
  },
  (command, prefix?: string) => {
    const { output = '-' } = command.options;
    const format = chooseRowFormat(command.options);
    checkFormat(output === '-' ? '' : output, format, command.options.excel);
    const work = async (deps: LocalDeps) => {
      const batch = await findPlannedBatch(deps.ledger, prefix);
      if (command.options.output === undefined) refuseManyRows(command, batch, batch.id);
      const target = output === '-' ? chooseDataStream(command, format) : output;
      const totalsWords = await loadTotalsWords(detectLanguage(command.context));
      await exportBatch(deps, batch, { ...command.options, format, target, totalsWords });
    };
    return withStoredBatches(command, work, 'output');
  },
);

export { exportResult as export };

/** Returns the format of the rows. `--json` means one array, unless the file name or an option asks for JSONL. */
function chooseRowFormat({ json, format, excel, output = '-' }: ExportContext['options']) {
  if (json !== true) return format;
  if (excel === true)
    throw new UsageError('options_contradict', { one: '--json', other: '--excel' });
  const extension = output === '-' ? '' : readExtension(output);
  if (format !== undefined) return format;
  if (['', 'json', 'jsonl'].includes(extension)) return extension === 'jsonl' ? 'jsonl' : 'json';
  throw new UsageError('format_against_name', { extension, format: 'json', option: '--json' });
}

const reportOptions = () => ({
  output: text('-o, --output <file|->', t.options.page),
  overwrite: overwrite(),
});

/**
 * `confere bulk report`: writes a batch as one page, to the file of `-o`. Without `-o` the page goes to stdout or, if that
 * is a terminal, into a file beside the result. It needs no key.
 */
export const report = defineCommand(
  { options: reportOptions, examples: ['confere bulk report -o relatorio.html'] },
  (command, prefix?: string) => {
    const { json } = command;
    const { output } = command.options;
    if (json && output === '-') throw new UsageError('stdout_twice', { option: '-o' });
    const isForPerson = output === undefined && !json && command.context.stdout.isTTY === true;
    const namedFile = output === undefined || output === '-' ? undefined : resolve(output);
    if (namedFile !== undefined) requirePageName(namedFile);
    const work = async (deps: LocalDeps) => {
      const batch = await findPlannedBatch(deps.ledger, prefix);
      const file = isForPerson ? resolve(buildReportPath(batch)) : namedFile;
      // A result may replace its own earlier file, a report none: without `outputs` every existing file is refused.
      if (file !== undefined && command.options.overwrite !== true)
        await refuseOverwrite(file, { outputs: {} });
      const numbers = await countReport(deps, batch);
      if (file !== undefined) {
        const page = streamPage(await buildPage(command, numbers));
        // `kept`: if the page cannot be written, the error has no paid data of which to say that they are still stored.
        await writeWhole(file, page, { temporaryId: deps.newId(), kept: 'nothing' });
        say(command, `${t.batch.reportWritten(maskCpfs(file))}\n`);
      }
      if (json) await writeToStdout(command, formatReportJson(numbers), deps.stop);
      else if (file === undefined)
        await writeToStdout(command, await buildPage(command, numbers), deps.stop);
    };
    return withStoredBatches(command, work, 'output');
  },
);

async function buildPage(
  { version, context, options: { creditPrice } }: CommandContext,
  numbers: ReportNumbers,
): Promise<string> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const facts = { version, timeZone, activities: await loadActivities(), creditPrice };
  return withMessages(await loadMessages(detectLanguage(context)), () =>
    buildReportPage(numbers, facts),
  );
}

// eslint-disable-next-line @typescript-eslint/require-await -- the file is written from a stream
async function* streamPage(page: string): AsyncGenerator<Buffer> {
  yield Buffer.from(page);
}

/** Writes to stdout and waits until a slow reader has taken the text, or the user stops the command. */
async function writeToStdout(
  { context: { stdout } }: CommandContext,
  page: string,
  stop: AbortSignal,
): Promise<void> {
  if (stdout.write(page)) return;
  await once(stdout, 'drain', { signal: stop }).catch((error: unknown) => {
    throw stop.aborted ? stop.reason : error;
  });
}
