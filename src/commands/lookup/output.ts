import { resolve } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Context } from '../../base/context.js';
import { ConfereError, UsageError } from '../../base/errors.js';
import { extensionOf, isGzip, unknownExtension } from '../../export/format.js';
import { refuseOverwrite, refuseUnwritable, writeWhole } from '../../export/targets.js';
import type { ColumnKind, IdentifierKind } from '../../identifiers/index.js';
import type { Lookup } from '../../lookups/answer.js';
import { type LookupDeps, markDelivered } from '../../lookups/lookup.js';
import { type OutputFormat, answerPrinter } from '../shared/answer-printer.js';
import type { TypedPlace } from './card.js';
import { fieldValue, reduced } from './values.js';
import { replacing } from '../../terminal/streams.js';
import { type Style, styleFor } from '../../terminal/style.js';
import { loadActivities } from '../../records/activities.js';
import { toCell } from '../../records/cells.js';
import { type FieldPath, isIdentifierField, recordFields } from '../../records/fields.js';
import type { CommandContext } from '../shared/command.js';

/** What the options may ask for where a name ends so; the first is how records are printed. */
const BY_EXTENSION: ReadonlyMap<string, readonly OutputFormat[]> = new Map([
  ['csv', ['csv']],
  ['json', ['jsonl', 'json']],
  ['jsonl', ['jsonl', 'json']],
]);

/** Undefined leaves the usual one. @throws UsageError `unknown_extension`, `format_against_name` */
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
  // An array is no lines.
  const isOther = extension === 'json' && format === 'jsonl';
  if (format === undefined || (named.some((one) => one === format) && !isOther)) return named[0];
  const option = json === true ? '--json' : '--format';
  throw new UsageError('format_against_name', { extension, format, option });
}

/**
 * A file (0600) in place of stdout, tried before anything is sent; it is there also after an error.
 *
 * @throws UsageError, ConfereError if it cannot be written
 */
export async function writingInto(
  context: Context,
  { output = '-', overwrite }: { readonly output?: string; readonly overwrite?: boolean },
  work: (context: Context) => Promise<void>,
): Promise<void> {
  if (output === '-') return work(context);
  const path = resolve(output);
  await refuseUnwritable(path);
  if (overwrite !== true) await refuseOverwrite(path, { outputs: {} });
  const stdout = writingLate(path, context.newId());
  let failure: Error | undefined;
  stdout.on('error', (error: Error) => (failure ??= error));
  try {
    // Who reads the pipe does not read the file.
    await work(replacing(context, { stdout, findReader: undefined }));
    stdout.write('');
  } finally {
    stdout.end();
    await finished(stdout).catch(() => undefined);
  }
  if (failure !== undefined) throw failure;
}

/**
 * A file that begins with the first write: after a no or a refusal everything is as it was. What was written by then is
 * the file; the lines of `.json` become one array.
 */
