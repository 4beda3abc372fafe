import { findClosest } from '../base/closest.js';
import type { ColumnCandidate, MeantColumn } from '../base/facts.js';
import { UsageError } from '../base/errors.js';
import type { ErrorFacts } from '../base/error-facts.js';
import { readFileCell, type ColumnKind, type IdentifierKind } from '../identifiers/index.js';
import { t } from '../messages/index.js';
import { percent } from '../messages/words.js';
import { listedColumn, listedColumns, safeName, samplesOf } from './describe-layout.js';
import { adjacentParts, joinedParts, splits, type JoinedParts } from './joined-parts.js';
import { ownColumns } from './result-columns.js';
import {
  emptyScore,
  namedKinds,
  nameWeight,
  scoreColumns,
  share,
  validCells,
  type Head,
  type Score,
} from './table.js';
import type { IdentifierParts, InputLayout, InputOptions } from './types.js';

/** Columns whose shares differ by at most this are equally good: their names decide. */
const NEAR = 0.1;
/** Below this share valid cells may be chance: check digits agree in one of a hundred numbers. */
const CHANCE = 0.1;
/** A column or a join with a smaller share is not taken as it is where another one holds the identifiers. */
const SURE = 0.5;
/** Below this share, the valid cells of a column that holds the other kind are chance. */
const STRAY = 0.02;
/** Up to this share, valid cells of the rarer kind are exceptions: in a column whose name denies that kind, or in any. */
const STRAYS = { denied: 0.1, any: 0.01 };
const SHOWN_ROWS = 50;
/** Below this share of rows with one and the same identifier, the pieces and the whole column are two lists. */
const SAME = 0.95;

/** The identifier column is not clear. A person can choose from the candidates; a script must name it. */
export class ColumnQuestion extends UsageError {
  override readonly name = 'ColumnQuestion';
  declare readonly code: 'ambiguous_column' | 'weak_column';
  declare readonly facts: ErrorFacts['ambiguous_column' | 'weak_column'];
}

type Chosen = Pick<
  InputLayout,
  'column' | 'kind' | 'keepsZeros' | 'parts' | 'validShare' | 'meant' | 'notes'
>;

/** A column; its share of valid cells of the wanted kind, and its `nameWeight`. */
type ScoredColumn = ReturnType<typeof candidatesOf>[number];

interface Scene {
  readonly head: Head;
  readonly options: InputOptions;
  readonly file: string;
  readonly all: readonly ScoredColumn[];
  /** Those that are not of an earlier result. */
  readonly own: readonly ScoredColumn[];
}

/** @throws ColumnQuestion if several columns are possible, instead of guessing; UsageError if there is none */
export function chooseColumn(head: Head, options: InputOptions, file: string): Chosen {
  const all = candidatesOf(head, options.kind);
  const own = ownColumns(head).flatMap((index) => all[index] ?? []);
  const scene = { head, options, file, all, own };
  const named = options.column === undefined ? [] : namedColumns(options.column, scene);
  if (named.length > 1) return joined(named, scene);
  const [only] = named;
  if (only !== undefined && only.share < SURE) refuseParts(scene, [only.index]);
  const chosen = only ?? detect(scene);
  const meant = chosen.share > 0 ? undefined : meantColumn(scene);
  if (chosen.share === 0 && meant === undefined) refuseUnreadable([chosen], scene);
  const kind = chooseKind(chosen, meant, scene);
  const keepsZeros = (kind === 'both' && hasKeptZeros(chosen.score)) || undefined;
  const validShare = share(chosen.score, kind);
  const other = only === undefined || meant !== undefined ? undefined : otherKind([only], scene);
  const notes = other && [
    t.input.otherKindNote({
      kind: `${t.phrases.kinds[other.kind]}s`,
      share: percent(other.validShare),
      valid: t.phrases.validKinds[other.kind],
    }),
  ];
  return { column: chosen.index, kind, keepsZeros, validShare, meant, notes };
}

/** Whether the cells show that no zeros were lost: then 11 digits are a whole CPF (contract, "Identifiers"). */
function hasKeptZeros({ zeroLed, cut }: Score): boolean {
  return zeroLed > 0 && cut === 0;
}

