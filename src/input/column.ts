import { findClosest } from '../base/closest.js';
import type { ColumnCandidate, MeantColumn } from '../base/facts.js';
import { UsageError } from '../base/errors.js';
import type { ErrorFacts } from '../base/error-facts.js';
import { readFileCell, type ColumnKind, type IdentifierKind } from '../identifiers/index.js';
import { t } from '../messages/index.js';
import { formatPercent } from '../messages/words.js';
import { listedColumn, listedColumns, safeName, pickSamples } from './describe-layout.js';
import { listAdjacentParts, scoreParts, listSplits, type JoinedParts } from './joined-parts.js';
import { findOriginalColumns } from './result-columns.js';
import {
  emptyScore,
  namedKinds,
  nameWeight,
  scoreColumns,
  share,
  countValid,
  type Head,
  type Score,
} from './table.js';
import type { IdentifierParts, InputLayout, InputOptions } from './types.js';

/** Columns whose shares differ by at most this are equally good: their names decide. */
const NEAR = 0.1;
/** Below this share valid cells may be chance, because the check digits of one in a hundred numbers agree. */
const CHANCE = 0.1;
/** A column or a join with a smaller share is not chosen where another one has the identifiers. */
const SURE = 0.5;
/** Below this share, valid cells of the wanted kind in a column of the other kind are chance. */
const OTHER_KIND_CHANCE = 0.02;
/** Up to this share, valid cells of the rarer kind are exceptions; `denied`: the header names only the other kind. */
const STRAYS = { denied: 0.1, any: 0.01 };
const SHOWN_ROWS = 50;
/** Below this share of rows with the same identifier, the parts and a whole column are two different lists. */
const SAME = 0.95;

/** The question which column is meant. A person can choose from the candidates; a script must name the column. */
export class ColumnQuestion extends UsageError {
  override readonly name = 'ColumnQuestion';
  declare readonly code: 'ambiguous_column' | 'weak_column';
  declare readonly facts: ErrorFacts['ambiguous_column' | 'weak_column'];
}

type ChosenColumn = Pick<
  InputLayout,
  'column' | 'kind' | 'keepsZeros' | 'parts' | 'validShare' | 'meant' | 'notes'
>;

/** A column with its share of valid cells of the wanted kind, and the `nameWeight` of its header. */
type ScoredColumn = ReturnType<typeof scoreCandidates>[number];

interface ColumnSearch {
  readonly head: Head;
  readonly options: InputOptions;
  readonly file: string;
  readonly all: readonly ScoredColumn[];
  /** The columns that are not from an earlier result. */
  readonly original: readonly ScoredColumn[];
}

/** Chooses column and kind without guessing. @throws ColumnQuestion if several are possible; UsageError if none is */
export function chooseColumn(head: Head, options: InputOptions, file: string): ChosenColumn {
  const all = scoreCandidates(head, options.kind);
  const original = findOriginalColumns(head).flatMap((index) => all[index] ?? []);
  const search = { head, options, file, all, original };
  const named = options.column === undefined ? [] : findNamedColumns(options.column, search);
  if (named.length > 1) return chooseJoined(named, search);
  const [only] = named;
  if (only !== undefined && only.share < SURE) refuseParts(search, [only.index]);
  const chosen = only ?? detectColumn(search);
  const meant = chosen.share > 0 ? undefined : findMeantColumn(search);
  if (chosen.share === 0 && meant === undefined) refuseUnreadable([chosen], search);
  const kind = chooseKind(chosen, meant, search);
  const keepsZeros = (kind === 'both' && hasKeptZeros(chosen.score)) || undefined;
  const validShare = share(chosen.score, kind);
  const other =
    only === undefined || meant !== undefined ? undefined : findOtherKind([only], search);
  const notes = other && [
    t.input.otherKindNote({
      kind: `${t.phrases.kinds[other.kind]}s`,
      share: formatPercent(other.validShare),
      valid: t.phrases.validKinds[other.kind],
    }),
  ];
  return { column: chosen.index, kind, keepsZeros, validShare, meant, notes };
}

/** Whether the cells show that no zeros were lost, so that 11 digits are a whole CPF (contract, "Identifiers"). */
function hasKeptZeros({ zeroLed, cut }: Score): boolean {
  return zeroLed > 0 && cut === 0;
}

/** Refuses columns in which most cells show why they are no identifiers. @throws UsageError */
function refuseUnreadable(columns: readonly ScoredColumn[], { head, file }: ColumnSearch): void {
  for (const { index, score } of columns) {
    const { filled, masked, joined: together } = score;
    if (masked * 2 > filled)
      throw new UsageError('masked_identifiers', { file, ...listedColumn(head.columns, index) });
    if (together * 2 > filled) throw new UsageError('not_a_table', { file, is: 'joined' });
  }
}

