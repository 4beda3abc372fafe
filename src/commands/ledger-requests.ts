import { existsSync } from 'node:fs';
import {
  describeEntry,
  describeStored,
  maskEntry,
  readStoredAbout,
  type StoredFile,
  type StoredData,
} from '../batch/about.js';
import { UsageError } from '../base/errors.js';
import { makePrintable, safeJson } from '../base/foreign-text.js';
import { locateLedger, stateFolder } from '../config/folders.js';
import { formatId, kindOf, readTyped, formatShownId } from '../identifiers/index.js';
import type { LogEntry, IdentifierRequest } from '../ledger/index.js';
import { hasLedger } from '../ledger/lost.js';
import { formatSecond, formatNumber, t } from '../messages/index.js';
import { loadActivities } from '../records/activities.js';
import { fitToTerminal } from '../terminal/streams.js';
import { formatTable } from '../terminal/table.js';
import type { Style } from '../terminal/style.js';
import { withStoredBatches } from './bulk/shared/batch-work.js';
import { formatRecord } from './lookup/card.js';
import { formatPartners } from './lookup/table.js';
import { createAnswerFormatter } from './shared/answer-printer.js';
import { defineCommand, type CommandContext, noOptions } from './shared/command.js';
import { flag, parseCalendarDays, resolveDays, value } from './shared/option.js';
import { say } from './shared/print.js';
import { withLedger } from './shared/ledger-and-service.js';

/** `confere ledger show`: prints everything that is stored about a person or company; sends nothing. */
export const show = defineCommand(
  { options: noOptions, examples: ['confere ledger show 529.982.247-25 --format json'] },
  async (command, typed: string) => {
    const reading = readTyped(typed);
    if (!reading.valid) throw new UsageError('not_an_identifier', {});
    const { kind, id } = reading;
    const nothingStored: StoredData = { kind, id, records: [], requests: [], files: [] };
    const storedData = hasAnyLedger(command)
      ? await withStoredBatches(command, (deps) => readStoredAbout(deps, kind, id))
      : nothingStored;
    const { format, style } = command;
    const activities = format === 'table' && kind === 'cnpj' ? await loadActivities() : {};
    const formatAnswer = await createAnswerFormatter<StoredData>(format, style, {
      json: describeStored,
      csv: buildAboutRows,
      text: () => formatAbout(command, storedData, activities),
    });
    command.context.stdout.write(formatAnswer(storedData));
    const isNothing = [storedData.records, storedData.requests, storedData.files].every(
      (one) => one.length === 0,
    );
    if (isNothing) say(command, `${t.removal.nothingStored(formatShownId(kind, id))}\n`);
  },
);

const logOptions = () => ({
  since: value('--since <date>', t.options.since, parseCalendarDays),
  full: flag('--full', t.options.fullIdentifiers),
  excel: flag('--excel', t.options.excel),
});

/** `confere ledger log`: prints a row for each lookup and each batch, the oldest first; sends nothing. */
export const log = defineCommand(
  {
    options: logOptions,
    examples: ['confere ledger log --since 2026-01 --format csv > operacoes.csv'],
  },
  async (command) => {
    const { context, format, style, options } = command;
    const { since, full = false, excel } = options;
    const sinceTime = since === undefined ? 0 : resolveDays(since, context.clock.now()).from;
    const entries = hasAnyLedger(command)
      ? await withLedger(command, (ledger) => ledger.readLog(sinceTime))
      : [];
    const visibleEntries = full ? entries : entries.map(maskEntry);
    const formatLog = await createAnswerFormatter<readonly LogEntry[]>(
      format,
      style,
      {
        json: (all) => all.map(describeEntry),
        jsonl: (all) => all.map(describeEntry),
        csv: (all) => [LOG_FIELDS, ...all.map((one) => formatLogRow(one, excel))],
        text: (all) => formatLogTable(all, style),
      },
      excel,
    );
    context.stdout.write(formatLog(visibleEntries));
    const nothingText = since === undefined ? t.log.nothing : t.log.nothingSince;
    if (visibleEntries.length === 0) say(command, `${nothingText}\n`);
  },
);

/** Whether there is a ledger, because a command that only reads must not create one. */
function hasAnyLedger({ context, account }: CommandContext): boolean {
  const { folder, shared } = locateLedger(stateFolder(context), account);
  return shared !== undefined || hasLedger(folder);
}

const LOG_FIELDS = [
  ...(['at', 'request', 'kind', 'id', 'batch', 'file', 'identifiers', 'found'] as const),
  ...(['reused', 'unconfirmed', 'erased', 'credits', 'user', 'machine', 'purpose'] as const),
];

type Cell = string | number | null | undefined;

function formatCells(row: Readonly<Record<string, Cell>>, fields: readonly string[]): string[] {
  return fields.map((field) => String(row[field] ?? ''));
}

/** Returns the cells of an entry. Excel keeps the zeros of an identifier if it has punctuation. */
function formatLogRow(entry: LogEntry, isForExcel = false): string[] {
  const { id } = entry;
  const isWhole = /^(?:\d{11}|[\dA-Z]{12}\d{2})$/.test(id);
  const shownId = isForExcel && isWhole ? formatId(kindOf(id), id) : id;
  return formatCells(describeEntry({ ...entry, id: shownId }), LOG_FIELDS);
}

