import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { UsageError } from '../base/errors.js';
import { lookupStatuses, type LookupStatus } from '../export/format.js';
import { resolveStatus } from '../export/rows.js';
import { kindOf } from '../identifiers/index.js';
import type { Batch, Ledger } from '../ledger/index.js';
import { openDatabase, type Database } from '../sqlite/index.js';
import {
  type FieldChange,
  type ChangeKind,
  changeKinds,
  findCompanyName,
  createComparison,
  type AnswerOfSide,
  findFieldsNotCompared,
  type Pair,
  type Side,
  type SideFacts,
  type SideName,
  type Sides,
} from './compare-records.js';
import { type WantedColumns, type InputCells, refuseUnknownColumns } from './input-cells.js';
import { STATUS_FIELD, type WantedFields } from './wanted-fields.js';
import { composedSql, type Sql, literalSql } from '../sqlite/sql.js';

export interface RowOfSide extends AnswerOfSide {
  /** `lookup_fetched_at`, or empty. If an identifier has several rows, the answer fetched last counts. */
  readonly fetchedAt: string;
}

/** The numbers of a comparison; all but `rows` count identifiers. */
export interface DiffSummary {
  readonly older: SideFacts;
  readonly newer: SideFacts;
  readonly changes: Readonly<Record<ChangeKind, number>>;
  /** Identifiers in both results with the same status and no differing wanted field. */
  readonly same: number;
  /** The number of identifiers without an answer in either result. */
  readonly unanswered: number;
  /** The number of identifiers that differ in a field, the largest number first. */
  readonly fields: readonly (readonly [field: string, count: number])[];
  /** Fields that are not compared, because only one of the two can have them. */
  readonly notCompared: readonly string[];
  /** The first changes whose values are not personal data. */
  readonly examples: readonly FieldChange[];
  /** Changes, one for each field. */
  readonly rows: number;
  /** The columns of the input that stand beside each change. */
  readonly inputColumns?: readonly string[] | undefined;
}

const MAX_EXAMPLES = 5;
/** Fields whose values are not personal data, not even of a company that is one person. */
const EXAMPLE_FIELDS = new Set([
  ...['situacao_cadastral', 'data_situacao_cadastral', 'matriz_filial', 'data_inicio_atividade'],
  ...['cnae_principal', 'cnaes_secundarios', 'codigo_natureza_juridica', 'natureza_juridica'],
  ...['uf', 'municipio', 'capital_social', 'porte_empresa', 'opcao_simples', 'opcao_mei'],
  ...['data_opcao_simples', 'data_opcao_mei', 'lgpd_anonimizado'],
]);

/** The inputs of a comparison, and the place of its changes. */
export interface ComparisonRequest {
  /** A private folder. */
  readonly folder: string;
  /** Reads one of the results; `onRow` receives its rows, and `wantedColumns` the cells of its input. */
  readonly readSide: (
    side: SideName,
    onRow: (row: RowOfSide) => void,
    wantedColumns?: WantedColumns,
  ) => Promise<Side>;
  readonly wanted: WantedFields;
  /** The columns of the input that stand beside each change. */
  readonly inputColumns?: readonly string[] | undefined;
  /** Receives the changes, sorted by identifier, in arrays; a million may come. */
  readonly writeChanges: (
    changes: AsyncIterable<readonly FieldChange[]>,
    sides: Sides,
  ) => Promise<void>;
  readonly stop?: AbortSignal;
}

