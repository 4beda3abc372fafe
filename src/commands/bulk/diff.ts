import { maskForPrint } from '../shared/masked.js';
import { formatCounts } from '../shared/counts.js';
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { findPlannedBatch } from '../../batch/find-batch.js';
import { provideCopy } from '../../batch/export-batch.js';
import { readLayout } from '../../batch/plan/open-batch.js';
import { formatChanges, formatValues } from '../../diff/changes.js';
import {
  type FieldChange,
  changeKinds,
  type SideFacts,
  type SideName,
} from '../../diff/compare-records.js';
import { repeatingFields } from '../../records/fields.js';
import { readWantedColumns, readCopyCells } from '../../diff/input-cells.js';
import { fieldGroups, readWanted } from '../../diff/wanted-fields.js';
import {
  readBatchSide,
  compareResults,
  type ComparisonRequest,
  countDiffering,
  type DiffSummary,
} from '../../diff/compare-results.js';
import { ConfereError, UsageError } from '../../base/errors.js';
import { exitCodes } from '../../base/exit-codes.js';
import type { CsvFormat } from '../../export/csv.js';
import { refuseFormat } from '../../export/format.js';
import * as targets from '../../export/targets.js';
import { makePrintable, safeJson } from '../../base/foreign-text.js';
import { maskIdentifiers, formatId, maskCpf } from '../../identifiers/index.js';
import type { LocalDeps } from '../../batch/dependencies.js';
import { t, formatNumber } from '../../messages/index.js';
import { createLiveLine, type LiveLine } from '../../terminal/live.js';
import { formatTable } from '../../terminal/table.js';
import { chooseStyle, type Style } from '../../terminal/style.js';
import { defineCommand, type CommandContext } from '../shared/command.js';
import { flag, text, type Values } from '../shared/option.js';
import { withStopSignal, reportError } from '../shared/user.js';
import { withStoredBatches } from './shared/batch-work.js';
import { column, kind, overwrite, sheet } from './shared/options.js';
import { chooseDataStream, expandSinglePatterns, withPrivateFolder } from './shared/places.js';

const diffOptions = () => ({
  only: text('--only <field,...>', t.options.diffOnly),
  onlyFields: text('--only-fields <field,...>', t.options.diffOnlyFields),
  with: text('--with <column,...>', t.options.diffWith),
  exitStatus: flag('--exit-status', t.options.diffExitStatus),
  output: text('-o, --output <file|->', t.options.changesFile),
  overwrite: overwrite(),
  excel: flag('--excel', t.options.excel),
  type: kind(),
  column: column(),
  sheet: sheet(),
});

type DiffContext = CommandContext<Values<typeof diffOptions>>;

type Places = Readonly<Record<SideName, string>>;

/** The time (ms) after which a terminal shows what the comparison is doing. */
const SHOW_DELAY = 500;

/** `confere bulk diff`: compares two batches, two results, or one of each; needs no key and no network. */
export const diff = defineCommand(
  {
    options: diffOptions,
    examples: ['confere bulk diff 7k2m 9f3x --only partners --exit-status'],
    exits: [[9, 'differs']],
    about: () => t.help.diffGroups(Object.keys(fieldGroups).join(', ')),
  },
  async (command, olderPlace: string, newerPlace: string) => {
    const { context, json, quiet } = command;
    const { onlyFields, exitStatus, with: columns } = command.options;
    const inputColumns = columns === undefined ? undefined : readWantedColumns(columns);
    // `--only-fields` is another name of `--only`.
    const only = command.options.only ?? onlyFields;
    if (only !== onlyFields && onlyFields !== undefined)
      throw new UsageError('options_contradict', { one: '--only', other: '--only-fields' });
    const target = readTarget(command);
    const [older, newer] = expandSinglePatterns(command, [olderPlace, newerPlace]);
    const places = { older, newer };
    const wantedFields = only === undefined ? undefined : readWanted(only);
    await refuseTarget(command, target, places);
    const progress = createLiveLine(context, command, SHOW_DELAY);
    const showAndWrite: ComparisonRequest['writeChanges'] = (changes, { older, newer }) => {
      progress.show(t.diff.comparing);
      return writeChanges(command, target, changes, newer.dialect ?? older.dialect, inputColumns);
    };
    const compare = (stop: AbortSignal) =>
      withSides(command, places, progress, stop, (folder, readSide) =>
        compareResults({
          folder,
          readSide,
          wanted: wantedFields,
          inputColumns,
          writeChanges: showAndWrite,
          stop,
        }),
      );
    // After the stop of a `call` the message gives no advice, because nothing is left to continue.
    const summary = await withStopSignal(command, 'call', compare).finally(() => {
      progress.end();
    });
    // The summary goes to stderr if the changes go to stdout.
    const isSummaryOnStdout = target.output !== '-';
    const stream = isSummaryOnStdout ? context.stdout : context.stderr;
    const file = isSummaryOnStdout ? target.output : undefined;
    if (json) stream.write(formatDiffJson(summary, file ?? null));
    else if (isSummaryOnStdout || !quiet)
      stream.write(
        formatDiff(summary, chooseStyle(stream, context, command), file, isSummaryOnStdout),
      );
    const identifiers = countDiffering(summary);
    if (exitStatus !== true || identifiers === 0) return;
    command.finish(exitCodes.answeredNo);
    reportError(command, new ConfereError('results_differ', { identifiers }), exitCodes.answeredNo);
  },
);

