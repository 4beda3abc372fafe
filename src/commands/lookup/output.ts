import { resolve } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Context } from '../../base/context.js';
import { ConfereError, UsageError } from '../../base/errors.js';
import { readExtension, isGzip, buildUnknownExtension } from '../../export/format.js';
import { refuseOverwrite, refuseUnwritable, writeWhole } from '../../export/targets.js';
import type { ColumnKind, IdentifierKind } from '../../identifiers/index.js';
import type { LookupResult } from '../../lookups/answer.js';
import { type LookupDeps, markDelivered } from '../../lookups/lookup.js';
import { type OutputFormat, createAnswerFormatter } from '../shared/answer-printer.js';
import type { TypedPlace } from './card.js';
import { readFieldValue, selectFields } from './values.js';
import { replaceInContext } from '../../terminal/streams.js';
import { type Style, chooseStyle } from '../../terminal/style.js';
import { loadActivities } from '../../records/activities.js';
import { toCell } from '../../records/cells.js';
import { type FieldPath, isIdentifierField, recordFields } from '../../records/fields.js';
import type { CommandContext } from '../shared/command.js';

/** The formats that options may name for each file extension; the first is the default. */
const FORMATS_BY_EXTENSION: ReadonlyMap<string, readonly OutputFormat[]> = new Map([
  ['csv', ['csv']],
  ['json', ['jsonl', 'json']],
  ['jsonl', ['jsonl', 'json']],
]);

/**
 * Returns the format for the name of the output; undefined if any format may have this name.
 * @throws UsageError `unknown_extension`, `format_against_name`
 */
export function chooseFormatByName({
  output = '',
  json,
  format: wanted,
}: Partial<CommandContext<{ readonly output?: string }>['options']>): OutputFormat | undefined {
  const extension = isGzip(output) ? 'gz' : readExtension(output);
  if (['', 'txt'].includes(extension)) return undefined;
  const possibleFormats = FORMATS_BY_EXTENSION.get(extension);
  if (possibleFormats === undefined)
    throw buildUnknownExtension(extension, [...FORMATS_BY_EXTENSION.keys(), 'txt']);
  const format = json === true ? 'json' : wanted;
  // A `.json` file holds one array, not lines.
  const isLinesInArray = extension === 'json' && format === 'jsonl';
  if (format === undefined || (possibleFormats.some((one) => one === format) && !isLinesInArray))
    return possibleFormats[0];
  const option = json === true ? '--json' : '--format';
  throw new UsageError('format_against_name', { extension, format, option });
}

/**
 * Runs `work` with a file (mode 0600) in place of stdout. A place that cannot be written is refused before anything is
 * sent; the file is kept after an error.
 *
 * @throws UsageError, ConfereError if it cannot be written
 */
export async function withOutputFile(
  context: Context,
  { output = '-', overwrite }: { readonly output?: string; readonly overwrite?: boolean },
  work: (context: Context) => Promise<void>,
): Promise<void> {
  if (output === '-') return work(context);
  const path = resolve(output);
  await refuseUnwritable(path);
  if (overwrite !== true) await refuseOverwrite(path, { outputs: {} });
  const stdout = createLateFile(path, context.newId());
  let failure: Error | undefined;
  stdout.on('error', (error: Error) => (failure ??= error));
  try {
    // With `-o`, a closed pipe on stdout does not stop the lookups.
    await work(replaceInContext(context, { stdout, findPipeReader: undefined }));
    stdout.write('');
  } finally {
    stdout.end();
    await finished(stdout).catch(() => undefined);
  }
  if (failure !== undefined) throw failure;
}

/**
 * Creates a stream that creates its file at the first write, so that nothing changes if the user declines or the command
 * is refused. After an error, the file has what was written before. The lines of a `.json` file become one array.
 */
function createLateFile(path: string, temporaryId: string): Writable {
  const through = new PassThrough();
  const isArray = readExtension(path) === 'json';
  let [textBefore, textAfter] = isArray ? ['[\n', '[]\n'] : ['', ''];
  let written: Promise<unknown> | undefined;
  const file = new Writable({
    decodeStrings: false,
    write(text: string, _, done) {
      if (written === undefined) {
        written = writeWhole(path, through, { temporaryId, kept: 'records' });
        written.catch((error: unknown) => file.destroy(error instanceof Error ? error : undefined));
      }
      if (!isArray || text === '') return void through.write(text, done);
      through.write(textBefore + text.trimEnd(), done);
      [textBefore, textAfter] = [',\n', '\n]\n'];
    },
    final(done) {
      through.end(textAfter);
      Promise.resolve(written).then(() => {
        done();
      }, done);
    },
  });
  return file;
}

