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
  type InFolder,
  type InputText,
  isTyped,
  type Source,
  withText,
} from '../../input/private-copy.js';
import type { Compared } from '../../records/compared.js';
import { formatMoney, formatNumber, t } from '../../messages/index.js';
import { joined } from '../../terminal/text.js';
import { resolvePrices } from '../../money/book.js';
import { summaryPrinter } from './shared/summary.js';
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
  async (command, given: string) => {
    const { rejects, strict } = command.options;
    const [file] = expandSinglePatterns(command, [given]);
    if (rejects === '-') throw new UsageError('stdout_twice', { option: '--rejects' });
    const { summary } = await printCheck(command, file, await readOfflineKnowledge(command));
    if (strict === true && summary.invalid > 0)
      throw new ConfereError('some_invalid', { count: summary.invalid, of: 'rows' });
  },
);

async function readOfflineKnowledge({
  context,
  account,
  options,
}: CommandContext): Promise<Knowledge> {
  const prices = resolvePrices(account.terms);
  const since = context.clock.now() - (options.reuse ?? 0);
  try {
    const { folder, shared } = locateLedger(stateFolder(context), account);
    // The check uses no network, so it does not ask a shared ledger.
    if (shared !== undefined || !existsSync(join(folder, 'ledger.db'))) return { prices };
    const { peekHitRates, peekKnown } = await import('../../ledger/sqlite/peek.js');
    const countKnown: checking.CountKnown = (kind, ids) => peekKnown(folder, kind, ids, since);
    await countKnown('cpf', []);
    return { prices, rates: await peekHitRates(folder), countKnown };
  } catch {
    return { prices };
  }
}

interface Knowledge extends checking.LedgerKnowledge {
  readonly foresee?: (
    checked: InputText,
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

export function printCheck(
  command: FileCheckContext,
  file: string,
  known: Knowledge = {},
  isPrinted = true,
): Promise<checking.InputReport> {
  return withStopSignal(command, 'call', async (stop) => {
    const { context, options, style } = command;
    const { rejects } = options;
    const report = await readAndCheck(command, file, known, stop);
    say(command, checkNotes(report));
    if (rejects !== undefined)
      say(command, `${t.batch.rejectedRows(maskForPrint(rejects), report.summary.invalid)}\n`);
    if (!isPrinted) return report;
    const format = wantsJson(options) ? 'json' : command.format;
    const print = await summaryPrinter(format, style, () =>
      fitToTerminal(checkText(report, options.creditPrice), style),
    );
    context.stdout.write(print(report.summary));
    return report;
  });
}

async function readAndCheck(
  command: FileCheckContext,
  file: string,
  known: Knowledge,
  stop: AbortSignal,
): Promise<checking.InputReport> {
  const { rejects: path, overwrite = false, compare } = command.options;
  const target = path && { path, overwrite, unique: command.context.newId(), stop };
  if (target) await refuseRejects(target, file);
  const source: Source = isStdin(file) ? { stream: command.context.stdin } : { path: file };
  const name = isPiped(file) ? t.usage.standardInput : basename(file);
  const inFolder: InFolder = (work) => withPrivateFolder(command.context, work);
  const read = (input: InputOptions) =>
    withReporter(
      command,
      ({ emit }) => {
        const check = async (checked: InputText) => {
          const reading = createProgress({ emit, stop }, 'reading', null);
          const found = await checking.checkFile(checked, known, reading);
          if (compare !== undefined) {
            const { refuseComparison } = await import('../../export/compared.js');
            refuseComparison(compare, found.layout.kind, found.layout);
          }
          if (target) await writeRejects(checked.path, found.layout, checked.name, target);
          const continued = await known.foresee?.(checked, stop);
          if (continued === undefined) return found;
          const { batch, ended, ...numbers } = continued;
          announceBatch({ emit }, batch, ended);
          return { ...found, ...numbers };
        };
        const unpacked = createProgress({ emit, stop }, 'unpacking', null);
        if (!isTyped(source)) unpacked(0);
        return withText(source, name, input, inFolder, check, { onRows: unpacked, stop });
      },
      file,
    );
  return askForColumn(command, file, read, stop);
}

export function checkNotes({
  description,
  layout,
  findings,
  skipped,
}: checking.InputReport): string {
  const { otherKind, reasons } = findings;
  const roots = reasons['cnpj_root'];
  const [kind, other] = layout.kind === 'cpf' ? ['CPF', 'CNPJ'] : ['CNPJ', 'CPF'];
  const notes = [
    description,
    ...skipped,
    otherKind.count > 0 && t.batch.otherKind(otherKind.count, other, kind, listRows(otherKind)),
    roots !== undefined && t.batch.cnpjRoots({ count: roots.count, roots: listRows(roots) }),
  ];
  return `${notes.filter(Boolean).join('\n')}\n`;
}

/** Writes what a check has found. `price`: R$ of one credit, where it is set. */
export function checkText(
  { summary, findings, paidBefore, work }: checking.InputReport,
  price?: number,
): string {
  const { rows, invalid, unique, reused, found, notFound, unconfirmed, credits } = summary;
  const { repaired, duplicates, reasons, ragged } = findings;
  const { expected, expectedFrom = 0, estimated } = credits;
  const lines: [string, number, string?][] = [
    [t.table.repaired, repaired.count, listRows(repaired)],
    [t.table.duplicates, duplicates.count, listRows(duplicates)],
    [t.table.invalid, invalid],
    ...Object.entries(reasons).map(([reason, each]): [string, number, string] => [
      `  ${t.phrases.reason(reason)}`,
      each.count,
      `${listRows(each)} (${reason})`,
    ]),
    [t.table.ragged, ragged.count, listRows(ragged)],
    [t.table.unique, unique],
    [t.table.paidFor, reused],
    // These lines show the state of the batch that a run would continue.
    [t.table.answered, work === undefined ? 0 : found + notFound - reused],
    [t.table.running, work?.running ?? 0],
    [t.table.unconfirmed, work === undefined ? 0 : unconfirmed],
  ];
  return formatCounts([
    [t.table.rows, rows],
    [t.table.valid, rows - invalid],
    ...lines.filter(([, count]) => count > 0),
    ...(work === undefined ? [] : [[t.table.toSend, work.toSend] as const]),
    ...(paidBefore > 0 ? [[t.table.paidForBefore, paidBefore] as const] : []),
    [
      t.table.creditsAtMost,
      estimated,
      joined('; ', [
        formatMoney(estimated, price),
        expected !== undefined && t.batch.expectedCost({ expected, expectedFrom }),
      ]),
    ],
  ]);
}

function listRows({ count, first }: Lines): string {
  const rows = first.map((row) => formatNumber(row)).join(', ');
  return t.batch.rowList(count, `${rows}${count > first.length ? ', …' : ''}`);
}
