import { findClosest } from '../base/closest.js';
import type { ColumnCandidate, MeantColumn } from '../base/facts.js';
import { UsageError } from '../base/errors.js';
import type { ErrorFacts } from '../base/error-facts.js';
import { readFileCell, type ColumnKind, type IdentifierKind } from '../identifiers/index.js';
import { t } from '../messages/index.js';
import { formatPercent } from '../messages/words.js';
import { describeColumn, describeColumns, quoteName, pickSamples } from './describe-layout.js';
import { listAdjacentParts, scoreParts, listSplits, type JoinedParts } from './joined-parts.js';
import { findOriginalColumns } from './result-columns.js';
import {
  createScore,
  countRarerKind,
  findNamedKinds,
  hasKeptZeros,
  rateName,
  scoreColumns,
  computeShare,
  countValid,
  correctByNames,
  type Head,
  type Score,
} from './table.js';
import type { IdentifierParts, InputLayout, InputOptions } from './types.js';

/** The difference up to which the shares of two columns count as equal, so that their names decide. */
const NEAR_SHARE = 0.1;
/** The share below which valid cells may be chance, because one in a hundred numbers has right check digits. */
const CHANCE = 0.1;
/** The share from which on a column, or a join of columns, certainly has the identifiers. */
const SURE = 0.5;
/** The share below which valid cells of the wanted kind, in a column of the other kind, are chance. */
const OTHER_KIND_CHANCE = 0.02;
/** The shares up to which cells of the rarer kind are exceptions; `denied`: if the header names only the other kind. */
const TOLERATED_SHARES = { denied: 0.1, any: 0.01 };
const SAMPLED_ROWS = 50;
/** The share of rows with the same identifier below which the parts and a whole column are two different lists. */
const SAME_LIST = 0.95;

/** Asks which column is meant: a person chooses a candidate, a script names it. Programs may test its `name`. */
export class ColumnUnclearError extends UsageError {
  override readonly name = 'ColumnQuestion';
  declare readonly code: 'ambiguous_column' | 'weak_column';
  declare readonly facts: ErrorFacts['ambiguous_column' | 'weak_column'];
}

type ChosenColumn = Pick<
  InputLayout,
  'column' | 'kind' | 'keepsZeros' | 'parts' | 'validShare' | 'meant' | 'notes'
>;

/** A column with its share of valid cells of the wanted kind, and the `rateName` of its header. */
type ScoredColumn = ReturnType<typeof scoreCandidates>[number];

interface ColumnSearch {
  readonly head: Head;
  readonly options: InputOptions;
  readonly file: string;
  readonly all: readonly ScoredColumn[];
  /** The columns of `all` that no earlier result has added. */
  readonly original: readonly ScoredColumn[];
}

/** Chooses column and kind without guessing. @throws ColumnUnclearError if several fit; UsageError if none does */
export function chooseColumn(head: Head, options: InputOptions, file: string): ChosenColumn {
  const all = scoreCandidates(head, options.kind);
  const original = findOriginalColumns(head).flatMap((index) => all[index] ?? []);
  const search = { head, options, file, all, original };
  const named = options.column === undefined ? [] : findNamedColumns(options.column, search);
  if (named.length > 1) return chooseJoinedColumns(named, search);
  const [single] = named;
  if (single !== undefined && single.share < SURE) refuseParts(search, [single.index]);
  const chosen = single ?? detectColumn(search);
  const meant = chosen.share > 0 ? undefined : findMeantColumn(search);
  if (chosen.share === 0 && meant === undefined) refuseUnreadable([chosen], search);
  const kind = chooseKind(chosen, meant, search);
  const keepsZeros = (kind === 'both' && hasKeptZeros(chosen.score)) || undefined;
  const validShare = computeShare(chosen.score, kind);
  const other =
    single === undefined || meant !== undefined ? undefined : findOtherKind([single], search);
  const notes = other && [
    t.input.otherKindNote({
      kind: `${t.phrases.kinds[other.kind]}s`,
      share: formatPercent(other.validShare),
      valid: t.phrases.validKinds[other.kind],
    }),
  ];
  return { column: chosen.index, kind, keepsZeros, validShare, meant, notes };
}

