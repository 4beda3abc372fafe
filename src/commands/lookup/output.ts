import { resolve } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Context } from '../../base/context.js';
import { ConfereError, UsageError } from '../../base/errors.js';
import { extensionOf, isGzip, unknownExtension } from '../../export/format.js';
import { refuseOverwrite, refuseUnwritable, writeWhole } from '../../export/targets.js';
import type { ColumnKind, IdentifierKind } from '../../identifiers/index.js';
import type { LookupResult } from '../../lookups/answer.js';
import { type LookupDeps, markDelivered } from '../../lookups/lookup.js';
import { type OutputFormat, createAnswerFormatter } from '../shared/answer-printer.js';
import type { TypedPlace } from './card.js';
import { fieldValue, selectFields } from './values.js';
import { replaceInContext } from '../../terminal/streams.js';
import { type Style, chooseStyle } from '../../terminal/style.js';
import { loadActivities } from '../../records/activities.js';
import { toCell } from '../../records/cells.js';
import { type FieldPath, isIdentifierField, recordFields } from '../../records/fields.js';
import type { CommandContext } from '../shared/command.js';

/** The formats that options may name for each ending of a file; the first is the default. */
const BY_EXTENSION: ReadonlyMap<string, readonly OutputFormat[]> = new Map([
  ['csv', ['csv']],
  ['json', ['jsonl', 'json']],
  ['jsonl', ['jsonl', 'json']],
]);

/**
 * Returns the format that the name of the output decides; undefined if it decides none.
 * @throws UsageError `unknown_extension`, `format_against_name`
 */
export function formatByName({
  output = '',
  json,
  format: wanted,
}: Partial<CommandContext<{ readonly output?: string }>['options']>): OutputFormat | undefined {
  const extension = isGzip(output) ? 'gz' : extensionOf(output);
  if (['', 'txt'].includes(extension)) return undefined;
  const named = BY_EXTENSION.get(extension);
  if (named === undefined) throw unknownExtension(extension, [...BY_EXTENSION.keys(), 'txt']);
  const format = json === true ? 'json' : wanted;
  // A `.json` file holds one array, not lines.
  const isOther = extension === 'json' && format === 'jsonl';
  if (format === undefined || (named.some((one) => one === format) && !isOther)) return named[0];
  const option = json === true ? '--json' : '--format';
  throw new UsageError('format_against_name', { extension, format, option });
}

/**
 * Replaces stdout by a file (0600), which is tried before anything is sent and is kept after an error.
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
    await work(replaceInContext(context, { stdout, findReader: undefined }));
    stdout.write('');
  } finally {
    stdout.end();
    await finished(stdout).catch(() => undefined);
  }
  if (failure !== undefined) throw failure;
}

/**
 * Creates a stream that makes its file at the first write, so that nothing changes if the user declines or the command
 * is refused. After an error, the file has what was written by then. The lines of a `.json` file become one array.
 */
function createLateFile(path: string, unique: string): Writable {
  const through = new PassThrough();
  const isArray = extensionOf(path) === 'json';
  let [before, after] = isArray ? ['[\n', '[]\n'] : ['', ''];
  let writing: Promise<unknown> | undefined;
  const file = new Writable({
    decodeStrings: false,
    write(text: string, _, done) {
      if (writing === undefined) {
        writing = writeWhole(path, through, { unique, kept: 'records' });
        writing.catch((error: unknown) => file.destroy(error instanceof Error ? error : undefined));
      }
      if (!isArray || text === '') return void through.write(text, done);
      through.write(before + text.trimEnd(), done);
      [before, after] = [',\n', '\n]\n'];
    },
    final(done) {
      through.end(after);
      Promise.resolve(writing).then(() => {
        done();
      }, done);
    },
  });
  return file;
}

/** Interval (ms) between two looks at the pipe; also how long `head` may take to leave after its last line. */
const LOOK_INTERVAL = 50;

/** Watches the reader of stdout. `gone` aborts when the reader closes the pipe, so that nothing more is paid for. */
export function watchConsumer({ context }: CommandContext, ids: readonly string[]) {
  const { stdout, clock } = context;
  const isSeries = ids.length > 1 || ids.includes('-');
  const consumer = isSeries ? context.findReader?.() : undefined;
  const [gone, ended] = [new AbortController(), new AbortController()];
  const leave = () => {
    gone.abort(new ConfereError('interrupted', { during: 'lookups' }));
  };
  stdout.once('error', leave);
  /** Waits until a reader that has its last line, such as `head`, has had time to leave. */
  const awaitDeparture = async () => {
    if (consumer === undefined) return;
    await clock.sleep(LOOK_INTERVAL, ended.signal).catch(() => undefined);
    if (consumer.isGone()) leave();
  };
  const watch = async () => {
    while (consumer !== undefined && !gone.signal.aborted && !ended.signal.aborted)
      await awaitDeparture();
  };
  void watch();
  const forget = () => {
    ended.abort();
  };
  return { gone: gone.signal, mayLeave: awaitDeparture, forget };
}

