import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { UsageError } from '../base/errors.js';
import { lookupStatuses, type LookupStatus } from '../export/format.js';
import { statusOf } from '../export/rows.js';
import { kindOf } from '../identifiers/index.js';
import type { Batch, Ledger } from '../ledger/index.js';
import { openDatabase, type Database } from '../sqlite/index.js';
import {
  type FieldChange,
  type ChangeKind,
  changeKinds,
  createComparison,
  type AnswerOfSide,
  fieldsNotCompared,
  type Pair,
  type Side,
  type SideFacts,
  type SideName,
  type Sides,
} from './compare-records.js';
import { STATUS_FIELD, type WantedFields } from './wanted-fields.js';
import { composed, type Sql, written } from '../sqlite/sql.js';

export interface RowOfSide extends AnswerOfSide {
  /** `lookup_fetched_at`, or empty. Of several rows of an identifier the answer fetched last counts. */
  readonly fetchedAt: string;
}

/** The numbers of a comparison; all but `rows` count identifiers. */
export interface DiffSummary {
  readonly older: SideFacts;
  readonly newer: SideFacts;
  readonly changes: Readonly<Record<ChangeKind, number>>;
  /** In both with the same status, and nothing differs that was asked for. */
  readonly same: number;
  /** Among the same: without an answer in both. */
  readonly unanswered: number;
  /** How many identifiers differ in a field, the most first. */
  readonly fields: readonly (readonly [field: string, count: number])[];
  /** Fields that only one of the two can have, so that they are not compared. */
  readonly notCompared: readonly string[];
  /** The first changes whose values are nobody's personal data. */
  readonly examples: readonly FieldChange[];
  /** Changes, one for each field. */
  readonly rows: number;
}

const MOST_EXAMPLES = 5;
/** Fields whose values say nothing about a person, not even in a company of one. */
const SHOWN = new Set([
  ...['situacao_cadastral', 'data_situacao_cadastral', 'matriz_filial', 'data_inicio_atividade'],
  ...['cnae_principal', 'cnaes_secundarios', 'codigo_natureza_juridica', 'natureza_juridica'],
  ...['uf', 'municipio', 'capital_social', 'porte_empresa', 'opcao_simples', 'opcao_mei'],
  ...['data_opcao_simples', 'data_opcao_mei', 'lgpd_anonimizado'],
]);

export interface Comparing {
  /** A private one. */
  readonly folder: string;
  /** Reads one of the results; `take` gets its rows. */
  readonly read: (side: SideName, take: (row: RowOfSide) => void) => Promise<Side>;
  readonly wanted: WantedFields;
  /** Reads the changes, sorted by identifier, in arrays; a million may come. */
  readonly use: (changes: AsyncIterable<readonly FieldChange[]>, sides: Sides) => Promise<void>;
  readonly stop?: AbortSignal;
}

/** The order of rows has no influence. @throws UsageError `different_kinds` */
export async function compareResults(comparing: Comparing): Promise<DiffSummary> {
  const { folder, read, wanted, use, stop } = comparing;
  const pairs = new Pairs(folder);
  try {
    const open = (side: SideName) =>
      read(side, (row) => {
        pairs.add(side, row);
      });
    const sides: Sides = { older: await open('older'), newer: await open('newer') };
    refuseOtherKind(sides);
    const tally = createTally();
    const differences = createComparison(sides, wanted);
    const isStatusWanted = wanted?.has(STATUS_FIELD) ?? true;
    const changesOf = (pair: Pair) => {
      const ofStatus = statusChange(pair);
      const own = ofStatus ?? differences(pair);
      // Its status differs, also where that was not asked for: the two are not the same.
      tally.pair(pair, own);
      return ofStatus === undefined || isStatusWanted ? tally.counted(own) : [];
    };
    const changes = async function* () {
      for (const some of pairs.differing()) {
        // What lies sorted on the disk leaves no time for a signal.
        await setImmediate();
        stop?.throwIfAborted();
        const found = some.flatMap(changesOf);
        if (found.length > 0) yield found;
      }
    };
    await use(changes(), sides);
    const counts = pairs.counts();
    const factsOf = (side: SideName): SideFacts => {
      const { rows, name, is, invalid } = sides[side];
      const identifiers = counts[side];
      return { name, is, identifiers, duplicates: rows - identifiers, invalid };
    };
    return {
      older: factsOf('older'),
      newer: factsOf('newer'),
      ...tally.numbers(counts),
      notCompared: fieldsNotCompared(sides, wanted),
    };
  } finally {
    pairs.close();
  }
}