/** Compares two results, whatever the order of their rows. @throws UsageError `different_kinds`, `unknown_column` */
export async function compareResults(request: ComparisonRequest): Promise<DiffSummary> {
  const { folder, wanted, writeChanges, stop, inputColumns } = request;
  const pairs = new Pairs(folder);
  try {
    const readSide = (side: SideName) =>
      request.readSide(
        side,
        (row) => {
          pairs.add(side, row);
        },
        inputColumns && { wanted: inputColumns, onCells: pairs.createCellStore(side) },
      );
    const sides: Sides = { older: await readSide('older'), newer: await readSide('newer') };
    refuseDifferentKinds(sides);
    if (inputColumns !== undefined) refuseUnknownColumns(inputColumns, sides);
    const tally = createTally();
    const findDifferences = createComparison(sides, wanted);
    const isStatusWanted = wanted?.has(STATUS_FIELD) ?? true;
    const findChanges = (pair: Pair) => {
      const statusChange = findStatusChange(pair);
      const changed = statusChange ?? findDifferences(pair);
      const found = inputColumns === undefined ? changed : pairs.addCells(changed);
      // An identifier with another status is not the same, even if changes of status are not wanted.
      tally.countPair(pair, found);
      return statusChange === undefined || isStatusWanted ? tally.countChanges(found) : [];
    };
    const changes = async function* () {
      for (const chunk of pairs.readDifferingPairs()) {
        // Reads from disk block the event loop, so signals get their turn here.
        await setImmediate();
        stop?.throwIfAborted();
        const found = chunk.flatMap(findChanges);
        if (found.length > 0) yield found;
      }
    };
    await writeChanges(changes(), sides);
    const counts = pairs.countIdentifiers();
    const buildFacts = (side: SideName): SideFacts => {
      const { rows, name, is, invalid } = sides[side];
      const identifiers = counts[side];
      return { name, is, identifiers, duplicates: rows - identifiers, invalid };
    };
    return {
      older: buildFacts('older'),
      newer: buildFacts('newer'),
      ...tally.buildNumbers(counts),
      inputColumns,
      notCompared: findFieldsNotCompared(sides, wanted),
    };
  } finally {
    pairs.close();
  }
}

/**
 * Reads the answers of a batch from the ledger. @throws UsageError `batch_forgotten` if another process removed the
 * batch
 */
export async function readBatchSide(
  ledger: Pick<Ledger, 'readBatch'>,
  { num, id: name, kind, duplicates, invalid }: Batch,
  onRow: (row: RowOfSide) => void,
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
      onRow({ id: outcome.id, status: resolveStatus(outcome, jobs), record, fetchedAt: '' });
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

function refuseDifferentKinds({ older, newer }: Sides): void {
  const isMixed = older.kinds.size !== 1 || newer.kinds.size !== 1;
  const kinds = new Set([...older.kinds, ...newer.kinds]);
  if (isMixed || kinds.size === 1) return;
  const [cpfs, cnpjs] = older.kinds.has('cpf') ? [older, newer] : [newer, older];
  throw new UsageError('different_kinds', { cpfs: cpfs.name, cnpjs: cnpjs.name });
}

/** Returns the change of an identifier's status; undefined if both answers are the same, or neither result has one. */
function findStatusChange(pair: Pair): FieldChange[] | undefined {
  const { older, newer } = pair;
  const change = classifyChange(pair);
  if (change === undefined) return undefined;
  const id = (newer ?? older)?.id ?? '';
  const [old, now] = [older?.status ?? null, newer?.status ?? null];
  const company = findCompanyName(pair);
  return [{ id, kind: kindOf(id), company, change, field: STATUS_FIELD, old, new: now }];
}

/** Returns whether a status is an answer; `not_found` is one. */
function isAnswered({ status }: Pick<AnswerOfSide, 'status'>): boolean {
  return status === 'found' || status === 'not_found';
}

function classifyChange({ older, newer }: Pair): ChangeKind | undefined {
  if (older === undefined) return 'appeared';
  if (newer === undefined) return 'disappeared';
  const [wasAnswered, isAnsweredNow] = [isAnswered(older), isAnswered(newer)];
  if (wasAnswered !== isAnsweredNow) return isAnsweredNow ? 'answered_now' : 'no_longer_answered';
  if (!wasAnswered || older.status === newer.status) return undefined;
  return newer.status === 'found' ? 'found_now' : 'no_longer_found';
}

function createTally() {
  const zeros = Object.fromEntries(changeKinds.map((kind) => [kind, 0]));
  const changes = zeros as Record<ChangeKind, number>;
  const fields = new Map<string, number>();
  const examples: FieldChange[] = [];
  let [rows, differInBoth] = [0, 0];
  return {
    countPair({ older, newer }: Pair, found: readonly FieldChange[]): void {
      if (older !== undefined && newer !== undefined && found.length > 0) differInBoth += 1;
    },
    /** Counts the changes of one identifier and returns them. */
    countChanges(found: readonly FieldChange[]): readonly FieldChange[] {
      const [first] = found;
      if (first !== undefined) changes[first.change] += 1;
      rows += found.length;
      for (const change of found) {
        if (change.change !== 'changed') continue;
        fields.set(change.field, (fields.get(change.field) ?? 0) + 1);
        const isShown = EXAMPLE_FIELDS.has(change.field) && examples.length < MAX_EXAMPLES;
        if (isShown) examples.push(change);
      }
      return found;
    },
    buildNumbers: ({ inBoth, unanswered }: ReturnType<Pairs['countIdentifiers']>) => ({
      changes,
      rows,
      examples,
      unanswered,
      same: inBoth - differInBoth,
      fields: [...fields].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1)),
    }),
  };
}

