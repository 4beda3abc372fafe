import { existsSync } from 'node:fs';
import { readStoredAbout, type PlaceAbout, type StoredAbout } from '../batch/about.js';
import { UsageError } from '../base/errors.js';
import { makePrintable, safeJson } from '../base/foreign-text.js';
import { locateLedger, stateFolder } from '../config/folders.js';
import {
  formatId,
  maskCpf,
  maskIdentifiers,
  readTyped,
  formatShownId,
} from '../identifiers/index.js';
import type { LogEntry, RequestAbout } from '../ledger/index.js';
import { hasLedger } from '../ledger/lost.js';
import { formatSecond, formatNumber, t } from '../messages/index.js';
import { loadActivities } from '../records/activities.js';
import { fitToTerminal } from '../terminal/streams.js';
import { formatTable } from '../terminal/table.js';
import type { Style } from '../terminal/style.js';
import { withStoredBatches } from './bulk/shared/batch-work.js';
import { recordText } from './lookup/card.js';
import { partnersText } from './lookup/table.js';
import { createAnswerFormatter } from './shared/answer-printer.js';
import { defineCommand, type CommandContext, noOptions } from './shared/command.js';
import { flag, parseCalendarDays, resolveDays, value } from './shared/option.js';
import { say } from './shared/print.js';
import { withLedger } from './shared/session.js';

/** `confere ledger show`: prints everything that is stored about a person or company; sends nothing. */
export const show = defineCommand(
  { options: noOptions, examples: ['confere ledger show 529.982.247-25 --format json'] },
  async (command, typed: string) => {
    const reading = readTyped(typed);
    if (!reading.valid) throw new UsageError('not_an_identifier', {});
    const { kind, id } = reading;
    const none: StoredAbout = { kind, id, records: [], requests: [], places: [] };
    const about = hasAnyLedger(command)
      ? await withStoredBatches(command, (deps) => readStoredAbout(deps, kind, id))
      : none;
    const { format, style } = command;
    const activities = format === 'table' && kind === 'cnpj' ? await loadActivities() : {};
    const print = await createAnswerFormatter<StoredAbout>(format, style, {
      json: aboutJson,
      csv: aboutRows,
      text: () => aboutText(command, about, activities),
    });
    command.context.stdout.write(print(about));
    const isNothing = [about.records, about.requests, about.places].every(
      (one) => one.length === 0,
    );
    if (isNothing) say(command, `${t.removal.nothingStored(formatShownId(kind, id))}\n`);
  },
);

const logOptions = () => ({
  since: value('--since <date>', t.options.since, parseCalendarDays),
  full: flag('--full', t.options.fullIdentifiers),
});

/** `confere ledger log`: prints a row for each lookup and each batch, the oldest first; sends nothing. */
export const log = defineCommand(
  {
    options: logOptions,
    examples: ['confere ledger log --since 2026-01 --format csv > operacoes.csv'],
  },
  async (command) => {
    const { context, format, style, options } = command;
    const { since, full = false } = options;
    const from = since === undefined ? 0 : resolveDays(since, context.clock.now()).from;
    const entries = hasAnyLedger(command)
      ? await withLedger(command, (ledger) => ledger.readLog(from))
      : [];
    const shown = full ? entries : entries.map(maskEntry);
    const print = await createAnswerFormatter<readonly LogEntry[]>(format, style, {
      json: (all) => all.map(entryJson),
      jsonl: (all) => all.map(entryJson),
      csv: (all) => [LOG_FIELDS, ...all.map((one) => cells(entryJson(one), LOG_FIELDS))],
      text: (all) => logText(all, style),
    });
    context.stdout.write(print(shown));
    if (shown.length === 0) say(command, `${t.log.nothing}\n`);
  },
);

/** Returns whether there is a ledger: a command that only reads makes none. */
function hasAnyLedger({ context, account }: CommandContext): boolean {
  const { folder, shared } = locateLedger(stateFolder(context), account);
  return shared !== undefined || hasLedger(folder);
}

function maskEntry(entry: LogEntry): LogEntry {
  const { kind, id, file, purpose } = entry;
  return {
    ...entry,
    id: kind === 'cpf' && id !== '' ? maskCpf(id) : id,
    file: file && maskIdentifiers(file),
    purpose: purpose && maskIdentifiers(purpose),
  };
}

const LOG_FIELDS = [
  ...(['at', 'request', 'kind', 'id', 'batch', 'file', 'identifiers', 'found'] as const),
  ...(['reused', 'unconfirmed', 'erased', 'credits', 'user', 'machine', 'purpose'] as const),
];

function entryJson(entry: LogEntry) {
  const at = new Date(entry.at).toISOString();
  const all = { ...entry, at, id: entry.id || null };
  return Object.fromEntries(LOG_FIELDS.map((field) => [field, all[field]]));
}

type Cell = string | number | null | undefined;

