import { formatCounts } from '../shared/counts.js';
import { maskForPrint } from '../shared/masked.js';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as checking from '../../batch/check/check.js';
import { refuseRejects, writeRejects } from '../../export/rejects.js';
import { createProgress } from '../../batch/events.js';
import { announceBatch } from '../../batch/plan/open-batch.js';
import { locateLedger, stateFolder } from '../../config/folders.js';
import { ConfereError, UsageError } from '../../base/errors.js';
import type { InputOptions, Lines } from '../../input/index.js';
import {
  type RunInFolder,
  type InputText,
  isTypedByPerson,
  type Source,
  withText,
} from '../../input/private-copy.js';
import type { Compared } from '../../records/compared.js';
import { formatMoney, formatNumber, t } from '../../messages/index.js';
import { joined } from '../../terminal/text.js';
import { resolvePrices } from '../../money/book.js';
import { createSummaryFormatter } from './shared/summary.js';
import { fitToTerminal } from '../../terminal/streams.js';
import { isPiped, isStdin } from '../../base/piped.js';
import { defineCommand, type CommandContext } from '../shared/command.js';
import { wantsJson } from '../shared/command-context.js';
import { text, withHeading, type Values } from '../shared/option.js';
import { say } from '../shared/print.js';
import { withStopSignal } from '../shared/user.js';
import { askForColumn } from './shared/asking.js';
import { withReporter } from './shared/batch-work.js';
import { comparison, inputOptions, overwrite } from './shared/options.js';
import { expandSinglePatterns, withPrivateFolder } from './shared/places.js';

const checkOptions = () => ({
  ...inputOptions(),
  ...withHeading(t.options.inputGroup, {
    rejects: text('--rejects <file>', t.options.rejects),
    overwrite: overwrite(),
    compare: comparison(),
  }),
});

/** `confere bulk check`: sends nothing and stores nothing. */
export const check = defineCommand(
  {
    options: checkOptions,
    examples: [
      'confere bulk check clientes.csv --column CPF --strict',
      'cut -d ";" -f 2 clientes.csv | confere bulk check -',
    ],
    exits: [[3, 'strict']],
  },
  async (command, typedFile: string) => {
    const { rejects, strict } = command.options;
    const [file] = expandSinglePatterns(command, [typedFile]);
    if (rejects === '-') throw new UsageError('stdout_twice', { option: '--rejects' });
    const { summary } = await printCheck(command, file, await readOfflineKnowledge(command));
    if (strict === true && summary.invalid > 0)
      throw new ConfereError('some_invalid', { count: summary.invalid, of: 'rows' });
  },
);

/** Reads what the local ledger knows for the check: prices, and how many identifiers were paid for before. */
async function readOfflineKnowledge({
  context,
  account,
  options,
}: CommandContext): Promise<Knowledge> {
  const prices = resolvePrices(account.terms);
  const since = context.clock.now() - (options.reuse ?? 0);
  try {
    const { folder, shared } = locateLedger(stateFolder(context), account);
    // The check uses no network, so it does not read a ledger in PostgreSQL.
    if (shared !== undefined || !existsSync(join(folder, 'ledger.db'))) return { prices };
    const { peekHitRates, peekKnown } = await import('../../ledger/sqlite/peek.js');
    const countKnown: checking.CountKnown = (kind, ids) => peekKnown(folder, kind, ids, since);
    // A ledger that cannot be read fails here, and the check goes on without it.
    await countKnown('cpf', []);
    return { prices, rates: await peekHitRates(folder), countKnown };
  } catch {
    return { prices };
  }
}

/** The facts of the ledger for a check. `foresee`: what a run would do with the batch that has this input already. */
interface Knowledge extends checking.LedgerKnowledge {
  readonly foresee?: (
    inputText: InputText,
    stop: AbortSignal,
  ) => ReturnType<typeof checking.foreseeContinuation>;
}

type FileCheckContext = CommandContext<
  Values<typeof inputOptions> & {
    readonly rejects?: string;
    readonly overwrite?: boolean;
    readonly compare?: Compared;
  }
>;

/** Checks a file, prints the result on stdout if `isPrinted`, and writes `--rejects`. */
export function printCheck(
  command: FileCheckContext,
  file: string,
  knowledge: Knowledge = {},
  isPrinted = true,
): Promise<checking.InputReport> {
  return withStopSignal(command, 'call', async (stop) => {
    const { context, options, style } = command;
    const { rejects } = options;
    const report = await readAndCheck(command, file, knowledge, stop);
    say(command, formatCheckNotes(report));
    if (rejects !== undefined)
      say(command, `${t.batch.rejectedRows(maskForPrint(rejects), report.summary.invalid)}\n`);
    if (!isPrinted) return report;
    const format = wantsJson(options) ? 'json' : command.format;
    const formatSummary = await createSummaryFormatter(format, style, () =>
      fitToTerminal(formatCheck(report, options.creditPrice), style),
    );
    context.stdout.write(formatSummary(report.summary));
    return report;
  });
}