export function countDiffering({ changes }: Pick<DiffSummary, 'changes'>): number {
  return Object.values(changes).reduce((sum, count) => sum + count, 0);
}

/** The number of rows that one statement stores, and of pairs that one reads. */
const ROWS_AT_ONCE = 250;
/** The statuses in the order in which a row is preferred: of two answers, `found`, which is last. */
const STATUSES: readonly LookupStatus[] = [
  ...lookupStatuses.filter((status) => status !== 'found'),
  'found',
];
/** A time as results have it; any other text would not sort by time. */
const SORTABLE_TIME = /^[\d:.TZ+-]*$/;
/** Writes the SQL for the status (one character) and the record of a line, which stand after its tab. */
const writeAnswerColumn = (line: 'max(older)' | 'max(newer)') =>
  literalSql(`substr(${line}, instr(${line}, char(9)) + 1)`);

/**
 * Stores the rows of two results in one private file, in a table for each first character, so that no statement takes
 * long.
 */
class Pairs {
  readonly #db: Database;
  /** Values that wait to be stored, by the first character of their identifiers. */
  readonly #unstored = new Map<string, (string | null)[]>();

  constructor(folder: string) {
    this.#db = openDatabase(join(folder, 'rows.db'));
    // The file need not outlive a crash: the folder is removed at the end.
    this.#db.exec('PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA secure_delete=OFF');
    this.#db.exec('CREATE TABLE pair (id TEXT, older TEXT, newer TEXT, is_same INT)');
    this.#db.exec('BEGIN');
  }

  add(side: SideName, row: RowOfSide): void {
    const firstCharacter = row.id.charAt(0);
    const values = this.#unstored.get(firstCharacter) ?? this.#createTable(firstCharacter);
    const line = composeLine(row);
    values.push(row.id, side === 'older' ? line : null, side === 'newer' ? line : null);
    if (values.length === 3 * ROWS_AT_ONCE) this.#store(firstCharacter, values);
  }