function cells(row: Readonly<Record<string, Cell>>, fields: readonly string[]): string[] {
  return fields.map((field) => String(row[field] ?? ''));
}

const REQUEST_FIELDS = [
  ...(['at', 'request', 'answer', 'credits', 'batch', 'file'] as const),
  ...(['user', 'machine', 'purpose'] as const),
];

function requestJson(request: RequestAbout) {
  const all = { ...request, at: new Date(request.at).toISOString() };
  return Object.fromEntries(REQUEST_FIELDS.map((field) => [field, all[field]]));
}

function aboutJson({ kind, id, records, requests, places }: StoredAbout) {
  return {
    kind,
    id,
    records: records.map(({ fetchedAt, data }) => {
      return { fetchedAt: new Date(fetchedAt).toISOString(), data };
    }),
    requests: requests.map(requestJson),
    places,
  };
}

const ABOUT_FIELDS = ['what', ...REQUEST_FIELDS, 'path', 'rows', 'record'];

/** Returns a row for each record, request and file, the header first. A record is JSON in its last cell. */
function aboutRows(about: StoredAbout): string[][] {
  const { records, requests, places } = aboutJson(about);
  const rows: Readonly<Record<string, Cell>>[] = [
    ...records.map(({ fetchedAt, data }) => {
      return { what: 'record', at: fetchedAt, record: safeJson(data) };
    }),
    ...requests.map((request) => ({ what: 'request', ...request })),
    ...places.map((place): Readonly<Record<string, Cell>> => ({ ...place })),
  ];
  return [ABOUT_FIELDS, ...rows.map((row) => cells(row, ABOUT_FIELDS))];
}

function aboutText(
  { style, context }: CommandContext,
  { kind, id, records, requests, places }: StoredAbout,
  activities: Awaited<ReturnType<typeof loadActivities>>,
): string {
  const cards = records.map(({ fetchedAt, data }) => {
    const answer = { input: id, kind, id, status: 'found', source: 'ledger', data } as const;
    const parts = { partners: partnersText, activities };
    return recordText({ answer, answeredAt: fetchedAt }, data, style, context.clock.now(), parts);
  });
  const heading = (text: string, count: number) =>
    count === 0 ? '' : `${style.paint.bold(text)}\n`;
  return [
    ...cards.map((card) => `${card}\n`),
    heading(t.log.requests(shownFull(kind, id)), requests.length),
    requestsText(requests, style),
    places.length > 0 && requests.length > 0 ? '\n' : '',
    heading(t.log.files, places.length),
    fitToTerminal(places.map((place) => `${placeText(place)}\n`).join(''), style),
  ].join('');
}

function shownFull(kind: StoredAbout['kind'], id: string): string {
  return `${kind.toUpperCase()} ${formatId(kind, id)}`;
}

function requestsText(requests: readonly RequestAbout[], style: Style): string {
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
    ...whoCells(one),
    one.batch === null ? '' : `${one.batch} ${makePrintable(one.file ?? '')}`.trim(),
  ]);
  return formatTable(columns, rows, style, 2);
}

function whoCells({ user, machine, purpose }: LogEntry): [who: string, purpose: string] {
  const who = user === null ? t.log.notStored : `${user} (${machine ?? ''})`;
  return [makePrintable(who), makePrintable(purpose ?? '')];
}

function placeText({ what, path, rows, batch }: PlaceAbout): string {
  const shown = makePrintable(path);
  const isGone = what === 'result' && !existsSync(path);
  const text = t.log.places[what]({ path: shown, batch, rows });
  return `  ${isGone ? t.log.notHere(text) : text}`;
}

function logText(entries: readonly LogEntry[], style: Style): string {
  if (entries.length === 0) return '';
  const { at, request, about, found, credits, user, purpose } = t.log.columns;
  const columns = [
    ...[{ title: at }, { title: request }, { title: about, cut: 'middle' as const }],
    ...[
      { title: found, isNumber: true },
      { title: credits, isNumber: true },
    ],
    ...[{ title: user }, { title: purpose, cut: 'end' as const }],
  ];
  const rows = entries.map((entry) => [
    formatSecond(entry.at),
    entry.reused > 0 && entry.batch === null ? t.log.answers.reused : t.log.kinds[entry.request],
    aboutCell(entry),
    formatNumber(entry.found),
    formatNumber(entry.credits),
    ...whoCells(entry),
  ]);
  return formatTable(columns, rows, style);
}

/** Names the identifier of a lookup, or the batch with its file. */
function aboutCell({ request, kind, id, batch, file, identifiers }: LogEntry): string {
  if (request === 'lookup' || request === 'realtime')
    return id === '' ? t.log.erased : kind === 'cnpj' ? formatId(kind, id) : id;
  const counted = t.log.identifiers(identifiers);
  return [batch ?? '', file === null ? counted : makePrintable(file)].join(' ').trim();
}