const REQUEST_FIELDS = [
  ...(['at', 'request', 'answer', 'credits', 'batch', 'file'] as const),
  ...(['user', 'machine', 'purpose'] as const),
];

const ABOUT_FIELDS = ['what', ...REQUEST_FIELDS, 'path', 'rows', 'record'];

/** Returns a row for each record, request and file, behind the header. The last cell of a record is its JSON. */
function buildAboutRows(about: StoredData): string[][] {
  const { records, requests, places } = describeStored(about);
  const rows: Readonly<Record<string, Cell>>[] = [
    ...records.map(({ fetchedAt, data }) => {
      return { what: 'record', at: fetchedAt, record: safeJson(data) };
    }),
    ...requests.map((request) => ({ what: 'request', ...request })),
    ...places.map((place): Readonly<Record<string, Cell>> => ({ ...place })),
  ];
  return [ABOUT_FIELDS, ...rows.map((row) => formatCells(row, ABOUT_FIELDS))];
}

function formatAbout(
  { style, context }: CommandContext,
  { kind, id, records, requests, files }: StoredData,
  activities: Awaited<ReturnType<typeof loadActivities>>,
): string {
  const cards = records.map(({ fetchedAt, data }) => {
    const answer = { input: id, kind, id, status: 'found', source: 'ledger', data } as const;
    const parts = { formatPartners, activities };
    return formatRecord({ answer, answeredAt: fetchedAt }, data, style, context.clock.now(), parts);
  });
  const formatHeading = (text: string, count: number) =>
    count === 0 ? '' : `${style.paint.bold(text)}\n`;
  return [
    ...cards.map((card) => `${card}\n`),
    formatHeading(t.log.requests(formatFullId(kind, id)), requests.length),
    formatRequests(requests, style),
    files.length > 0 && requests.length > 0 ? '\n' : '',
    formatHeading(t.log.files, files.length),
    fitToTerminal(files.map((file) => `${describePlace(file)}\n`).join(''), style),
  ].join('');
}

function formatFullId(kind: StoredData['kind'], id: string): string {
  return `${kind.toUpperCase()} ${formatId(kind, id)}`;
}

function formatRequests(requests: readonly IdentifierRequest[], style: Style): string {
  if (requests.length === 0) return '';
  const { at, answer, credits, user, purpose, batch } = t.log.columns;
  const columns = [
    ...[{ title: at }, { title: answer }, { title: credits, isNumber: true }],
    ...[{ title: user }, { title: purpose, cut: 'end' as const }],
    { title: batch, cut: 'end' as const },
  ];
  const rows = requests.map((one) => [
    formatSecond(one.at),
    t.log.answers[one.answer],
    formatNumber(one.credits),
    ...formatRequester(one),
    one.batch === null ? '' : `${one.batch} ${makePrintable(one.file ?? '')}`.trim(),
  ]);
  return formatTable(columns, rows, style, 2);
}

function formatRequester({ user, machine, purpose }: LogEntry): [who: string, purpose: string] {
  const requester = user === null ? t.log.notStored : `${user} (${machine ?? ''})`;
  return [makePrintable(requester), makePrintable(purpose ?? '')];
}

function describePlace({ what, path, rows, batch }: StoredFile): string {
  const shownPath = path === null ? t.log.inDatabase : makePrintable(path);
  const isMissing = what === 'result' && path !== null && !existsSync(path);
  const text = t.log.places[what]({ path: shownPath, batch, rows });
  return `  ${isMissing ? t.log.notHere(text) : text}`;
}

function formatLogTable(entries: readonly LogEntry[], style: Style): string {
  if (entries.length === 0) return '';
  const { at, request, about, found, credits, user, purpose } = t.log.columns;
  const columns = [
    ...[{ title: at }, { title: request }, { title: about, cut: 'middle' as const }],
    ...[
      { title: found, isNumber: true, isDroppedIfNarrow: true },
      { title: credits, isNumber: true, isDroppedIfNarrow: true },
    ],
    ...[{ title: user }, { title: purpose, cut: 'end' as const }],
  ];
  const rows = entries.map((entry) => [
    formatSecond(entry.at),
    nameRequest(entry),
    describeSubject(entry),
    formatNumber(entry.found),
    formatNumber(entry.credits),
    ...formatRequester(entry),
  ]);
  return formatTable(columns, rows, style);
}

/** Returns the name of a request; that of a batch has the number of rows that were erased. */
function nameRequest({ request, reused, batch, erased }: LogEntry): string {
  if (reused > 0 && batch === null) return t.log.answers.reused;
  const name = t.log.kinds[request];
  return erased > 0 ? `${name}, ${t.log.rowsErased(erased)}` : name;
}

/** Returns the identifier of a lookup, or the batch and its file or size. */
function describeSubject({ request, kind, id, batch, file, identifiers }: LogEntry): string {
  if (request === 'lookup' || request === 'realtime')
    return id === '' ? t.log.erased : kind === 'cnpj' ? formatId(kind, id) : id;
  // Another use of a batch counts no identifiers of its own.
  const countText = request === 'batch_use' ? '' : t.log.identifiers(identifiers);
  return `${batch ?? ''} ${file === null ? countText : makePrintable(file)}`.trim();
}