/** Refuses columns in which most cells show why they are no identifiers. @throws UsageError */
function refuseUnreadable(columns: readonly ScoredColumn[], { head, file }: ColumnSearch): void {
  for (const { index, score } of columns) {
    const { filled, masked, joined: cellsWithSeveral } = score;
    if (masked * 2 > filled)
      throw new UsageError('masked_identifiers', { file, ...describeColumn(head.columns, index) });
    if (cellsWithSeveral * 2 > filled) throw new UsageError('not_a_table', { file, is: 'joined' });
  }
}

/**
 * Returns whether a file without a header has nothing but identifiers, and more of them in a line than it has lines.
 */
function isListInLines({ hasHeader, columns, rows }: Head, all: readonly ScoredColumn[]): boolean {
  const isFull = ({ score }: ScoredColumn) => countValid(score) === score.filled;
  return !hasHeader && columns.length > 2 && rows.length <= columns.length && all.every(isFull);
}

function scoreCandidates({ rows, columns, hasHeader }: Head, kind?: ColumnKind) {
  const scores = scoreColumns(rows);
  return columns.map((name, index) => {
    const score = correctByNames(
      scores[index] ?? createScore(),
      hasHeader ? findNamedKinds(name) : [],
    );
    const weight = hasHeader ? rateName(name, kind) : 0;
    return { index, score, share: computeShare(score, kind), weight };
  });
}

/**
 * Chooses the column with the best cells; among nearly equal ones the header decides, and also if no column is certain.
 * @throws ColumnUnclearError for weak columns; UsageError that names the cause: parts, the other kind, or a result
 */
function detectColumn(search: ColumnSearch): ScoredColumn {
  const { head, file, all, original } = search;
  const bestShare = Math.max(0, ...original.map((each) => each.share));
  const isSure = bestShare >= SURE;
  if (!isSure) {
    refuseParts(search);
    refuseUnreadable(original, search);
  }
  if (isListInLines(head, original)) throw new UsageError('not_a_table', { file, is: 'joined' });
  const eligible = original.filter((each) =>
    isSure ? each.share >= bestShare - NEAR_SHARE : isNamedColumn(each),
  );
  const weight = Math.max(0, ...eligible.map((each) => each.weight));
  const top = eligible.filter((each) => each.weight === weight);
  const parts = top.length > 0 ? findOtherParts(top, search) : undefined;
  if (top.length > 1 || parts !== undefined) throw buildQuestion(top, search, parts);
  if (!isSure) {
    const namedColumns = top.length > 0 ? top : original.filter((each) => each.weight === 2);
    const other = findOtherKind(namedColumns.length > 0 ? namedColumns : original, search);
    if (other !== undefined) {
      const { index, kind, validShare } = other;
      const facts = { file, ...describeColumn(head.columns, index), kind, validShare };
      throw new UsageError('other_kind', { ...facts, wanted: kind === 'cpf' ? 'cnpj' : 'cpf' });
    }
  }
  if (top[0] !== undefined) return top[0];
  const weak = original.filter((each) => each.weight > 0 || each.share >= CHANCE);
  if (weak.length > 0)
    throw new ColumnUnclearError('weak_column', {
      file,
      candidates: weak.map((each) => toCandidate(each, search)),
    });
  refuseResultColumn(
    all.filter((each) => !original.includes(each) && each.share >= SURE),
    search,
  );
  throw new UsageError('no_identifier_column', { file, columns: listOriginals(search) });
}

/** Returns whether the header names a kind, and the cells look like identifiers, unlike those of `cpf_status`. */
function isNamedColumn({ weight, share: valid, score }: ScoredColumn): boolean {
  return weight === 2 && (valid >= 0.2 || (score.filled > 0 && score.attempts >= score.filled / 2));
}