/** Where most cells of a column show why they are no identifiers. @throws UsageError */
function refuseUnreadable(columns: readonly ScoredColumn[], { head, file }: Scene): void {
  for (const { index, score } of columns) {
    const { filled, masked, joined: together } = score;
    if (masked * 2 > filled)
      throw new UsageError('masked_identifiers', { file, ...listedColumn(head.columns, index) });
    if (together * 2 > filled) throw new UsageError('not_a_table', { file, is: 'joined' });
  }
}

/** Whether a file without a header has nothing but identifiers, and more of them in a line than it has lines. */
function isListInLines({ hasHeader, columns, rows }: Head, own: readonly ScoredColumn[]): boolean {
  const isFull = ({ score }: ScoredColumn) => validCells(score) === score.filled;
  return !hasHeader && columns.length > 2 && rows.length <= columns.length && own.every(isFull);
}

function candidatesOf({ rows, columns, hasHeader }: Head, kind?: ColumnKind) {
  const scores = scoreColumns(rows);
  return columns.map((name, index) => {
    const score = scoreFor(scores[index] ?? emptyScore(), hasHeader ? namedKinds(name) : []);
    const weight = hasHeader ? nameWeight(name, kind) : 0;
    return { index, score, share: share(score, kind), weight };
  });
}

/** A CPF with zeros in front is none where the header speaks of companies alone (contract, "Identifiers"). */
function scoreFor(score: Score, named: readonly IdentifierKind[]): Score {
  const isOfCompanies = named.length === 1 && named[0] === 'cnpj';
  return isOfCompanies ? { ...score, cpf: score.cpf - score.padded } : score;
}

/**
 * Without `--column`: the best by its cells, among nearly equal ones the best by its header. Where none is sure, those that
 * a header names; else weak ones are asked for, or what is meant is named: parts, the other kind, or a result.
 */
function detect(scene: Scene): ScoredColumn {
  const { head, file, all, own } = scene;
  const best = Math.max(0, ...own.map((each) => each.share));
  const isSure = best >= SURE;
  if (!isSure) {
    refuseParts(scene);
    refuseUnreadable(own, scene);
  }
  if (isListInLines(head, own)) throw new UsageError('not_a_table', { file, is: 'joined' });
  const eligible = own.filter((each) => (isSure ? each.share >= best - NEAR : isNamed(each)));
  const weight = Math.max(0, ...eligible.map((each) => each.weight));
  const top = eligible.filter((each) => each.weight === weight);
  const beside = top.length > 0 ? partsBeside(top, scene) : undefined;
  if (top.length > 1 || beside !== undefined) throw ambiguousColumn(top, scene, beside);
  if (!isSure) {
    const named = top.length > 0 ? top : own.filter((each) => each.weight === 2);
    const other = otherKind(named.length > 0 ? named : own, scene);
    if (other !== undefined) {
      const { index, kind, validShare } = other;
      const facts = { file, ...listedColumn(head.columns, index), kind, validShare };
      throw new UsageError('other_kind', { ...facts, wanted: kind === 'cpf' ? 'cnpj' : 'cpf' });
    }
  }
  if (top[0] !== undefined) return top[0];
  const weak = own.filter((each) => each.weight > 0 || each.share >= CHANCE);
  if (weak.length > 0)
    throw new ColumnQuestion('weak_column', {
      file,
      candidates: weak.map((each) => shown(each, scene)),
    });
  refuseResult(
    all.filter((each) => !own.includes(each) && each.share >= SURE),
    scene,
  );
  throw new UsageError('no_identifier_column', { file, columns: ownListed(scene) });
}

/** Whether the header names the column and its cells look like identifiers, unlike those of `cpf_status`. */
function isNamed({ weight, share: valid, score }: ScoredColumn): boolean {
  return weight === 2 && (valid >= 0.2 || (score.filled > 0 && score.attempts >= score.filled / 2));
}

function ambiguousColumn(
  columns: readonly ScoredColumn[],
  scene: Scene,
  beside?: JoinedParts,
): ColumnQuestion {
  const candidates = columns.map((each) => shown(each, scene));
  if (beside !== undefined) {
    const listed = listedColumns(scene.head.columns, beside.columns);
    const { kind, validShare, valid } = beside;
    candidates.unshift({
      option: listed.map((each) => each.option).join('+'),
      name: listed.map((each) => each.name).join(' + '),
      kind,
      validShare,
      samples: samplesOf(valid.map((each) => each.id)),
    });
  }
  return new ColumnQuestion('ambiguous_column', { file: scene.file, candidates });
}