async function readAndCheck(
  command: FileCheckContext,
  file: string,
  knowledge: Knowledge,
  stop: AbortSignal,
): Promise<checking.InputReport> {
  const { rejects: path, overwrite = false, compare } = command.options;
  const target = path && { path, overwrite, temporaryId: command.context.newId(), stop };
  if (target) await refuseRejects(target, file);
  const source: Source = isStdin(file) ? { stream: command.context.stdin } : { path: file };
  const name = isPiped(file) ? t.usage.standardInput : basename(file);
  const inFolder: RunInFolder = (work) => withPrivateFolder(command.context, work);
  const readInput = (input: InputOptions) =>
    withReporter(
      command,
      ({ emit }) => {
        const checkAndWrite = async (inputText: InputText) => {
          const reportReading = createProgress({ emit, stop }, 'reading', null);
          const report = await checking.checkFile(inputText, knowledge, reportReading);
          if (compare !== undefined) {
            const { refuseComparison } = await import('../../export/compared.js');
            refuseComparison(compare, report.layout.kind, report.layout);
          }
          if (target) await writeRejects(inputText.path, report.layout, inputText.name, target);
          const foreseen = await knowledge.foresee?.(inputText, stop);
          if (foreseen === undefined) return report;
          const { batch, ended, ...numbers } = foreseen;
          announceBatch({ emit }, batch, ended);
          return { ...report, ...numbers };
        };
        const reportUnpacking = createProgress({ emit, stop }, 'unpacking', null);
        if (!isTypedByPerson(source)) reportUnpacking(0);
        return withText(source, name, input, inFolder, checkAndWrite, {
          onRows: reportUnpacking,
          stop,
        });
      },
      file,
    );
  return askForColumn(command, file, readInput, stop);
}

/** Returns the notes on how the file was read, one per line. */
export function formatCheckNotes({
  description,
  layout,
  findings,
  skippedNotes,
}: checking.InputReport): string {
  const { otherKind, reasons } = findings;
  const roots = reasons['cnpj_root'];
  const [kind, other] = layout.kind === 'cpf' ? ['CPF', 'CNPJ'] : ['CNPJ', 'CPF'];
  const notes = [
    description,
    ...skippedNotes,
    otherKind.count > 0 && t.batch.otherKind(otherKind.count, other, kind, formatRows(otherKind)),
    roots !== undefined && t.batch.cnpjRoots({ count: roots.count, roots: formatRows(roots) }),
  ];
  return `${notes.filter(Boolean).join('\n')}\n`;
}

/** Returns what a check has found, for people. `creditPrice`: R$ of one credit, if it is set. */
export function formatCheck(
  { summary, findings, paidBefore, continuation }: checking.InputReport,
  creditPrice?: number,
): string {
  const { rows, invalid, unique, reused, found, notFound, unconfirmed, credits } = summary;
  const { repaired, duplicates, reasons, ragged } = findings;
  const { expected, expectedFrom = 0, estimated } = credits;
  const lines: [string, number, string?][] = [
    [t.table.repaired, repaired.count, formatRows(repaired)],
    [t.table.duplicates, duplicates.count, formatRows(duplicates)],
    [t.table.invalid, invalid],
    ...Object.entries(reasons).map(([reason, each]): [string, number, string] => [
      `  ${t.phrases.reason(reason)}`,
      each.count,
      `${formatRows(each)} (${reason})`,
    ]),
    [t.table.ragged, ragged.count, formatRows(ragged)],
    [t.table.unique, unique],
    [t.table.paidFor, reused],
    // The next lines are about the batch that a run would continue, if there is one.
    [t.table.answered, continuation === undefined ? 0 : found + notFound - reused],
    [t.table.running, continuation?.running ?? 0],
    [t.table.unconfirmed, continuation === undefined ? 0 : unconfirmed],
  ];
  return formatCounts([
    [t.table.rows, rows],
    [t.table.valid, rows - invalid],
    ...lines.filter(([, count]) => count > 0),
    ...(continuation === undefined ? [] : [[t.table.toSend, continuation.toSend] as const]),
    ...(paidBefore > 0 ? [[t.table.paidForBefore, paidBefore] as const] : []),
    [
      t.table.creditsAtMost,
      estimated,
      joined('; ', [
        formatMoney(estimated, creditPrice),
        expected !== undefined && t.batch.expectedCost({ expected, expectedFrom }),
      ]),
    ],
  ]);
}

function formatRows({ count, first }: Lines): string {
  const rows = first.map((row) => formatNumber(row)).join(', ');
  return t.batch.rowList(count, `${rows}${count > first.length ? ', …' : ''}`);
}