function buildQuestion(
  columns: readonly ScoredColumn[],
  search: ColumnSearch,
  parts?: JoinedParts,
): ColumnUnclearError {
  const candidates = columns.map((each) => toCandidate(each, search));
  if (parts !== undefined) {
    const listed = describeColumns(search.head.columns, parts.columns);
    const { kind, validShare, valid } = parts;
    candidates.unshift({
      option: listed.map((each) => each.option).join('+'),
      name: listed.map((each) => each.name).join(' + '),
      kind,
      validShare,
      samples: pickSamples(valid.map((each) => each.id)),
    });
  }
  return new ColumnUnclearError('ambiguous_column', { file: search.file, candidates });
}

function toCandidate(
  { index, score }: ScoredColumn,
  { head: { columns, rows }, options }: ColumnSearch,
  wanted = options.kind,
): ColumnCandidate {
  const mainKind = score.cnpj > score.cpf ? 'cnpj' : 'cpf';
  const likelyKind = countRarerKind(score) > countValid(score) * NEAR_SHARE ? 'both' : mainKind;
  const kind = wanted === undefined || wanted === 'both' ? likelyKind : wanted;
  const samples = pickSamples(rows.slice(0, SAMPLED_ROWS).map((row) => row[index] ?? ''));
  const validShare = computeShare(score, kind);
  return { ...describeColumn(columns, index), kind, validShare, samples };
}

/** Returns the best column for the wanted kind, or else for any; undefined if less than half of its cells are valid. */
function findMeantColumn(search: ColumnSearch): MeantColumn | undefined {
  for (const kind of [search.options.kind, 'both'] as const) {
    const best = findBest(search.original, kind);
    if (best === undefined) continue;
    const { samples: _, ...meant } = toCandidate(best, search, kind ?? 'both');
    return meant;
  }
  return undefined;
}

/** Returns the column with the largest share of the kind; undefined if that is less than half. */
function findBest(columns: readonly ScoredColumn[], kind?: ColumnKind): ScoredColumn | undefined {
  return columns
    .filter(({ score }) => computeShare(score, kind) >= SURE)
    .sort((a, b) => computeShare(b.score, kind) - computeShare(a.score, kind))[0];
}

/** Chooses the kind of a column by its cells. @throws UsageError if the kind is not clear */
function chooseKind(
  { index, score }: ScoredColumn,
  meant: MeantColumn | undefined,
  { head, options, file }: ColumnSearch,
): ColumnKind {
  if (options.kind !== undefined) return options.kind;
  const name = head.hasHeader ? (head.columns[index] ?? '') : '';
  const facts = { file, column: index + 1, name: name === '' ? '' : quoteName(name) };
  const namedKinds = findNamedKinds(name);
  if (countRarerKind(score) > countValid(score) * findToleratedShare(score, namedKinds)) {
    if (computeShare(score) >= SURE) return 'both';
    const [cpfs, cnpjs] = [score.cpf - score.both, score.cnpj - score.both];
    throw new UsageError('mixed_kinds', { ...facts, cpfs, cnpjs });
  }
  // Cells without restored zeros count twice, because restored zeros may make an identifier by chance.
  const cpfSurplus = score.cpf - score.cnpj + score.exactSurplus;
  // With a smaller share it may be either kind: roots of CNPJs, filled up with zeros, are CPFs now and then.
  if (cpfSurplus !== 0 && computeShare(score) >= CHANCE) return cpfSurplus > 0 ? 'cpf' : 'cnpj';
  if (namedKinds[0] !== undefined && namedKinds.length === 1) return namedKinds[0];
  if (countValid(score) === 0)
    throw buildNoValidCell(head, { column: index, kind: 'both', meant }, file);
  throw new UsageError('unknown_kind', facts);
}

/**
 * Returns the share up to which cells of the rarer kind are exceptions: a larger one if the header names only the other
 * kind, and 0 if it names both.
 */
