import { makePrintable } from '../base/foreign-text.js';
import { locateLedger, stateFolder } from '../config/folders.js';
import { findOwners } from '../config/ledger-owner.js';
import type { PriceKind } from '../ledger/index.js';
import { hasLedger } from '../ledger/lost.js';
import { t, formatDay, formatNumber, moneyBeside } from '../messages/index.js';
import { readSpending, buildSpendingReport } from '../money/spending.js';
import type { Grouping, GroupKey, LedgerSpending, SpendingReport } from '../money/spending.js';
import type { Days, Sums } from '../money/spending.js';
import { createAnswerFormatter } from './shared/answer-printer.js';
import { fitToTerminal } from '../terminal/streams.js';
import { formatTable, type Column } from '../terminal/table.js';
import type { Style } from '../terminal/style.js';
import { toCell } from '../records/cells.js';
import { type Account, listProfiles, loadSettings } from './shared/account.js';
import { defineCommand, type CommandContext } from './shared/command.js';
import { parseCalendarDays, choice, resolveDays, value, type Values } from './shared/option.js';
import { withLedger } from './shared/session.js';

const GROUPINGS = ['month', 'day', 'batch', 'kind', 'profile'] as const satisfies Grouping[];

const spendOptions = () => ({
  by: choice('--by <what>', t.options.spendBy, GROUPINGS),
  since: value('--since <date>', t.options.since, parseCalendarDays),
  until: value('--until <date>', t.options.until, parseCalendarDays),
});

/**
 * `confere spend`: shows what was charged, what was saved and what is at risk, from the ledger alone; no key, no
 * network.
 */
export const spend = defineCommand(
  { options: spendOptions, examples: ['confere spend --by day --since 30d --format csv'] },
  async (command) => {
    const { context, format, style, quiet } = command;
    const { stdout, stderr, clock } = context;
    const { by = 'month', creditPrice } = command.options;
    const read = await (by === 'profile' ? readSpendingOfAll : readLedgerSpending)(command);
    const report = buildSpendingReport(read, by, readDays(command.options, clock.now()));
    // JSON and CSV have the same names for the sums.
    const print = await createAnswerFormatter<SpendingReport>(format, style, {
      json: ({ days, total }) => ({
        by,
        since: isoDay(days.since),
        until: isoDay(days.until - DAY),
        groups: buildRows(report),
        total: sumsRow(total),
      }),
      jsonl: buildRows,
      csv: () => {
        const header = [...FIELDS[by], ...SUMS];
        const rows = buildRows(report).map((row) =>
          header.map((field) => toCell(field, row[field])),
        );
        return [header, ...rows];
      },
      text: () =>
        spendingTable(report, style, creditPrice) + fitToTerminal(spendingNotes(report), style),
    });
    stdout.write(print(report));
    const hasOutput = format !== 'table' || quiet || report.groups.length > 0;
    if (!hasOutput) stderr.write(`${t.spend.nothingCharged}\n`);
  },
);

function readDays({ since, until }: Partial<Values<typeof spendOptions>>, now: number): Days {
  return {
    since: since === undefined ? -Infinity : resolveDays(since, now).from,
    until: until === undefined ? Infinity : resolveDays(until, now).end,
  };
}

async function readLedgerSpending(command: CommandContext): Promise<LedgerSpending[]> {
  const { context, account } = command;
  const { folder, identity, shared } = locateLedger(stateFolder(context), account);
  // A command that only reads creates no ledger.
  if (shared === undefined && !hasLedger(folder)) return [];
  return [await withLedger(command, (ledger) => readSpending(ledger, identity, account.terms))];
}

async function readSpendingOfAll(command: CommandContext): Promise<LedgerSpending[]> {
  const { context } = command;
  const read = new Set<string>();
  const all: LedgerSpending[] = [];
  for (const account of [...(await knownAccounts(command)), ...(await pastAccounts(command))]) {
    const { baseUrl, profile } = locateLedger(stateFolder(context), account).identity;
    const name = `${profile}\n${baseUrl ?? ''}`;
    if (!read.has(name)) all.push(...(await readLedgerSpending({ ...command, account })));
    read.add(name);
  }
  return all;
}

/** Returns the account of this command and that of each other profile. */
async function knownAccounts({ context, account }: CommandContext): Promise<Account[]> {
  const { isSandbox: sandbox } = account;
  const profiles = (await listProfiles(context)).filter((name) => name !== account.profile);
  const loaded = profiles.map((profile) => loadSettings(context, { profile, sandbox }));
  const accounts = [account, ...(await Promise.all(loaded)).map((one) => one.account)];
  return accounts.filter(({ baseUrl }) => sandbox || baseUrl !== undefined);
}

const UNSET_PRICES = { cpf: undefined, cnpj: undefined, realtime: undefined };

/**
 * Returns the accounts of ledgers on this machine whose profile is gone or has another address now: their spending
 * still counts.
 */
async function pastAccounts({
  context,
  account: { isSandbox, ...current },
}: CommandContext): Promise<Account[]> {
  const owners = await findOwners(stateFolder(context));
  return owners
    .filter(({ baseUrl }) => (baseUrl === null) === isSandbox)
    .map(({ profile, baseUrl }) => {
      const at = { profile, baseUrl: baseUrl ?? undefined, ledger: undefined };
      return { ...current, ...at, isSandbox, terms: UNSET_PRICES };
    });
}