type Target = ReturnType<typeof readTarget>;

/**
 * Reads where the changes go. `output`: a path, or `-` for stdout; without one only the summary is printed.
 * @throws UsageError `stdout_twice`
 */
function readTarget({ json, options }: DiffContext) {
  const { output, excel = false } = options;
  if (json && output === '-') throw new UsageError('stdout_twice', { option: '-o' });
  if (json && excel && output === undefined)
    throw new UsageError('options_contradict', { one: '--json', other: '--excel' });
  const format = options.format === 'table' ? undefined : options.format;
  // A format without an output means that the changes go to stdout, unless stdout has the summary as JSON.
  const printsChanges = output === undefined && !json && (format !== undefined || excel);
  return { format, excel, output: printsChanges ? '-' : output };
}

/** Runs `work` with a private folder and the function that reads one side: a file or a batch. */
function withSides<T>(
  command: DiffContext,
  places: Places,
  progress: LiveLine,
  stop: AbortSignal,
  work: (folder: string, readSide: ComparisonRequest['readSide']) => Promise<T>,
): Promise<T> {
  const { type: kind, column, sheet } = command.options;
  const inFolder = (deps?: LocalDeps) =>
    withPrivateFolder(command.context, (folder) =>
      work(folder, async (side, onRow, wantedColumns) => {
        const path = places[side];
        if (deps !== undefined && !namesFile(path)) {
          const batch = await findPlannedBatch(deps.ledger, path);
          const dialect = readLayout(batch);
          const sideRows = await readBatchSide(deps.ledger, batch, onRow, stop);
          if (wantedColumns === undefined) return { ...sideRows, dialect };
          const copy = await provideCopy(deps, batch);
          return {
            ...sideRows,
            dialect,
            input: await readCopyCells(copy, dialect, wantedColumns, stop),
          };
        }
        const name = maskIdentifiers(basename(path));
        const onRows = (rows: number) => {
          progress.show(t.diff.readingRows(name, rows));
        };
        const { readFileSide } = await import('../../diff/file-side.js');
        const input = { kind, column, sheet };
        return readFileSide({ path, folder, onRow, wantedColumns, onRows, stop, input });
      }),
    );
  if (Object.values(places).every(namesFile)) return inFolder();
  return withStoredBatches(command, inFolder);
}

/**
 * Whether a place names a file. A file that exists is preferred to a batch with its name as id, and no batch id has a dot
 * or a slash.
 */
function namesFile(place: string): boolean {
  return /[./\\]/.test(place) || existsSync(place);
}

async function refuseTarget(
  command: DiffContext,
  { output, format, excel }: Target,
  places: Places,
): Promise<void> {
  if (output === undefined) return;
  if (output === '-') {
    refuseFormat(chooseDataStream(command, format), format, excel);
    return;
  }
  refuseFormat(output, format, excel);
  const path = resolve(output);
  for (const file of Object.values(places))
    if (await targets.isSameFile(file, path)) throw new UsageError('output_is_input', { output });
  await targets.refuseUnwritable(path);
  if (command.options.overwrite !== true) await targets.refuseOverwrite(path, { outputs: {} });
}

async function writeChanges(
  command: DiffContext,
  { output, format, excel }: Target,
  changes: AsyncIterable<readonly FieldChange[]>,
  inputDialect: CsvFormat | undefined,
  inputColumns: readonly string[] | undefined,
): Promise<void> {
  if (output === undefined) {
    // The comparison is made while its changes are read, and the summary needs the whole comparison.
    for await (const chunk of changes) void chunk;
    return;
  }
  const target = output === '-' ? chooseDataStream(command, format) : output;
  const dialect = output === '-' ? undefined : inputDialect;
  const bytes = targets.compressIfGzName(
    target,
    formatChanges(changes, { target, format, excel }, dialect, inputColumns),
  );
  if (typeof target !== 'string') return targets.writeToStream(target, bytes);
  const temporaryId = command.context.newId();
  // The changes were not paid for, so the error of a failed write names no paid data that are safe (`kept`).
  await targets.writeWhole(resolve(target), bytes, { temporaryId, kept: 'nothing' });
}

/** The most fields that the table of changed fields lists. */
const MOST_FIELDS_SHOWN = 10;