function findToleratedShare(score: Score, namedKinds: readonly IdentifierKind[]): number {
  if (namedKinds.length > 1) return 0;
  const rarer = score.cpf < score.cnpj ? 'cpf' : 'cnpj';
  return namedKinds.length === 1 && namedKinds[0] !== rarer
    ? TOLERATED_SHARES.denied
    : TOLERATED_SHARES.any;
}

/** Finds a column with CNPJs if CPFs are wanted, or the other way round: none of its rows would be valid. */
function findOtherKind(columns: readonly ScoredColumn[], { options }: ColumnSearch) {
  const { kind: wanted } = options;
  if (wanted === undefined || wanted === 'both') return undefined;
  const kind = wanted === 'cpf' ? 'cnpj' : 'cpf';
  const withoutWanted = columns.filter((each) => each.share < OTHER_KIND_CHANCE);
  const best = findBest(withoutWanted, kind);
  return best && ({ index: best.index, kind, validShare: computeShare(best.score, kind) } as const);
}

/** Builds the error about a column without an identifier; it names the column or the kind that is probably meant. */
export function buildNoValidCell(
  { columns }: Pick<InputLayout, 'columns'>,
  { column, kind, meant }: Pick<ChosenColumn, 'column' | 'kind' | 'meant'>,
  file: string,
  reasons: Readonly<Record<string, number>> = {},
): UsageError {
  const { option, name } = describeColumn(columns, column);
  const isThisColumn = meant?.option === option;
  // Roots of CNPJs, filled up with zeros, are CPFs now and then, so a column with roots is no column of CPFs.
  const isOtherKind =
    isThisColumn && meant.kind !== 'both' && kind !== 'both' && !reasons['cnpj_root'];
  if (isOtherKind)
    return new UsageError('other_kind', { file, ...meant, kind: meant.kind, wanted: kind });
  const otherColumn = isThisColumn ? undefined : meant;
  return new UsageError('no_valid_cell', { file, option, name, kind, reasons, meant: otherColumn });
}

/** Returns the columns of `--column`. @throws UsageError if one of them does not exist, or is from an earlier result */
function findNamedColumns(wanted: string, search: ColumnSearch): readonly ScoredColumn[] {
  const { head, file, original } = search;
  const wholeName = findNamed(wanted, search);
  // A `+` may be part of a name, so that the whole text is tried first.
  const namedColumns = wholeName
    ? [wholeName]
    : wanted.split('+').map((text) => findNamed(text.trim(), search));
  const found = namedColumns.filter((each) => each !== undefined);
  if (found.length < namedColumns.length) {
    const name = head.hasHeader ? findClosest(wanted.trim(), head.columns) : undefined;
    const near =
      name === undefined ? name : describeColumn(head.columns, head.columns.indexOf(name));
    const facts = { file, wanted: quoteName(wanted), columns: listOriginals(search), near };
    throw new UsageError('unknown_column', facts);
  }
  refuseResultColumn(
    found.filter((each) => !original.includes(each)),
    search,
  );
  return found;
}

/** Finds a column by its exact name, then without regard to case, then by its number. @throws ColumnUnclearError */
function findNamed(wanted: string, search: ColumnSearch): ScoredColumn | undefined {
  const { columns, hasHeader } = search.head;
  const findEqual = (normalize: (text: string) => string) =>
    search.all.filter(
      ({ index }) => hasHeader && normalize(columns[index] ?? '') === normalize(wanted),
    );
  const exact = findEqual((text) => text.normalize());
  const matches =
    exact.length > 0 ? exact : findEqual((text) => text.normalize().trim().toLowerCase());
  if (matches.length > 1) throw buildQuestion(matches, search);
  return matches[0] ?? (/^\d+$/.test(wanted) ? search.all[Number(wanted) - 1] : undefined);
}

function listOriginals({ head, original }: ColumnSearch) {
  return describeColumns(
    head.columns,
    original.map(({ index }) => index),
  );
}