/** Marks records as delivered when stdout has taken them; until then another lookup may deliver them. */
export function createDeliveryTracker(
  { context: { stdout } }: CommandContext,
  deps: Parameters<typeof markDelivered>[0],
) {
  const waiting: LookupResult[] = [];
  const marking = new Set<Promise<void>>();
  const markWhenWritten = async (printed: readonly LookupResult[]) => {
    const failure = await new Promise((resolve) => stdout.write('', resolve));
    if (failure == null) for (const lookup of printed) await markDelivered(deps, lookup);
  };
  return {
    add(lookup: LookupResult) {
      if (lookup.undeliveredLookup !== undefined) waiting.push(lookup);
    },
    markPrinted() {
      if (waiting.length > 0) marking.add(markWhenWritten(waiting.splice(0)));
    },
    finish: async () => void (await Promise.all(marking)),
  };
}

interface Printed {
  /** Undefined where each identifier shows its own kind. */
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
 * Creates the printer of lookups: records go to stdout and, for people, everything else to stderr. `end` prints the
 * table of rows.
 */
export async function createPrinter(
  command: CommandContext,
  lookups: Printed,
  { ledger, clock }: Pick<LookupDeps, 'ledger' | 'clock'>,
): Promise<Printer> {
  const { context, account } = command;
  const { stdout } = context;
  const { kind = 'both', format, fields, matches } = lookups;
  const style = chooseStyle(stdout, context, command);
  if (format === 'table') return createPrinterForPeople(command, lookups, style, clock);
  let { isSandbox } = account;
  const columns = [
    ...csvColumns(kind, fields, () => isSandbox),
    ...(matches?.fields ?? []).map(matchColumn),
  ];
  const head = [columns.map(([name]) => name)];
  const show = await createAnswerFormatter<LookupResult>(format, style, {
    json: (lookup) => (fields === undefined ? lookup.answer : selectFields(lookup, fields)),
    csv: (lookup) => [...head.splice(0), columns.map(([, cell]) => cell(lookup))],
    text: () => '',
  });
  const print = async (lookup: LookupResult) => {
    // Only rows say that a record is the sandbox's (contract, "Money", rule 5). A paid answer is printed even if the
    // ledger fails.
    if (format === 'csv') isSandbox ||= await ledger.isOfSandbox().catch(() => false);
    stdout.write(show(lookup));
  };
  return { print, end: () => undefined };
}

async function createPrinterForPeople(
  command: CommandContext,
  { kind, inRows, fields, matches }: Printed,
  style: Style,
  clock: LookupDeps['clock'],
): Promise<Printer> {
  const { stdout, stderr } = command.context;
  const { paint } = chooseStyle(stderr, command.context, command);
  const { recordText, refusalText } = await import('./card.js');
  const { lookupTable, partnersText } =
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
        stderr.write(refusalText(lookup.answer, paint, typed));
      if (data === undefined || inRows) return;
      const parts = { fields, partners: partnersText, activities };
      stdout.write(gap + recordText(lookup, data, style, clock.now(), parts));
      gap = '\n';
    },
    end: () =>
      stdout.write(lookupTable(rows.splice(0), kind, style, { fields, matches: matches?.fields })),
  };
}

/** The card of a person needs no table, so none is loaded. */
const NO_TABLE = { lookupTable: () => '', partnersText: () => '' };

type CsvColumn = readonly [name: string, cell: (lookup: LookupResult) => string];

/**
 * The columns that every answer has, named as in an export, which calls an error `failed`. They stay with `--fields`,
 * so that a row without a record shows the reason.
 */
const ANSWER_COLUMNS: readonly CsvColumn[] = [
  ['input', ({ answer }) => answer.input],
  ['kind', ({ answer }) => answer.kind ?? ''],
  ['id', ({ answer }) => answer.id ?? ''],
  ['lookup_status', ({ answer }) => (answer.status === 'error' ? 'failed' : answer.status)],
  ['lookup_reason', ({ answer }) => answer.error?.code ?? ''],
];
const ELSEWHERE: ReadonlySet<string> = new Set(
  'input kind id status error source fetchedAt'.split(' '),
);

/** The column of a comparison has the verdict; JSON has its reasons, too. */
function matchColumn(field: string): CsvColumn {
  return [`lookup_match_${field}`, ({ answer }) => answer.match?.[field]?.verdict ?? ''];
}

/** Returns the columns of an export (contract, "Export") for lookups of a kind or of both, with their cells. */
export function csvColumns(
  kind: ColumnKind,
  fields: readonly FieldPath[] | undefined,
  isSandbox: () => boolean,
): readonly CsvColumn[] {
  const fieldColumn = (field: FieldPath): CsvColumn => [
    `lookup_${field.name === 'fetchedAt' ? 'fetched_at' : field.name}`,
    (lookup) => {
      // Data invented by the sandbox must be marked (contract, "Money", rule 5).
      const isMarked = field.name === 'source' && lookup.answer.source !== undefined && isSandbox();
      if (isMarked) return 'sandbox';
      const isIdentifier = field.isOfRecord && isIdentifierField(field.path);
      if (!isIdentifier) return toCell(field.name, fieldValue(lookup, field));
      const { kind, id } = lookup.answer;
      return kind === field.path[0] ? (id ?? '') : '';
    },
  ];
  const besideRecord = ['source', 'fetchedAt'].map((name) => ({
    name,
    path: [name],
    isOfRecord: false,
  }));
  const record = () => recordFields(kind).map((name) => ({ name, path: [name], isOfRecord: true }));
  const chosen = fields?.filter(
    ({ path, isOfRecord }) => isOfRecord || !ELSEWHERE.has(path[0] ?? ''),
  );
  return [...ANSWER_COLUMNS, ...[...besideRecord, ...(chosen ?? record())].map(fieldColumn)];
}