/** Returns the object of `bulk diff --json`. `output`: where the changes were written. */
function formatDiffJson(summary: DiffSummary, output: string | null): string {
  const { older, newer, changes, same, unanswered, notCompared, rows } = summary;
  return `${safeJson({
    older,
    newer,
    same,
    unanswered,
    differing: countDiffering(summary),
    ...renameToCamelCase(changes),
    fields: Object.fromEntries(summary.fields),
    notCompared,
    rows,
    output,
  })}\n`;
}

function renameToCamelCase(changes: DiffSummary['changes']) {
  const renamed = changeKinds.map((kind) => [
    kind.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    changes[kind],
  ]);
  return Object.fromEntries(renamed) as Readonly<Record<string, number>>;
}

/** Returns the summary for people. `mayShowNames`: the summary goes to stdout, which may name companies. */
export function formatDiff(
  summary: DiffSummary,
  style: Style,
  output?: string,
  mayShowNames = true,
): string {
  const sides = t.diff.sides(formatSideName(summary.older), formatSideName(summary.newer));
  const parts = [
    `${style.paint.bold(sides)}\n${formatChangeCounts(summary)}`,
    formatFields(summary, style),
    formatExamples(summary, style, mayShowNames),
    formatNotes(summary),
    output === undefined ? '' : `${t.diff.changesFile(maskForPrint(output))}\n`,
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function formatSideName({ name }: SideFacts): string {
  return maskForPrint(name);
}

function formatChangeCounts({ changes, same, unanswered }: DiffSummary): string {
  const changed = changeKinds.map((kind) => [t.diff.kinds[kind], changes[kind]] as const);
  return formatCounts([
    ...changed.filter(([, count]) => count > 0),
    [t.diff.same, same],
    ...(unanswered > 0 ? [[t.diff.unansweredInBoth, unanswered] as const] : []),
  ]);
}

/** Removes entries about fields that only repeat other fields, unless no entry would be left, as with `--only day`. */
function removeRepeatingFields<T>(all: readonly T[], readField: (one: T) => string): readonly T[] {
  const others = all.filter((one) => !repeatingFields.has(readField(one)));
  return others.length === 0 ? all : others;
}

function formatFields(summary: DiffSummary, style: Style): string {
  const fields = removeRepeatingFields(summary.fields, ([field]) => field);
  if (fields.length === 0) return '';
  const columns = [{ title: t.diff.field }, { title: t.diff.differsIn, isNumber: true }];
  const rows = fields
    .slice(0, MOST_FIELDS_SHOWN)
    .map(([field, count]) => [makePrintable(field), formatNumber(count)]);
  const hiddenCount = fields.length - MOST_FIELDS_SHOWN;
  const hiddenNote = hiddenCount > 0 ? `  ${t.diff.moreFields(hiddenCount)}\n` : '';
  return formatTable(columns, rows, style, 2) + hiddenNote;
}

/** Returns the examples of changes as a table. `mayShowNames`: the summary goes to stdout, which may name companies. */
function formatExamples(
  { examples, inputColumns = [] }: DiffSummary,
  style: Style,
  mayShowNames: boolean,
): string {
  if (examples.length === 0) return '';
  const shownColumns = mayShowNames ? inputColumns : [];
  const showsCompanies = mayShowNames && examples.some(({ company }) => company !== '');
  const columns = [
    { title: t.diff.example },
    ...(showsCompanies ? [{ title: t.diff.company, cut: 'end' as const }] : []),
    { title: t.diff.field },
    { title: t.diff.old, cut: 'end' as const },
    { title: t.diff.new, cut: 'end' as const },
    ...shownColumns.map((title) => ({ title: makePrintable(title), cut: 'end' as const })),
  ];
  const rows = removeRepeatingFields(examples, ({ field }) => field).map((change) => {
    const { id, kind, field, company } = change;
    const idText = kind === 'cpf' ? maskCpf(id) : formatId(kind, id);
    const companyCells = showsCompanies ? [maskIdentifiers(company)] : [];
    const inputCells = shownColumns.map((_, at) => maskIdentifiers(change.inputCells?.[at] ?? ''));
    return [idText, ...companyCells, field, ...formatValues(change), ...inputCells].map(
      makePrintable,
    );
  });
  return formatTable(columns, rows, style, 2);
}

function formatNotes({ older, newer, notCompared }: DiffSummary): string {
  const lines = [older, newer]
    .filter(({ invalid }) => invalid > 0)
    .map((side) => t.diff.withoutIdentifier({ name: formatSideName(side), invalid: side.invalid }));
  if (notCompared.length > 0) {
    const listed = notCompared.map((field) => makePrintable(field)).join(', ');
    lines.push(t.diff.notCompared({ listed }));
  }
  return lines.map((line) => `${line}\n`).join('');
}