const DAY = 86_400_000;

/** Formats epoch ms as a day in UTC; null for Infinity, which is no limit. */
function isoDay(at: number): string | null {
  return Number.isFinite(at) ? new Date(at).toISOString().slice(0, 10) : null;
}

const FIELDS = {
  month: ['month'],
  day: ['day'],
  kind: ['kind'],
  profile: ['profile', 'baseUrl'],
  batch: ['source', 'batch', 'file', 'createdAt'],
} as const;

const SUMS = ['found', 'charged', 'otherCharges', 'saved', 'atRisk', 'possiblyCharged'] as const;

type SpendRow = Readonly<Record<string, unknown>>;

function buildRows({ by, groups }: SpendingReport): SpendRow[] {
  return groups.map(({ key, ...sums }) => {
    const { values } = groupNames(key);
    const named = FIELDS[by].map((field, at) => [field, values[at] ?? null] as const);
    return { ...Object.fromEntries(named), ...sumsRow(sums) };
  });
}

function sumsRow(sums: Sums): SpendRow {
  return Object.fromEntries(SUMS.map((field) => [field, sums[field]]));
}

/** Names a group. `values`: the values of its fields; `cells`: the same for people. */
function groupNames(
  key: GroupKey,
): Readonly<Record<'values' | 'cells', readonly (string | null)[]>> {
  switch (key.of) {
    case 'month':
    case 'day': {
      const day = formatDay(Date.parse(key.name));
      const month = t.language === 'pt-BR' ? day.slice(3) : day.slice(0, 7);
      return { values: [key.name], cells: [key.of === 'day' ? day : month] };
    }
    case 'kind':
      return { values: [key.kind], cells: [kindTitle(key.kind)] };
    case 'profile': {
      const { profile, baseUrl } = key;
      return { values: [profile, baseUrl], cells: [profile, baseUrl ?? t.spend.sandbox] };
    }
    case 'batch': {
      const { id, file, createdAt } = key.batch;
      const created = new Date(createdAt).toISOString();
      return { values: ['batch', id, file, created], cells: [id, makePrintable(file)] };
    }
    case 'lookups':
      return { values: [key.of], cells: [t.spend.singleLookups] };
    case 'deleted':
      return { values: [key.of], cells: [t.spend.deletedBatches] };
  }
}

function spendingTable(
  { by, groups, total }: SpendingReport,
  style: Style,
  price: number | undefined,
): string {
  if (groups.length === 0) return '';
  const [first, second] = {
    month: [t.spend.month],
    day: [t.account.day],
    kind: [t.table.kind],
    profile: [t.config.sources.profile, t.spend.baseUrl],
    batch: [t.table.batch, t.table.file],
  }[by];
  const keys: Column[] = [
    { title: first ?? '' },
    ...(second === undefined ? [] : [{ title: second, cut: 'end' as const }]),
  ];
  const columns = sumColumns(total, price);
  const line = (cells: readonly (string | null)[], sums: Sums) => [
    ...keys.map((_, at) => cells[at] ?? ''),
    ...columns.map(({ cell }) => cell(sums)),
  ];
  const rows = groups.map(({ key, ...sums }) => line(groupNames(key).cells, sums));
  if (groups.length > 1) rows.push(line([t.spend.all], total));
  return formatTable([...keys, ...columns], rows, style);
}

/** Leaves out columns that are zero in every row, except the ones every user looks for. */
function sumColumns({ otherCharges, atRisk, possiblyCharged }: Sums, price: number | undefined) {
  const amount = (credits: number) => formatNumber(credits) + moneyBeside(credits, price);
  const column = (title: string, cell: (sums: Sums) => string) => ({ title, isNumber: true, cell });
  const risk = column(t.spend.atRisk, (sums) => amount(sums.atRisk));
  const others = column(t.spend.otherCharges, (sums) => amount(sums.otherCharges));
  const possibly = column(t.spend.possiblyCharged, (sums) => amount(sums.possiblyCharged));
  return [
    column(t.table.found, ({ found }) => formatNumber(found)),
    column(t.table.credits, ({ charged }) => amount(charged)),
    column(t.spend.saved, ({ saved }) => amount(saved)),
    ...(otherCharges > 0 ? [others] : []),
    ...(atRisk > 0 ? [risk] : []),
    ...(possiblyCharged > 0 ? [possibly] : []),
  ];
}

function kindTitle(kind: PriceKind): string {
  return kind === 'realtime' ? t.spend.realtimeCpf : kind.toUpperCase();
}

function spendingNotes({ total }: SpendingReport): string {
  const lines = [
    ...(total.otherCharges > 0 ? [t.spend.otherChargesNote] : []),
    ...(total.atRisk > 0 ? [t.spend.atRiskNote] : []),
    ...(total.possiblyCharged > 0 ? [t.spend.possiblyChargedNote] : []),
  ];
  return lines.length === 0 ? '' : `\n${lines.map((line) => `${line}\n`).join('')}`;
}