function shown(
  { index, score }: ScoredColumn,
  { head: { columns, rows }, options }: Scene,
  wanted = options.kind,
): ColumnCandidate {
  const main = score.cnpj > score.cpf ? 'cnpj' : 'cpf';
  const own = lesserKind(score) > validCells(score) * NEAR ? 'both' : main;
  const kind = wanted === undefined || wanted === 'both' ? own : wanted;
  const samples = samplesOf(rows.slice(0, SHOWN_ROWS).map((row) => row[index] ?? ''));
  return { ...listedColumn(columns, index), kind, validShare: share(score, kind), samples };
}

/** The column with most valid cells, of the wanted kind or else of any, if they are the rule there. */
function meantColumn(scene: Scene): MeantColumn | undefined {
  for (const kind of [scene.options.kind, 'both'] as const) {
    const best = bestOf(scene.own, kind);
    if (best === undefined) continue;
    const { samples: _, ...meant } = shown(best, scene, kind ?? 'both');
    return meant;
  }
  return undefined;
}

/** The column with the largest share of this kind, if it is the rule there. */
function bestOf(columns: readonly ScoredColumn[], kind?: ColumnKind): ScoredColumn | undefined {
  return columns
    .filter(({ score }) => share(score, kind) >= SURE)
    .sort((a, b) => share(b.score, kind) - share(a.score, kind))[0];
}

/** By its cells. @throws UsageError if it is not clear */
function chooseKind(
  { index, score }: ScoredColumn,
  meant: MeantColumn | undefined,
  { head, options, file }: Scene,
): ColumnKind {
  if (options.kind !== undefined) return options.kind;
  const name = head.hasHeader ? (head.columns[index] ?? '') : '';
  const facts = { file, column: index + 1, name: name === '' ? '' : safeName(name) };
  const named = namedKinds(name);
  if (lesserKind(score) > validCells(score) * toleratedStrays(score, named)) {
    if (share(score) >= SURE) return 'both';
    const [cpfs, cnpjs] = [score.cpf - score.both, score.cnpj - score.both];
    throw new UsageError('mixed_kinds', { ...facts, cpfs, cnpjs });
  }
  const more = score.cpf - score.cnpj + score.exact;
  // With a smaller share either may be: eight digits of a CNPJ, filled up with zeros, are a CPF by chance.
  if (more !== 0 && share(score) >= CHANCE) return more > 0 ? 'cpf' : 'cnpj';
  if (named[0] !== undefined && named.length === 1) return named[0];
  if (validCells(score) === 0)
    throw noValidCell(head, { column: index, kind: 'both', meant }, file);
  throw new UsageError('unknown_kind', facts);
}

/** The share of the rarer kind that is an exception. A header that names this kind promises it. */
function toleratedStrays(score: Score, named: readonly IdentifierKind[]): number {
  if (named.length > 1) return 0;
  const rarer = score.cpf < score.cnpj ? 'cpf' : 'cnpj';
  return named.length === 1 && named[0] !== rarer ? STRAYS.denied : STRAYS.any;
}

/** Valid cells of the kind that is rarer. */
function lesserKind(score: Score): number {
  return Math.min(score.cpf, score.cnpj) - score.both;
}

/** The column that holds CNPJs where CPFs are asked for, or the other way round: no row would be valid. */
function otherKind(columns: readonly ScoredColumn[], { options: { kind: wanted } }: Scene) {
  if (wanted === undefined || wanted === 'both') return undefined;
  const kind = wanted === 'cpf' ? 'cnpj' : 'cpf';
  const alone = columns.filter((each) => each.share < STRAY);
  const best = bestOf(alone, kind);
  return best && ({ index: best.index, kind, validShare: share(best.score, kind) } as const);
}

