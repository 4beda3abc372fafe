import { makePrintable } from '../base/foreign-text.js';
import { locateLedger, stateFolder } from '../config/folders.js';
import { findOwners } from '../config/ledger-owner.js';
import type { PriceKind } from '../ledger/index.js';
import { hasLedger } from '../ledger/lost.js';
import { t, formatDay, formatNumber, formatMoneyInBrackets } from '../messages/index.js';
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
    const spending = await (by === 'profile' ? readSpendingOfAllProfiles : readLedgerSpending)(
      command,
    );
    const report = buildSpendingReport(spending, by, resolvePeriod(command.options, clock.now()));
    // JSON and CSV name the sums alike.
    const formatReport = await createAnswerFormatter<SpendingReport>(format, style, {
      json: ({ days, total }) => ({
        by,
        since: formatIsoDay(days.since),
        until: formatIsoDay(days.until - DAY),
        groups: buildRows(report),
        total: selectSums(total),
      }),
      jsonl: buildRows,
      csv: () => {
        const header = [...KEY_FIELDS[by], ...SUM_FIELDS];
        const rows = buildRows(report).map((row) =>
          header.map((field) => toCell(field, row[field])),
        );
        return [header, ...rows];
      },
      text: () =>
        formatSpendingTable(report, style, creditPrice) +
        fitToTerminal(formatSpendingNotes(report), style),
    });
    stdout.write(formatReport(report));
    const hasOutput = format !== 'table' || quiet || report.groups.length > 0;
    if (!hasOutput) stderr.write(`${t.spend.nothingCharged}\n`);
  },
);