  /** Creates a function that stores cells of an input; of several rows with one identifier, it stores the first. */
  createCellStore(side: SideName): WantedColumns['onCells'] {
    this.#db.exec(
      'CREATE TABLE IF NOT EXISTS beside (id TEXT, side TEXT, cells TEXT, PRIMARY KEY (id, side)) WITHOUT ROWID',
    );
    const insert = this.#db.prepare('INSERT OR IGNORE INTO beside VALUES (?, ?, ?)');
    return (id, cells) => void insert.run(id, side, JSON.stringify(cells));
  }

  /** Returns the changes of one identifier with the cells of the newer input, otherwise of the older one. */
  addCells(changes: readonly FieldChange[]): FieldChange[] {
    const [first] = changes;
    if (first === undefined) return [];
    // The side `newer` sorts before `older`, so its cells come first if there are any.
    const [preferredCells = [], otherCells = []] = this.#db
      .prepare('SELECT cells FROM beside WHERE id = ? ORDER BY side')
      .all(first.id)
      .map(({ cells }) => JSON.parse(String(cells)) as InputCells);
    const inputCells = preferredCells.map((cell, at) => cell ?? otherCells[at] ?? '');
    return changes.map((change) => ({ ...change, inputCells }));
  }

  #createTable(firstCharacter: string) {
    this.#db.exec(
      literalSql(`CREATE TABLE ${nameTable(firstCharacter)} (id TEXT, older TEXT, newer TEXT)`),
    );
    const values: (string | null)[] = [];
    this.#unstored.set(firstCharacter, values);
    return values;
  }

  #store(firstCharacter: string, values: (string | null)[]): void {
    if (values.length === 0) return;
    const rows = Array.from({ length: values.length / 3 }, () => '(?, ?, ?)').join();
    const sql = composedSql(`INSERT INTO ${nameTable(firstCharacter)} VALUES ${rows}`);
    this.#db.prepare(sql).run(...values.splice(0));
  }

  /** Yields the pairs that differ, sorted by identifier. They can be read once, after the last `add`. */
  *readDifferingPairs(): Generator<readonly Pair[]> {
    let lastRowId = 0;
    const next = this.#db.prepare(
      `SELECT rowid AS at, id, older, newer FROM pair WHERE rowid > ? AND NOT is_same ORDER BY rowid LIMIT ${ROWS_AT_ONCE}`,
    );
    for (const [firstCharacter, values] of [...this.#unstored].sort(([a], [b]) =>
      a < b ? -1 : 1,
    )) {
      this.#store(firstCharacter, values);
      yield [];
      this.#pairRows(firstCharacter);
      for (let found = next.all(lastRowId); found.length > 0; found = next.all(lastRowId)) {
        lastRowId = Number(found.at(-1)?.['at']);
        yield found.map(({ id, older, newer }) => ({
          older: readAnswer(id, older),
          newer: readAnswer(id, newer),
        }));
      }
    }
  }

  /** Pairs the rows of a table; for equal ones, only the status is kept. */
  #pairRows(firstCharacter: string): void {
    const selectKept = (answer: SideName) =>
      literalSql(`iif(is_same, substr(${answer}, 1, 1), ${answer})`);
    this.#db.exec(
      `INSERT INTO pair SELECT id, ${selectKept('older')}, ${selectKept('newer')}, is_same FROM (
         SELECT id, older, newer, older IS newer AS is_same FROM (
           SELECT id, ${writeAnswerColumn('max(older)')} AS older, ${writeAnswerColumn('max(newer)')} AS newer
           FROM ${nameTable(firstCharacter)} GROUP BY id)) ORDER BY id`,
    );
  }

  /** Counts the identifiers, after the last pair was read. `unanswered`: those without an answer in either result. */
  countIdentifiers() {
    const unansweredCodes = STATUSES.flatMap((status, at) =>
      isAnswered({ status }) ? [] : [`'${at}'`],
    );
    const isUnanswered = (side: SideName) =>
      composedSql(`substr(${side}, 1, 1) IN (${unansweredCodes.join()})`);
    const [counted] = this.#db
      .prepare(
        `SELECT count(older) AS older, count(newer) AS newer, count(older || newer) AS inBoth,
           count(CASE WHEN ${isUnanswered('older')} AND ${isUnanswered('newer')} THEN 1 END) AS unanswered FROM pair`,
      )
      .all();
    return counted as Readonly<Record<SideName | 'inBoth' | 'unanswered', number>>;
  }

  close(): void {
    this.#db.close();
  }
}

/** Returns the name of a table. It has the code of the character, because the character comes from a file. */
function nameTable(firstCharacter: string): Sql {
  return composedSql(`row_${firstCharacter.charCodeAt(0)}`);
}

/**
 * Returns a row as a text. Of several rows with one identifier, SQLite takes the text that sorts last: one with an
 * answer, then the later answer, then the one that is found.
 */
function composeLine(row: RowOfSide): string {
  const time = SORTABLE_TIME.test(row.fetchedAt) ? row.fetchedAt : '';
  const rank = isAnswered(row) ? `1${time}` : '0';
  return `${rank}\t${STATUSES.indexOf(row.status)}${row.record}`;
}

function readAnswer(id: unknown, answer: unknown): AnswerOfSide | undefined {
  if (typeof id !== 'string' || typeof answer !== 'string') return undefined;
  return { id, status: STATUSES[Number(answer[0])] ?? 'pending', record: answer.slice(1) };
}