/** Whether a file without a header has nothing but identifiers, and more of them in a line than it has lines. */
function isListInLines({ hasHeader, columns, rows }: Head, all: readonly ScoredColumn[]): boolean {
  const isFull = ({ score }: ScoredColumn) => countValid(score) === score.filled;
  return !hasHeader && columns.length > 2 && rows.length <= columns.length && all.every(isFull);
}

function scoreCandidates({ rows, columns, hasHeader }: Head, kind?: ColumnKind) {
  const scores = scoreColumns(rows);
  return columns.map((name, index) => {
    const score = withoutPadded(scores[index] ?? emptyScore(), hasHeader ? namedKinds(name) : []);
    const weight = hasHeader ? nameWeight(name, kind) : 0;
    return { index, score, share: share(score, kind), weight };
  });
}

/** Removes the CPFs of 14 digits from a score where the header names only CNPJs (contract, "Identifiers"). */
function withoutPadded(score: Score, named: readonly IdentifierKind[]): Score {
  const isOfCompanies = named.length === 1 && named[0] === 'cnpj';
  return isOfCompanies ? { ...score, cpf: score.cpf - score.padded } : score;
}

/**
 * Chooses the best column by its cells, among nearly equal ones by its header; without a sure one, a named one.
 * @throws ColumnQuestion for weak columns; UsageError that names what is meant: parts, the other kind, or a result
 */
function detectColumn(search: ColumnSearch): ScoredColumn {
  const { head, file, all, original } = search;
  const best = Math.max(0, ...original.map((each) => each.share));
  const isSure = best >= SURE;
  if (!isSure) {
    refuseParts(search);
    refuseUnreadable(original, search);
  }
  if (isListInLines(head, original)) throw new UsageError('not_a_table', { file, is: 'joined' });
  const eligible = original.filter((each) => (isSure ? each.share >= best - NEAR : isNamed(each)));
  const weight = Math.max(0, ...eligible.map((each) => each.weight));
  const top = eligible.filter((each) => each.weight === weight);
  const parts = top.length > 0 ? findOtherParts(top, search) : undefined;
  if (top.length > 1 || parts !== undefined) throw ambiguousColumn(top, search, parts);
  if (!isSure) {
    const named = top.length > 0 ? top : original.filter((each) => each.weight === 2);
    const other = findOtherKind(named.length > 0 ? named : original, search);
    if (other !== undefined) {
      const { index, kind, validShare } = other;
      const facts = { file, ...listedColumn(head.columns, index), kind, validShare };
      throw new UsageError('other_kind', { ...facts, wanted: kind === 'cpf' ? 'cnpj' : 'cpf' });
    }
  }
  if (top[0] !== undefined) return top[0];
  const weak = original.filter((each) => each.weight > 0 || each.share >= CHANCE);
  if (weak.length > 0)
    throw new ColumnQuestion('weak_column', {
      file,
      candidates: weak.map((each) => toCandidate(each, search)),
    });
  refuseResult(
    all.filter((each) => !original.includes(each) && each.share >= SURE),
    search,
  );
  throw new UsageError('no_identifier_column', { file, columns: listOriginal(search) });
}

/** Whether the header names a kind and the cells look like identifiers, unlike those of `cpf_status`. */
function isNamed({ weight, share: valid, score }: ScoredColumn): boolean {
  return weight === 2 && (valid >= 0.2 || (score.filled > 0 && score.attempts >= score.filled / 2));
}

function ambiguousColumn(
  columns: readonly ScoredColumn[],
  search: ColumnSearch,
  parts?: JoinedParts,
): ColumnQuestion {
  const candidates = columns.map((each) => toCandidate(each, search));
  if (parts !== undefined) {
    const listed = listedColumns(search.head.columns, parts.columns);
    const { kind, validShare, valid } = parts;
    candidates.unshift({
      option: listed.map((each) => each.option).join('+'),
      name: listed.map((each) => each.name).join(' + '),
      kind,
      validShare,
      samples: pickSamples(valid.map((each) => each.id)),
    });
  }
  return new ColumnQuestion('ambiguous_column', { file: search.file, candidates });
}

function toCandidate(
  { index, score }: ScoredColumn,
  { head: { columns, rows }, options }: ColumnSearch,
  wanted = options.kind,
): ColumnCandidate {
  const main = score.cnpj > score.cpf ? 'cnpj' : 'cpf';
  const likely = countRarerKind(score) > countValid(score) * NEAR ? 'both' : main;
  const kind = wanted === undefined || wanted === 'both' ? likely : wanted;
  const samples = pickSamples(rows.slice(0, SHOWN_ROWS).map((row) => row[index] ?? ''));
  return { ...listedColumn(columns, index), kind, validShare: share(score, kind), samples };
}