/** Refuses a column of an earlier result. @throws UsageError `result_column` */
function refuseResultColumn([resultColumn]: readonly ScoredColumn[], search: ColumnSearch): void {
  if (resultColumn === undefined) return;
  const { head, file } = search;
  const column = quoteName(head.columns[resultColumn.index] ?? '');
  throw new UsageError('result_column', { file, column, columns: listOriginals(search) });
}

/** Joins the named columns. @throws UsageError also if so few rows are valid that they may be chance */
function chooseJoinedColumns(named: readonly ScoredColumn[], search: ColumnSearch): ChosenColumn {
  const { head, options, file } = search;
  const columns = named.map(({ index }) => index);
  const [first = 0] = columns;
  const [best, ...others] = listSplits(options.kind, false)
    .filter(({ widths }) => widths.length === columns.length)
    .map((split) => scoreParts({ ...split, columns }, head.rows))
    .sort((a, b) => b.validShare - a.validShare);
  if (best === undefined) throw new UsageError('unknown_parts', { file, count: columns.length });
  const { validShare, kind, widths } = best;
  if (validShare < SURE) refuseParts(search, columns);
  if (best.joins > 0 && validShare < CHANCE) {
    const listed = describeColumns(head.columns, columns);
    throw new UsageError('chance_parts', { file, kind, parts: listed, validShare });
  }
  const isKindUnclear = others.some((each) => each.kind !== kind && each.validShare === validShare);
  if (isKindUnclear) throw new UsageError('unknown_kind', { file, column: first + 1, name: '' });
  return { column: first, kind, parts: { kind, columns, widths }, validShare };
}

/**
 * Refuses identifiers in parts: joining is not guessed, because identifiers that arise by chance would be paid for.
 * `around`: the columns of `--column`, one of which must be a part. @throws UsageError `identifier_in_parts`
 */
function refuseParts({ head, options, file }: ColumnSearch, around?: readonly number[]): void {
  const { kind } = options;
  const hasNamedColumn = ({ columns }: IdentifierParts) =>
    columns.some((each) => around?.includes(each));
  const isFound = (parts: IdentifierParts) =>
    (around === undefined || hasNamedColumn(parts)) &&
    scoreParts(parts, head.rows).validShare >= SURE;
  const find = (wanted?: ColumnKind) =>
    listAdjacentParts(head.rows, wanted, around === undefined).find(isFound);
  const found = find(kind) ?? (around === undefined ? undefined : find());
  if (found === undefined) return;
  const other = kind === undefined || kind === 'both' || kind === found.kind ? undefined : kind;
  const parts = describeColumns(head.columns, found.columns);
  throw new UsageError('identifier_in_parts', { file, kind: found.kind, parts, wrongly: other });
}

/** Finds parts with other identifiers than the whole columns, because a lookup of the wrong ones would be paid for. */
function findOtherParts(
  wholeColumns: readonly ScoredColumn[],
  { head, options, original }: ColumnSearch,
) {
  const originalIndexes = new Set(original.map(({ index }) => index));
  for (const each of listAdjacentParts(head.rows, options.kind, false)) {
    if (!each.columns.every((column) => originalIndexes.has(column))) continue;
    const parts = scoreParts(each, head.rows);
    const { valid, validShare } = parts;
    // A single identifier, made with restored zeros, may be chance: two columns may have the same numbers in every row.
    const isChance = valid.length < 2 && valid.every(({ repaired }) => repaired);
    if (validShare < SURE || isChance) continue;
    const hasSameIdentifiers = ({ index }: ScoredColumn) =>
      valid.filter(({ cells, id }) => {
        const reading = readFileCell(cells[index] ?? '', parts.kind);
        return reading.valid && reading.id === id;
      }).length >=
      valid.length * SAME_LIST;
    return wholeColumns.some(hasSameIdentifiers) ? undefined : parts;
  }
  return undefined;
}