/** The time between two checks of the pipe (ms), in which `head` is expected to end after its last line. */
const CHECK_INTERVAL = 50;

/** Watches the program that reads stdout. `gone` aborts when it has closed the pipe, so that nothing more is paid for. */
export function watchPipeReader({ context }: CommandContext, ids: readonly string[]) {
  const { stdout, clock } = context;
  const isSeries = ids.length > 1 || ids.includes('-');
  const pipeReader = isSeries ? context.findPipeReader?.() : undefined;
  const [goneController, endController] = [new AbortController(), new AbortController()];
  const abortAsGone = () => {
    goneController.abort(new ConfereError('interrupted', { during: 'lookups' }));
  };
  stdout.once('error', abortAsGone);
  /** Waits as long as a program such as `head` needs to end after its last line, and aborts `gone` if it has ended. */
  const awaitDeparture = async () => {
    if (pipeReader === undefined) return;
    await clock.sleep(CHECK_INTERVAL, endController.signal).catch(() => undefined);
    if (pipeReader.isGone()) abortAsGone();
  };
  const watchUntilEnd = async () => {
    while (
      pipeReader !== undefined &&
      !goneController.signal.aborted &&
      !endController.signal.aborted
    )
      await awaitDeparture();
  };
  void watchUntilEnd();
  const stopWatching = () => {
    endController.abort();
  };
  return { gone: goneController.signal, awaitDeparture, stopWatching };
}

/** Marks records as delivered when stdout has taken them; until then another lookup may deliver them. */
export function createDeliveryTracker(
  { context: { stdout } }: CommandContext,
  deps: Parameters<typeof markDelivered>[0],
) {
  const unmarked: LookupResult[] = [];
  const marks = new Set<Promise<void>>();
  const markWhenWritten = async (printed: readonly LookupResult[]) => {
    const failure = await new Promise((resolve) => stdout.write('', resolve));
    if (failure == null) for (const lookup of printed) await markDelivered(deps, lookup);
  };
  return {
    add(lookup: LookupResult) {
      if (lookup.undeliveredLookup !== undefined) unmarked.push(lookup);
    },
    markPrinted() {
      if (unmarked.length > 0) marks.add(markWhenWritten(unmarked.splice(0)));
    },
    finish: async () => void (await Promise.all(marks)),
  };
}

interface PrintedLookups {
  /** Undefined if each identifier shows its own kind. */
  readonly kind?: IdentifierKind;
  readonly format: OutputFormat;
  readonly fields?: readonly FieldPath[];
  /** The fields that are compared. */
  readonly matches?: { readonly fields: readonly string[] };
  /** Prints one table instead of a card for each record. */
  readonly inRows: boolean;
}

interface Printer {
  readonly print: (lookup: LookupResult, typed?: TypedPlace) => void | Promise<void>;
  readonly end: () => void;
}

/**
 * Creates the printer of lookups: records go to stdout and, for people, everything else to stderr. `end` prints the table
 * that `inRows` asks for.
 */
export async function createPrinter(
  command: CommandContext,
  lookups: PrintedLookups,
  { ledger, clock }: Pick<LookupDeps, 'ledger' | 'clock'>,
): Promise<Printer> {
  const { context, account } = command;
  const { stdout } = context;
  const { kind = 'both', format, fields, matches } = lookups;
  const style = chooseStyle(stdout, context, command);
  if (format === 'table') return createPrinterForPeople(command, lookups, style, clock);
  let { isSandbox } = account;
  const columns = [
    ...buildCsvColumns(kind, fields, () => isSandbox),
    ...(matches?.fields ?? []).map(buildMatchColumn),
  ];
  const unprintedHeader = [columns.map(([name]) => name)];
  const formatLookup = await createAnswerFormatter<LookupResult>(format, style, {
    json: (lookup) => (fields === undefined ? lookup.answer : selectFields(lookup, fields)),
    csv: (lookup) => [...unprintedHeader.splice(0), columns.map(([, cell]) => cell(lookup))],
    text: () => '',
  });
  const print = async (lookup: LookupResult) => {
    // Rows of CSV must say that a record is the sandbox's (contract, "Money" 5). A ledger that cannot be read must
    // not stop the printing of a paid answer.
    if (format === 'csv') isSandbox ||= await ledger.isOfSandbox().catch(() => false);
    stdout.write(formatLookup(lookup));
  };
  return { print, end: () => undefined };
}