/** Returns the column with the largest share of the wanted kind, or else of any, if its valid cells are the rule. */
function findMeantColumn(search: ColumnSearch): MeantColumn | undefined {
  for (const kind of [search.options.kind, 'both'] as const) {
    const best = findBest(search.original, kind);
    if (best === undefined) continue;
    const { samples: _, ...meant } = toCandidate(best, search, kind ?? 'both');
    return meant;
  }
  return undefined;
}

/** Returns the column with the largest share of this kind, if its valid cells are the rule. */
function findBest(columns: readonly ScoredColumn[], kind?: ColumnKind): ScoredColumn | undefined {
  return columns
    .filter(({ score }) => share(score, kind) >= SURE)
    .sort((a, b) => share(b.score, kind) - share(a.score, kind))[0];
}

/** Chooses the kind of a column by its cells. @throws UsageError if the kind is not clear */
function chooseKind(
  { index, score }: ScoredColumn,
  meant: MeantColumn | undefined,
  { head, options, file }: ColumnSearch,
): ColumnKind {
  if (options.kind !== undefined) return options.kind;
  const name = head.hasHeader ? (head.columns[index] ?? '') : '';
  const facts = { file, column: index + 1, name: name === '' ? '' : safeName(name) };
  const named = namedKinds(name);
  if (countRarerKind(score) > countValid(score) * toleratedStrays(score, named)) {
    if (share(score) >= SURE) return 'both';
    const [cpfs, cnpjs] = [score.cpf - score.both, score.cnpj - score.both];
    throw new UsageError('mixed_kinds', { ...facts, cpfs, cnpjs });
  }
  // Cells without restored zeros count twice, because restored zeros may make an identifier by chance.
  const cpfSurplus = score.cpf - score.cnpj + score.exactSurplus;
  // With a smaller share it may be either kind: eight digits of a CNPJ, filled up with zeros, are a CPF by chance.
  if (cpfSurplus !== 0 && share(score) >= CHANCE) return cpfSurplus > 0 ? 'cpf' : 'cnpj';
  if (named[0] !== undefined && named.length === 1) return named[0];
  if (countValid(score) === 0)
    throw noValidCell(head, { column: index, kind: 'both', meant }, file);
  throw new UsageError('unknown_kind', facts);
}

/**
 * Returns the share up to which cells of the rarer kind are exceptions: larger where the header names only the other
 * kind, and 0 where it names both.
 */
function toleratedStrays(score: Score, named: readonly IdentifierKind[]): number {
  if (named.length > 1) return 0;
  const rarer = score.cpf < score.cnpj ? 'cpf' : 'cnpj';
  return named.length === 1 && named[0] !== rarer ? STRAYS.denied : STRAYS.any;
}

/** Counts the valid cells of the rarer kind. */
function countRarerKind(score: Score): number {
  return Math.min(score.cpf, score.cnpj) - score.both;
}

/** Finds the column with CNPJs where CPFs are wanted, or the other way round, in which no row would be valid. */
function findOtherKind(columns: readonly ScoredColumn[], { options }: ColumnSearch) {
  const { kind: wanted } = options;
  if (wanted === undefined || wanted === 'both') return undefined;
  const kind = wanted === 'cpf' ? 'cnpj' : 'cpf';
  const alone = columns.filter((each) => each.share < OTHER_KIND_CHANCE);
  const best = findBest(alone, kind);
  return best && ({ index: best.index, kind, validShare: share(best.score, kind) } as const);
}

/** Returns the refusal of a column without an identifier, which names the column or the kind that is probably meant. */
export function noValidCell(
  { columns }: Pick<InputLayout, 'columns'>,
  { column, kind, meant }: Pick<ChosenColumn, 'column' | 'kind' | 'meant'>,
  file: string,
  reasons: Readonly<Record<string, number>> = {},
): UsageError {
  const { option, name } = listedColumn(columns, column);
  const isSame = meant?.option === option;
  // Eight digits of a CNPJ, filled up with zeros, are a CPF by chance.
  const isOther = isSame && meant.kind !== 'both' && kind !== 'both' && !reasons['cnpj_root'];
  if (isOther)
    return new UsageError('other_kind', { file, ...meant, kind: meant.kind, wanted: kind });
  const other = isSame ? undefined : meant;
  return new UsageError('no_valid_cell', { file, option, name, kind, reasons, meant: other });
}