/** The refusal of a column without an identifier, which names the one that is meant, or the kind. */
export function noValidCell(
  { columns }: Pick<InputLayout, 'columns'>,
  { column, kind, meant }: Pick<Chosen, 'column' | 'kind' | 'meant'>,
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

/** The columns of `--column`, joined by `+`. @throws UsageError if there is none, or if it is one of a result */
function namedColumns(wanted: string, scene: Scene): readonly ScoredColumn[] {
  const { head, file, own } = scene;
  const whole = columnNamed(wanted, scene);
  // A name with a `+` is a name first.
  const parts = whole ? [whole] : wanted.split('+').map((text) => columnNamed(text.trim(), scene));
  const found = parts.filter((each) => each !== undefined);
  if (found.length < parts.length) {
    const name = head.hasHeader ? findClosest(wanted.trim(), head.columns) : undefined;
    const near = name === undefined ? name : listedColumn(head.columns, head.columns.indexOf(name));
    const facts = { file, wanted: safeName(wanted), columns: ownListed(scene), near };
    throw new UsageError('unknown_column', facts);
  }
  refuseResult(
    found.filter((each) => !own.includes(each)),
    scene,
  );
  return found;
}

/** By its exact name, then ignoring case, and at last by its position from 1; accents in either spelling. @throws ColumnQuestion */
function columnNamed(wanted: string, scene: Scene): ScoredColumn | undefined {
  const { columns, hasHeader } = scene.head;
  const same = (fold: (text: string) => string) =>
    scene.all.filter(({ index }) => hasHeader && fold(columns[index] ?? '') === fold(wanted));
  const exact = same((text) => text.normalize());
  const matches = exact.length > 0 ? exact : same((text) => text.normalize().trim().toLowerCase());
  if (matches.length > 1) throw ambiguousColumn(matches, scene);
  return matches[0] ?? (/^\d+$/.test(wanted) ? scene.all[Number(wanted) - 1] : undefined);
}

function ownListed({ head, own }: Scene) {
  return listedColumns(
    head.columns,
    own.map(({ index }) => index),
  );
}

/** @throws UsageError `result_column` if the identifiers stand in these columns of a result */
function refuseResult([other]: readonly ScoredColumn[], scene: Scene): void {
  if (other === undefined) return;
  const column = safeName(scene.head.columns[other.index] ?? '');
  throw new UsageError('result_column', { file: scene.file, column, columns: ownListed(scene) });
}

/** @throws UsageError also if hardly a row is valid: by chance one of a hundred is, which would be paid for */
function joined(named: readonly ScoredColumn[], scene: Scene): Chosen {
  const { head, options, file } = scene;
  const columns = named.map(({ index }) => index);
  const [first = 0] = columns;
  const [best, ...others] = splits(options.kind, false)
    .filter(({ widths }) => widths.length === columns.length)
    .map((split) => joinedParts({ ...split, columns }, head.rows))
    .sort((a, b) => b.validShare - a.validShare);
  if (best === undefined) throw new UsageError('unknown_parts', { file, count: columns.length });
  const { validShare, kind, widths } = best;
  if (validShare < SURE) refuseParts(scene, columns);
  if (best.joins > 0 && validShare < CHANCE) {
    const listed = listedColumns(head.columns, columns);
    throw new UsageError('chance_parts', { file, kind, parts: listed, validShare });
  }
  const isOpen = others.some((each) => each.kind !== kind && each.validShare === validShare);
  if (isOpen) throw new UsageError('unknown_kind', { file, column: first + 1, name: '' });
  return { column: first, kind, parts: { kind, columns, widths }, validShare };
}

/**
 * Joining is not guessed: an identifier that only seems to be there would be paid for. `around`: the columns of `--column`,
 * of which the parts must have one. @throws UsageError `identifier_in_parts`, with the `--column` that joins them
 */
function refuseParts({ head, options, file }: Scene, around?: readonly number[]): void {
  const { kind } = options;
  const isNear = ({ columns }: IdentifierParts) => columns.some((each) => around?.includes(each));
  const isFound = (parts: IdentifierParts) =>
    (around === undefined || isNear(parts)) && joinedParts(parts, head.rows).validShare >= SURE;
  const find = (own?: ColumnKind) =>
    adjacentParts(head.rows, own, around === undefined).find(isFound);
  const found = find(kind) ?? (around === undefined ? undefined : find());
  if (found === undefined) return;
  const wrongly = kind === undefined || kind === 'both' || kind === found.kind ? undefined : kind;
  const parts = listedColumns(head.columns, found.columns);
  throw new UsageError('identifier_in_parts', { file, kind: found.kind, parts, wrongly });
}

/** The pieces with other identifiers than the whole columns: buying the wrong ones cannot be undone. */
function partsBeside(whole: readonly ScoredColumn[], { head, options, own }: Scene) {
  const places = new Set(own.map(({ index }) => index));
  for (const each of adjacentParts(head.rows, options.kind, false)) {
    if (!each.columns.every((column) => places.has(column))) continue;
    const parts = joinedParts(each, head.rows);
    const { valid, validShare } = parts;
    // One alone may be chance: a pair of columns with the same two numbers in every row.
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