function writingLate(path: string, unique: string): Writable {
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

/** How often (ms) a pipe is looked at, and how long `head` may take to leave after a line. */
const LOOK = 50;

/** `gone` aborts when nobody reads any more: what is not read is not paid for. */
export function watchReader({ context }: CommandContext, ids: readonly string[]) {
  const { stdout, clock } = context;
  const isSeries = ids.length > 1 || ids.includes('-');
  const reader = isSeries ? context.findReader?.() : undefined;
  const [gone, ended] = [new AbortController(), new AbortController()];
  const leave = () => {
    gone.abort(new ConfereError('interrupted', { during: 'lookups' }));
  };
  stdout.once('error', leave);
  /** Resolves when a reader who wants no more than the last line has left. */
  const mayLeave = async () => {
    if (reader === undefined) return;
    await clock.sleep(LOOK, ended.signal).catch(() => undefined);
    if (reader.isGone()) leave();
  };
  const watch = async () => {
    while (reader !== undefined && !gone.signal.aborted && !ended.signal.aborted) await mayLeave();
  };
  void watch();
  const forget = () => {
    ended.abort();
  };
  return { gone: gone.signal, mayLeave, forget };
}

/** Until stdout has taken what was paid for and printed, it counts as never shown. */
export function createDeliveryTracker(
  { context: { stdout } }: CommandContext,
  deps: Parameters<typeof markDelivered>[0],
) {
  const waiting: Lookup[] = [];
  const noting = new Set<Promise<void>>();
  const note = async (printed: readonly Lookup[]) => {
    const failure = await new Promise((resolve) => stdout.write('', resolve));
    if (failure == null) for (const lookup of printed) await markDelivered(deps, lookup);
  };
  return {
    printed(lookup: Lookup) {
      if (lookup.undelivered !== undefined) waiting.push(lookup);
    },
    reached() {
      if (waiting.length > 0) noting.add(note(waiting.splice(0)));
    },
    noted: async () => void (await Promise.all(noting)),
  };
}

interface Printed {
  /** Undefined where each identifier shows its own. */
  readonly kind?: IdentifierKind;
  readonly format: OutputFormat;
  readonly fields?: readonly FieldPath[];
  /** One table in place of a card each. */
  readonly inRows: boolean;
}

/** Records go to stdout, and for people the rest to stderr; `end` prints what is shown only then. */
export async function createPrinter(
  command: CommandContext,
  lookups: Printed,
  { ledger, clock }: Pick<LookupDeps, 'ledger' | 'clock'>,
) {
  const { context, account } = command;
  const { stdout } = context;
  const { kind = 'both', format, fields } = lookups;
  const look = styleFor(stdout, context, command);
  if (format === 'table') return forPeople(command, lookups, look, clock);
  let { isSandbox } = account;
  const columns = csvColumns(kind, fields, () => isSandbox);
  const head = [columns.map(([name]) => name)];
  const show = await answerPrinter<Lookup>(format, look, {
    json: (lookup) => (fields === undefined ? lookup.answer : reduced(lookup, fields)),
    csv: (lookup) => [...head.splice(0), columns.map(([, cell]) => cell(lookup))],
    text: () => '',
  });
  const print = async (lookup: Lookup) => {
    // Only rows say so (contract, "Money", rule 5). A paid answer is printed also if the ledger fails.
    if (format === 'csv') isSandbox ||= await ledger.isOfSandbox().catch(() => false);
    stdout.write(show(lookup));
  };
  return { print, end: () => undefined };
}

async function forPeople(
  command: CommandContext,
  { kind, inRows, fields }: Printed,
  look: Style,
  clock: LookupDeps['clock'],
) {
  const { stdout, stderr } = command.context;
  const { paint } = styleFor(stderr, command.context, command);
  const { recordText, refusalText } = await import('./card.js');
  const { lookupTable, partnersText } =
    kind === 'cpf' && !inRows ? NO_TABLE : await import('./table.js');
  const activities = kind === 'cpf' || inRows ? {} : await loadActivities();
  const rows: Lookup[] = [];
  let gap = '';
  return {
    print: (lookup: Lookup, typed?: TypedPlace) => {
      const { data, status } = lookup.answer;
      if (inRows) rows.push(lookup);
      // A row says all that there is to say of what was not found; under -q, the end says what failed.
      const isToldElsewhere =
        (inRows && status === 'not_found') || (command.quiet && lookup.failure !== undefined);
      if (data === undefined && !isToldElsewhere)
        stderr.write(refusalText(lookup.answer, paint, typed));
      if (data === undefined || inRows) return;
      const parts = { fields, partners: partnersText, activities };
      stdout.write(gap + recordText(lookup, data, look, clock.now(), parts));
      gap = '\n';
    },
    end: () => stdout.write(lookupTable(rows.splice(0), kind, look, fields)),
  };
}

/** A single person is shown without loading tables. */
const NO_TABLE = { lookupTable: () => '', partnersText: () => '' };

type CsvColumn = readonly [name: string, cell: (lookup: Lookup) => string];

/** Exports call an error `failed`. These columns stay with `--fields`, so that a row without a record shows the reason. */
const OWN: readonly CsvColumn[] = [
  ['input', ({ answer }) => answer.input],
  ['kind', ({ answer }) => answer.kind ?? ''],
  ['id', ({ answer }) => answer.id ?? ''],
  ['lookup_status', ({ answer }) => (answer.status === 'error' ? 'failed' : answer.status)],
  ['lookup_reason', ({ answer }) => answer.error?.code ?? ''],
];
const ELSEWHERE: ReadonlySet<string> = new Set(
  'input kind id status error source fetchedAt'.split(' '),
);

/** The columns of an export (contract, "Export") for lookups of a kind or of both, and the cells of a lookup. */
export function csvColumns(
  kind: ColumnKind,
  fields: readonly FieldPath[] | undefined,
  isSandbox: () => boolean,
): readonly CsvColumn[] {
  const of = (field: FieldPath): CsvColumn => [
    `lookup_${field.name === 'fetchedAt' ? 'fetched_at' : field.name}`,
    (lookup) => {
      // Data invented by the sandbox must be marked (money rule 5 of the contract).
      const isMarked = field.name === 'source' && lookup.answer.source !== undefined && isSandbox();
      if (isMarked) return 'sandbox';
      const isOwn = field.isRecords && isIdentifierField(field.path);
      if (!isOwn) return toCell(field.name, fieldValue(lookup, field));
      const { kind, id } = lookup.answer;
      return kind === field.path[0] ? (id ?? '') : '';
    },
  ];
  const around = ['source', 'fetchedAt'].map((name) => ({ name, path: [name], isRecords: false }));
  const record = () => recordFields(kind).map((name) => ({ name, path: [name], isRecords: true }));
  const chosen = fields?.filter(
    ({ path, isRecords }) => isRecords || !ELSEWHERE.has(path[0] ?? ''),
  );
  return [...OWN, ...[...around, ...(chosen ?? record())].map(of)];
}