/** Returns the columns of `--column`. @throws UsageError if one of them does not exist, or is from an earlier result */
function findNamedColumns(wanted: string, search: ColumnSearch): readonly ScoredColumn[] {
  const { head, file, original } = search;
  const whole = findNamed(wanted, search);
  // A `+` may be part of a name, so that the whole text is tried first.
  const parts = whole ? [whole] : wanted.split('+').map((text) => findNamed(text.trim(), search));
  const found = parts.filter((each) => each !== undefined);
  if (found.length < parts.length) {
    const name = head.hasHeader ? findClosest(wanted.trim(), head.columns) : undefined;
    const near = name === undefined ? name : listedColumn(head.columns, head.columns.indexOf(name));
    const facts = { file, wanted: safeName(wanted), columns: listOriginal(search), near };
    throw new UsageError('unknown_column', facts);
  }
  refuseResult(
    found.filter((each) => !original.includes(each)),
    search,
  );
  return found;
}

/** Finds a column by its exact name, then ignoring case, then by its position from 1. @throws ColumnQuestion */
function findNamed(wanted: string, search: ColumnSearch): ScoredColumn | undefined {
  const { columns, hasHeader } = search.head;
  const same = (fold: (text: string) => string) =>
    search.all.filter(({ index }) => hasHeader && fold(columns[index] ?? '') === fold(wanted));
  const exact = same((text) => text.normalize());
  const matches = exact.length > 0 ? exact : same((text) => text.normalize().trim().toLowerCase());
  if (matches.length > 1) throw ambiguousColumn(matches, search);
  return matches[0] ?? (/^\d+$/.test(wanted) ? search.all[Number(wanted) - 1] : undefined);
}

function listOriginal({ head, original }: ColumnSearch) {
  return listedColumns(
    head.columns,
    original.map(({ index }) => index),
  );
}

/** Refuses a column of an earlier result. @throws UsageError `result_column` */
function refuseResult([other]: readonly ScoredColumn[], search: ColumnSearch): void {
  if (other === undefined) return;
  const { head, file } = search;
  const column = safeName(head.columns[other.index] ?? '');
  throw new UsageError('result_column', { file, column, columns: listOriginal(search) });
}

/** Joins the named columns. @throws UsageError also if hardly a row is valid, as one in a hundred is by chance */
function chooseJoined(named: readonly ScoredColumn[], search: ColumnSearch): ChosenColumn {
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
    const listed = listedColumns(head.columns, columns);
    throw new UsageError('chance_parts', { file, kind, parts: listed, validShare });
  }
  const isOpen = others.some((each) => each.kind !== kind && each.validShare === validShare);
  if (isOpen) throw new UsageError('unknown_kind', { file, column: first + 1, name: '' });
  return { column: first, kind, parts: { kind, columns, widths }, validShare };
}

/**
 * Refuses identifiers in parts: joining is not guessed, because identifiers that arise by chance would be paid for.
 * `around`: the columns of `--column`, one of which must be a part. @throws UsageError `identifier_in_parts`
 */
function refuseParts({ head, options, file }: ColumnSearch, around?: readonly number[]): void {
  const { kind } = options;
  const isNear = ({ columns }: IdentifierParts) => columns.some((each) => around?.includes(each));
  const isFound = (parts: IdentifierParts) =>
    (around === undefined || isNear(parts)) && scoreParts(parts, head.rows).validShare >= SURE;
  const find = (wanted?: ColumnKind) =>
    listAdjacentParts(head.rows, wanted, around === undefined).find(isFound);
  const found = find(kind) ?? (around === undefined ? undefined : find());
  if (found === undefined) return;
  const wrongly = kind === undefined || kind === 'both' || kind === found.kind ? undefined : kind;
  const parts = listedColumns(head.columns, found.columns);
  throw new UsageError('identifier_in_parts', { file, kind: found.kind, parts, wrongly });
}

/** Finds parts with other identifiers than the whole columns: a lookup of the wrong ones cannot be taken back. */
function findOtherParts(whole: readonly ScoredColumn[], { head, options, original }: ColumnSearch) {
  const places = new Set(original.map(({ index }) => index));
  for (const each of listAdjacentParts(head.rows, options.kind, false)) {
    if (!each.columns.every((column) => places.has(column))) continue;
    const parts = scoreParts(each, head.rows);
    const { valid, validShare } = parts;
    // A single identifier, made with restored zeros, may be chance: two columns may have the same numbers in every row.
    const isChance = valid.length < 2 && valid.every(({ repaired }) => repaired);
    if (validShare < SURE || isChance) continue;
    const isSame = ({ index }: ScoredColumn) =>
      valid.filter(({ cells, id }) => {
        const reading = readFileCell(cells[index] ?? '', parts.kind);
        return reading.valid && reading.id === id;
      }).length >=
      valid.length * SAME;
    return whole.some(isSame) ? undefined : parts;
  }
  return undefined;
}