function resolvePeriod({ since, until }: Partial<Values<typeof spendOptions>>, now: number): Days {
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

async function readSpendingOfAllProfiles(command: CommandContext): Promise<LedgerSpending[]> {
  const { context } = command;
  const readLedgers = new Set<string>();
  const spending: LedgerSpending[] = [];
  for (const account of [
    ...(await listCurrentAccounts(command)),
    ...(await listFormerAccounts(command)),
  ]) {
    const { baseUrl, profile } = locateLedger(stateFolder(context), account).identity;
    const name = `${profile}\n${baseUrl ?? ''}`;
    if (!readLedgers.has(name))
      spending.push(...(await readLedgerSpending({ ...command, account })));
    readLedgers.add(name);
  }
  return spending;
}

/** Returns the account of this command and the account of each other profile. */
async function listCurrentAccounts({ context, account }: CommandContext): Promise<Account[]> {
  const { isSandbox: sandbox } = account;
  const profiles = (await listProfiles(context)).filter((name) => name !== account.profile);
  const loadings = profiles.map((profile) => loadSettings(context, { profile, sandbox }));
  const accounts = [account, ...(await Promise.all(loadings)).map((one) => one.account)];
  return accounts.filter(({ baseUrl }) => sandbox || baseUrl !== undefined);
}

const UNSET_PRICES = { cpf: undefined, cnpj: undefined, realtime: undefined };

/**
 * Returns the accounts of all ledgers on this machine, because the spending of a profile still counts after the profile
 * was deleted or got another address.
 */
async function listFormerAccounts({
  context,
  account: { isSandbox, ...current },
}: CommandContext): Promise<Account[]> {
  const owners = await findOwners(stateFolder(context));
  return owners
    .filter(({ baseUrl }) => (baseUrl === null) === isSandbox)
    .map(({ profile, baseUrl }) => {
      const place = { profile, baseUrl: baseUrl ?? undefined, ledger: undefined };
      return { ...current, ...place, isSandbox, terms: UNSET_PRICES };
    });
}

const DAY = 86_400_000;

/** Returns the day in UTC; null for an infinite time, which means no limit. */
function formatIsoDay(epochMs: number): string | null {
  return Number.isFinite(epochMs) ? new Date(epochMs).toISOString().slice(0, 10) : null;
}

/** The fields that name a group, in JSON and CSV. */
const KEY_FIELDS = {
  month: ['month'],
  day: ['day'],
  kind: ['kind'],
  profile: ['profile', 'baseUrl'],
  batch: ['source', 'batch', 'file', 'createdAt'],
} as const;

/**
 * The sums of a group, in JSON and CSV (`Sums`). `atRisk`: the worst case of requests that are still in doubt;
 * `possiblyCharged`: the worst case of doubts that the user ended by a decision.
 */
const SUM_FIELDS = [
  'found',
  'charged',
  'otherCharges',
  'saved',
  'atRisk',
  'possiblyCharged',
] as const;

type SpendRow = Readonly<Record<string, unknown>>;

function buildRows({ by, groups }: SpendingReport): SpendRow[] {
  return groups.map(({ key, ...sums }) => {
    const { values } = nameGroup(key);
    const keyFields = KEY_FIELDS[by].map((field, at) => [field, values[at] ?? null] as const);
    return { ...Object.fromEntries(keyFields), ...selectSums(sums) };
  });
}

function selectSums(sums: Sums): SpendRow {
  return Object.fromEntries(SUM_FIELDS.map((field) => [field, sums[field]]));
}

/** Returns the name of a group: `values` for `KEY_FIELDS`, `cells` for the table. */
function nameGroup(
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
      return { values: [key.kind], cells: [describeKind(key.kind)] };
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

function formatSpendingTable(
  { by, groups, total }: SpendingReport,
  style: Style,
  creditPrice: number | undefined,
): string {
  if (groups.length === 0) return '';
  const [keyTitle, secondTitle] = {
    month: [t.spend.month],
    day: [t.account.day],
    kind: [t.table.kind],
    profile: [t.config.sources.profile, t.spend.baseUrl],
    batch: [t.table.batch, t.table.file],
  }[by];
  const keyColumns: Column[] = [
    { title: keyTitle ?? '' },
    ...(secondTitle === undefined ? [] : [{ title: secondTitle, cut: 'end' as const }]),
  ];
  const sumColumns = buildSumColumns(total, creditPrice);
  const buildTableRow = (cells: readonly (string | null)[], sums: Sums) => [
    ...keyColumns.map((_, at) => cells[at] ?? ''),
    ...sumColumns.map(({ cell }) => cell(sums)),
  ];
  const rows = groups.map(({ key, ...sums }) => buildTableRow(nameGroup(key).cells, sums));
  if (groups.length > 1) rows.push(buildTableRow([t.spend.all], total));
  return formatTable([...keyColumns, ...sumColumns], rows, style);
}

/** Returns the columns of the sums. A column that is zero in every row is left out, unless every user looks for it. */
function buildSumColumns(
  { otherCharges, atRisk, possiblyCharged }: Sums,
  creditPrice: number | undefined,
) {
  const formatAmount = (credits: number) =>
    formatNumber(credits) + formatMoneyInBrackets(credits, creditPrice);
  const buildColumn = (title: string, cell: (sums: Sums) => string) => ({
    title,
    isNumber: true,
    cell,
  });
  const riskColumn = buildColumn(t.spend.atRisk, (sums) => formatAmount(sums.atRisk));
  const othersColumn = buildColumn(t.spend.otherCharges, (sums) => formatAmount(sums.otherCharges));
  const possibleColumn = buildColumn(t.spend.possiblyCharged, (sums) =>
    formatAmount(sums.possiblyCharged),
  );
  return [
    buildColumn(t.table.found, ({ found }) => formatNumber(found)),
    buildColumn(t.table.credits, ({ charged }) => formatAmount(charged)),
    buildColumn(t.spend.saved, ({ saved }) => formatAmount(saved)),
    ...(otherCharges > 0 ? [othersColumn] : []),
    ...(atRisk > 0 ? [riskColumn] : []),
    ...(possiblyCharged > 0 ? [possibleColumn] : []),
  ];
}

function describeKind(kind: PriceKind): string {
  return kind === 'realtime' ? t.spend.realtimeCpf : kind.toUpperCase();
}

function formatSpendingNotes({ total }: SpendingReport): string {
  const lines = [
    ...(total.otherCharges > 0 ? [t.spend.otherChargesNote] : []),
    ...(total.atRisk > 0 ? [t.spend.atRiskNote] : []),
    ...(total.possiblyCharged > 0 ? [t.spend.possiblyChargedNote] : []),
  ];
  return lines.length === 0 ? '' : `\n${lines.map((line) => `${line}\n`).join('')}`;
}