/** As the ledger has them at this moment. @throws UsageError `batch_forgotten` if it was removed meanwhile */
export async function batchSide(
  ledger: Pick<Ledger, 'readBatch'>,
  { num, id: name, kind, duplicates, invalid }: Batch,
  take: (row: RowOfSide) => void,
  stop?: AbortSignal,
): Promise<Side> {
  const reading = await ledger.readBatch(num);
  if (reading === undefined) throw new UsageError('batch_forgotten', {});
  const jobs = new Map(reading.figures.jobs.map((job) => [job.seq, job]));
  let rows = duplicates;
  for await (const outcomes of reading.outcomes()) {
    stop?.throwIfAborted();
    rows += outcomes.length;
    for (const outcome of outcomes) {
      const record = outcome.data ?? '{}';
      take({ id: outcome.id, status: statusOf(outcome, jobs), record, fetchedAt: '' });
    }
  }
  const kinds = kind === 'both' ? (['cpf', 'cnpj'] as const) : kind === null ? [] : [kind];
  return {
    name,
    is: 'batch',
    rows,
    invalid,
    kinds: new Set(kinds),
    isFlat: false,
    fields: undefined,
  };
}

function refuseOtherKind({ older, newer }: Sides): void {
  const isMixed = older.kinds.size !== 1 || newer.kinds.size !== 1;
  const kinds = new Set([...older.kinds, ...newer.kinds]);
  if (isMixed || kinds.size === 1) return;
  const [cpfs, cnpjs] = older.kinds.has('cpf') ? [older, newer] : [newer, older];
  throw new UsageError('different_kinds', { cpfs: cpfs.name, cnpjs: cnpjs.name });
}

/** What happened to the identifier itself; undefined if both results have an answer, or none has. */
function statusChange({ older, newer }: Pair): FieldChange[] | undefined {
  const change = changeOf({ older, newer });
  const id = (newer ?? older)?.id ?? '';
  const [old, now] = [older?.status ?? null, newer?.status ?? null];
  return change && [{ id, kind: kindOf(id), change, field: STATUS_FIELD, old, new: now }];
}

/** That there is no record is an answer, too. */
function isAnswered({ status }: Pick<AnswerOfSide, 'status'>): boolean {
  return status === 'found' || status === 'not_found';
}

function changeOf({ older, newer }: Pair): ChangeKind | undefined {
  if (older === undefined) return 'appeared';
  if (newer === undefined) return 'disappeared';
  const [was, is] = [isAnswered(older), isAnswered(newer)];
  if (was !== is) return is ? 'answered_now' : 'no_longer_answered';
  if (!was || older.status === newer.status) return undefined;
  return newer.status === 'found' ? 'found_now' : 'no_longer_found';
}

function createTally() {
  const zeros = Object.fromEntries(changeKinds.map((kind) => [kind, 0]));
  const changes = zeros as Record<ChangeKind, number>;
  const fields = new Map<string, number>();
  const examples: FieldChange[] = [];
  let [rows, differInBoth] = [0, 0];
  return {
    pair({ older, newer }: Pair, own: readonly FieldChange[]): void {
      if (older !== undefined && newer !== undefined && own.length > 0) differInBoth += 1;
    },
    /** `own`: the changes of one identifier. */
    counted(own: readonly FieldChange[]): readonly FieldChange[] {
      const [first] = own;
      if (first !== undefined) changes[first.change] += 1;
      rows += own.length;
      for (const change of own) {
        if (change.change !== 'changed') continue;
        fields.set(change.field, (fields.get(change.field) ?? 0) + 1);
        const isShown = SHOWN.has(change.field) && examples.length < MOST_EXAMPLES;
        if (isShown) examples.push(change);
      }
      return own;
    },
    numbers: ({ inBoth, unanswered }: ReturnType<Pairs['counts']>) => ({
      changes,
      rows,
      examples,
      unanswered,
      same: inBoth - differInBoth,
      fields: [...fields].sort(([a, most], [b, least]) => least - most || (a < b ? -1 : 1)),
    }),
  };
}

export function differing({ changes }: Pick<DiffSummary, 'changes'>): number {
  return Object.values(changes).reduce((sum, count) => sum + count, 0);
}

/** Rows that are stored, and pairs that are read, at once. */
const AT_ONCE = 250;
/** Found comes last, because of two answers it counts. */
const STATUSES: readonly LookupStatus[] = [
  ...lookupStatuses.filter((status) => status !== 'found'),
  'found',
];
const TIME = /^[\d:.TZ+-]*$/;
/** The status, one character, and the record of a line. */
const answerOf = (line: 'max(older)' | 'max(newer)') =>
  written(`substr(${line}, instr(${line}, char(9)) + 1)`);