async function createPrinterForPeople(
  command: CommandContext,
  { kind, inRows, fields, matches }: PrintedLookups,
  style: Style,
  clock: LookupDeps['clock'],
): Promise<Printer> {
  const { stdout, stderr } = command.context;
  const { paint } = chooseStyle(stderr, command.context, command);
  const { formatRecord, formatRefusal } = await import('./card.js');
  const { formatLookupTable, formatPartners } =
    kind === 'cpf' && !inRows ? NO_TABLE : await import('./table.js');
  const activities = kind === 'cpf' || inRows ? {} : await loadActivities();
  const rows: LookupResult[] = [];
  let gap = '';
  return {
    print: (lookup: LookupResult, typed?: TypedPlace) => {
      const { data, status } = lookup.answer;
      if (inRows) rows.push(lookup);
      // The table has a row for an identifier that was not found; with -q, the end of the command reports failures.
      const isReportedElsewhere =
        (inRows && status === 'not_found') || (command.quiet && lookup.failure !== undefined);
      if (data === undefined && !isReportedElsewhere)
        stderr.write(formatRefusal(lookup.answer, paint, typed));
      if (data === undefined || inRows) return;
      const parts = { fields, formatPartners, activities };
      stdout.write(gap + formatRecord(lookup, data, style, clock.now(), parts));
      gap = '\n';
    },
    end: () =>
      stdout.write(
        formatLookupTable(rows.splice(0), kind, style, { fields, matches: matches?.fields }),
      ),
  };
}

/** Stands in for the module of tables, which is not loaded for the card of a person. */
const NO_TABLE = { formatLookupTable: () => '', formatPartners: () => '' };

type CsvColumn = readonly [name: string, cell: (lookup: LookupResult) => string];

/**
 * The columns that every answer has, with the names and statuses of an export. `--fields` does not remove them, so that a
 * row without a record shows the reason.
 */
const ANSWER_COLUMNS: readonly CsvColumn[] = [
  ['input', ({ answer }) => answer.input],
  ['kind', ({ answer }) => answer.kind ?? ''],
  ['id', ({ answer }) => answer.id ?? ''],
  ['lookup_status', ({ answer }) => (answer.status === 'error' ? 'failed' : answer.status)],
  ['lookup_reason', ({ answer }) => answer.error?.code ?? ''],
];
/** The fields of an answer that other columns already have. */
const IN_OTHER_COLUMNS: ReadonlySet<string> = new Set(
  'input kind id status error source fetchedAt'.split(' '),
);

/** Returns the column of a comparison, which has only the verdict; JSON also has the reasons. */
function buildMatchColumn(field: string): CsvColumn {
  return [`lookup_match_${field}`, ({ answer }) => answer.match?.[field]?.verdict ?? ''];
}

/** Returns the columns of an export (contract, "Export") for lookups of one kind or both, with their cells. */
export function buildCsvColumns(
  kind: ColumnKind,
  fields: readonly FieldPath[] | undefined,
  isSandbox: () => boolean,
): readonly CsvColumn[] {
  const buildFieldColumn = (field: FieldPath): CsvColumn => [
    `lookup_${field.name === 'fetchedAt' ? 'fetched_at' : field.name}`,
    (lookup) => {
      // Data invented by the sandbox must be marked (contract, "Money" 5).
      const isMarked = field.name === 'source' && lookup.answer.source !== undefined && isSandbox();
      if (isMarked) return 'sandbox';
      const isIdentifier = field.isOfRecord && isIdentifierField(field.path);
      if (!isIdentifier) return toCell(field.name, readFieldValue(lookup, field));
      const { kind, id } = lookup.answer;
      return kind === field.path[0] ? (id ?? '') : '';
    },
  ];
  const besideRecord = ['source', 'fetchedAt'].map((name) => ({
    name,
    path: [name],
    isOfRecord: false,
  }));
  const listRecordFields = () =>
    recordFields(kind).map((name) => ({ name, path: [name], isOfRecord: true }));
  const chosenFields = fields?.filter(
    ({ path, isOfRecord }) => isOfRecord || !IN_OTHER_COLUMNS.has(path[0] ?? ''),
  );
  return [
    ...ANSWER_COLUMNS,
    ...[...besideRecord, ...(chosenFields ?? listRecordFields())].map(buildFieldColumn),
  ];
}