/** The rows of two results in one private file, in a table for each first character: no statement holds up a signal for long. */
class Pairs {
  readonly #db: Database;
  /** Values that are not stored yet, by the first character of their identifiers. */
  readonly #waiting = new Map<string, (string | null)[]>();

  constructor(folder: string) {
    this.#db = openDatabase(join(folder, 'rows.db'));
    // It ends with the process: nothing has to outlive a crash, and the folder is removed.
    this.#db.exec('PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA secure_delete=OFF');
    this.#db.exec('CREATE TABLE pair (id TEXT, older TEXT, newer TEXT, is_same INT)');
    this.#db.exec('BEGIN');
  }

  add(side: SideName, row: RowOfSide): void {
    const start = row.id.charAt(0);
    const values = this.#waiting.get(start) ?? this.#begin(start);
    const line = lineOf(row);
    values.push(row.id, side === 'older' ? line : null, side === 'newer' ? line : null);
    if (values.length === 3 * AT_ONCE) this.#store(start, values);
  }

  #begin(start: string) {
    this.#db.exec(written(`CREATE TABLE ${tableOf(start)} (id TEXT, older TEXT, newer TEXT)`));
    const waiting: (string | null)[] = [];
    this.#waiting.set(start, waiting);
    return waiting;
  }

  #store(start: string, values: (string | null)[]): void {
    if (values.length === 0) return;
    const rows = Array.from({ length: values.length / 3 }, () => '(?, ?, ?)').join();
    const sql = composed(`INSERT INTO ${tableOf(start)} VALUES ${rows}`);
    this.#db.prepare(sql).run(...values.splice(0));
  }

  /** The pairs that differ, sorted by the characters of the identifier. Can be read once, after the last `add`. */
  *differing(): Generator<readonly Pair[]> {
    let last = 0;
    const next = this.#db.prepare(
      `SELECT rowid AS at, id, older, newer FROM pair WHERE rowid > ? AND NOT is_same ORDER BY rowid LIMIT ${AT_ONCE}`,
    );
    for (const [start, values] of [...this.#waiting].sort(([a], [b]) => (a < b ? -1 : 1))) {
      this.#store(start, values);
      yield [];
      this.#bringTogether(start);
      for (let found = next.all(last); found.length > 0; found = next.all(last)) {
        last = Number(found.at(-1)?.['at']);
        yield found.map(({ id, older, newer }) => ({
          older: entryOf(id, older),
          newer: entryOf(id, newer),
        }));
      }
    }
  }

  /** Of what is the same, the status alone is kept. */
  #bringTogether(start: string): void {
    const kept = (answer: SideName) => written(`iif(is_same, substr(${answer}, 1, 1), ${answer})`);
    this.#db.exec(
      `INSERT INTO pair SELECT id, ${kept('older')}, ${kept('newer')}, is_same FROM (
         SELECT id, older, newer, older IS newer AS is_same FROM (
           SELECT id, ${answerOf('max(older)')} AS older, ${answerOf('max(newer)')} AS newer
           FROM ${tableOf(start)} GROUP BY id)) ORDER BY id`,
    );
  }

  /** Numbers of identifiers, to be asked for after the last pair. `unanswered`: in both. */
  counts() {
    const open = STATUSES.flatMap((status, at) => (isAnswered({ status }) ? [] : [`'${at}'`]));
    const isOpen = (side: SideName) => composed(`substr(${side}, 1, 1) IN (${open.join()})`);
    const [counted] = this.#db
      .prepare(
        `SELECT count(older) AS older, count(newer) AS newer, count(older || newer) AS inBoth,
           count(CASE WHEN ${isOpen('older')} AND ${isOpen('newer')} THEN 1 END) AS unanswered FROM pair`,
      )
      .all();
    return counted as Readonly<Record<SideName | 'inBoth' | 'unanswered', number>>;
  }

  close(): void {
    this.#db.close();
  }
}

/** The name of a table has the code of the character, which comes from a file. */
function tableOf(start: string): Sql {
  return composed(`row_${start.charCodeAt(0)}`);
}

/** Sorts by what is worth more: an answer, a later one, a found one. */
function lineOf(row: RowOfSide): string {
  const time = TIME.test(row.fetchedAt) ? row.fetchedAt : '';
  const rank = isAnswered(row) ? `1${time}` : '0';
  return `${rank}\t${STATUSES.indexOf(row.status)}${row.record}`;
}

function entryOf(id: unknown, answer: unknown): AnswerOfSide | undefined {
  if (typeof id !== 'string' || typeof answer !== 'string') return undefined;
  return { id, status: STATUSES[Number(answer[0])] ?? 'pending', record: answer.slice(1) };
}
