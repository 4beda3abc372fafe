import { closest } from '../closest.js';
import type { ColumnCandidate, MeantColumn } from '../errors/facts.js';
import { UsageError, type ErrorFacts } from '../errors.js';
import type { ColumnKind, IdentifierKind } from '../identifiers/types.js';
import { t } from '../messages/index.js';
import { percent } from '../messages/words.js';
import { columnOption, listedColumns, safeName, samplesOf } from './describe-layout.js';
import { findParts, partsBeside, possibleParts } from './parts.js';
import { ownColumns } from './result-columns.js';
import {
  namedKinds,
  nameWeight,
  emptyScore,
  scoreColumns,
  share,
  validCells,
  type Score,
} from './table/column-scores.js';
import type { Head } from './table/header.js';
import type { IdentifierParts, InputLayout, InputOptions } from './types.js';

/** Columns whose shares differ by at most this are equally good, so only their names can decide. */
const NEAR = 0.1;
/** Below this share valid cells may be chance: check digits agree in one of a hundred numbers. */
const CHANCE = 0.1;
/** A column or a join with a smaller share is not taken as it is where another one holds the identifiers. */
const SURE = 0.5;
/** Below this share, the valid cells of a column that holds the other kind are chance. */
const STRAY = 0.02;
/**
 * Up to this share, valid cells of the other kind are exceptions and become invalid rows: a wrong number
 * may be valid by chance. The limit depends on how many kinds the column's name mentions.
 */
const STRAYS = [0.01, 0.1, 0];
/** The most parts that an identifier is split into. */
const MOST_PARTS = 6;
/** The rows whose cells are looked at for samples. */
const SHOWN_ROWS = 50;

/** The identifier column is not clear. A person can choose from the candidates; a script must name it. */
export class ColumnQuestion extends UsageError {
  override readonly name = 'ColumnQuestion';
  declare readonly code: 'ambiguous_column' | 'weak_column';
  declare readonly facts: ErrorFacts['ambiguous_column' | 'weak_column'];
}

export interface Chosen {
  readonly column: number;
  readonly kind: ColumnKind;
  readonly parts?: IdentifierParts;
  readonly why: string;
  /** Sentences about what the column holds. */
  readonly told?: readonly string[];
  readonly validShare: number;
  readonly meant?: MeantColumn;
}

/** One column of the table from which the identifier column is chosen. */
interface Candidate {
  readonly index: number;
  readonly score: Score;
  readonly share: number;
  /** 2: the header names cpf or cnpj. 1: it names some document. 0: neither. */
  readonly weight: number;
}

/** A sample, how to read it, and what the file is called. */
interface Scene {
  readonly head: Head;
  readonly options: InputOptions;
  readonly file: string;
}

/**
 * Chooses the identifier column and its kind.
 * @throws ColumnQuestion if several columns are possible, instead of guessing; UsageError if there is none
 */
export function chooseColumn(head: Head, options: InputOptions, file: string): Chosen {
  const scene = { head, options, file };
  const scores = scoreColumns(head.rows, options.kind);
  const candidates = head.columns.map((column, index): Candidate => {
    const score = scores[index] ?? emptyScore();
    const weight = head.hasHeader ? nameWeight(column, options.kind) : 0;
    return { index, score, share: share(score), weight };
  });
  const named = options.column === undefined ? [] : namedColumns(candidates, options.column, scene);
  if (named.length > 1) return joined(named, scene);
  const [only] = named;
  if (only !== undefined && only.share < SURE) refuseParts(scene, [only.index]);
  const chosen = only ?? detect(candidates, scene);
  const { index: column, score } = chosen;
  const meant = chosen.share > 0 ? undefined : meantColumn(scene);
  const kind = chooseKind(chosen, meant, scene);
  const other = only === undefined || meant !== undefined ? undefined : otherKind([column], scene);
  return {
    ...{ meant, column, kind, why: whyOf(chosen, kind, scene), validShare: share(score, kind) },
    told:
      other === undefined
        ? []
        : [
            t.input.otherKindNote(
              `${t.phrases.kindName(other.kind)}s`,
              percent(other.validShare),
              t.phrases.validKinds(other.kind),
            ),
          ],
  };
}

/**
 * The column without a name from the user: the best by its cells, among nearly equal ones the best by its header.
 *
 * | best share | candidates                        | several      | none |
 * | ---------- | --------------------------------- | ------------ | ---- |
 * | sure       | those nearly as good              | are asked    | –    |
 * | less       | those that a header names         | are asked    | weak ones are asked; else parts, the other kind or a result are named |
 */
function detect(all: readonly Candidate[], scene: Scene): Candidate {
  const { head, options, file } = scene;
  const own = new Set(ownColumns(head));
  const candidates = all.filter(({ index }) => own.has(index));
  const best = Math.max(0, ...candidates.map((candidate) => candidate.share));
  const eligible =
    best >= SURE
      ? candidates.filter((each) => each.share >= best - NEAR)
      : candidates.filter(isNamed);
  if (best < SURE) refuseParts(scene);
  const weight = Math.max(0, ...eligible.map((each) => each.weight));
  const top = eligible.filter((each) => each.weight === weight);
  const beside =
    top.length > 0
      ? partsBeside(
          top.map(({ index }) => index),
          own,
          head.rows,
          options.kind,
        )
      : undefined;
  if (top.length > 1 || beside !== undefined) throw ambiguousColumn(top, scene, beside);
  if (best < SURE) {
    const named = top.length > 0 ? top : candidates.filter((each) => each.weight === 2);
    const other = otherKind(
      (named.length > 0 ? named : candidates).map(({ index }) => index),
      scene,
    );
    if (other !== undefined) {
      const [option] = listedColumns(head.columns, [other.index]);
      const facts = { wanted: options.kind as IdentifierKind, ...other };
      throw new UsageError('other_kind', { file, option: '', name: '', ...option, ...facts });
    }
  }
  if (top[0] !== undefined) return top[0];
  const weak = candidates.filter((each) => each.weight > 0 || each.share >= CHANCE);
  if (weak.length > 0)
    throw new ColumnQuestion('weak_column', {
      file,
      candidates: weak.map((each) => shown(each, head)),
    });
  refuseResult(
    all.filter((each) => !own.has(each.index) && each.share >= SURE),
    scene,
  );
  const columns = listedColumns(head.columns, ownColumns(head));
  throw new UsageError('no_identifier_column', { file, columns });
}

/** Whether the header names the column and its cells look like identifiers, unlike those of `cpf_status`. */
function isNamed({ weight, share: valid, score }: Candidate): boolean {
  return weight === 2 && (valid >= 0.2 || (score.filled > 0 && score.attempts >= score.filled / 2));
}

function ambiguousColumn(
  columns: readonly Candidate[],
  { head, file }: Scene,
  beside?: ReturnType<typeof partsBeside>,
): ColumnQuestion {
  const candidates = columns.map((each) => shown(each, head));
  if (beside !== undefined) {
    const listed = listedColumns(head.columns, beside.columns);
    const option = listed.map((each) => each.option).join('+');
    const name = listed.map((each) => each.name).join(' + ');
    const { kind, validShare, ids } = beside;
    candidates.unshift({ option, name, kind, validShare, samples: samplesOf(ids) });
  }
  return new ColumnQuestion('ambiguous_column', { file, candidates });
}

/** The column with most valid cells, of the wanted kind or else of any, if they are the rule there. */
function meantColumn({ head, options }: Scene): MeantColumn | undefined {
  for (const kind of options.kind === undefined ? [undefined] : [options.kind, undefined]) {
    const scores = scoreColumns(head.rows, kind);
    const [best] = ownColumns(head)
      .map((index) => ({ index, score: scores[index] ?? emptyScore() }))
      .filter(({ score }) => share(score) >= SURE)
      .sort((a, b) => share(b.score) - share(a.score));
    if (best === undefined) continue;
    const { samples: _, ...meant } = shown(best, head);
    return meant;
  }
  return undefined;
}

/** Only the values chose it, among several columns. */
function whyOf({ score, weight }: Candidate, kind: ColumnKind, { head, options }: Scene): string {
  if (options.column !== undefined || head.columns.length === 1 || weight > 0) return '';
  return t.input.bestColumn(percent(share(score, kind)), t.phrases.validKinds(kind));
}

function shown(
  { index, score }: Pick<Candidate, 'index' | 'score'>,
  { columns, rows }: Head,
): ColumnCandidate {
  const main = score.cnpj > score.cpf ? 'cnpj' : 'cpf';
  const kind = lesserKind(score) > validCells(score) * NEAR ? 'both' : main;
  const samples = samplesOf(rows.slice(0, SHOWN_ROWS).map((row) => row[index] ?? ''));
  return {
    ...{ option: columnOption(columns, index), name: safeName(columns[index] ?? '') },
    ...{ kind, validShare: share(score, kind), samples },
  };
}

/** Decides from its cells whether the column holds CPFs, CNPJs or both. @throws UsageError if it is not clear */
function chooseKind(
  { index, score }: Candidate,
  meant: MeantColumn | undefined,
  { head, options, file }: Scene,
): ColumnKind {
  if (options.kind !== undefined) return options.kind;
  const name = head.hasHeader ? (head.columns[index] ?? '') : '';
  const facts = { file, column: index + 1, name: name === '' ? '' : safeName(name) };
  const named = namedKinds(name);
  if (lesserKind(score) > validCells(score) * (STRAYS[named.length] ?? 0)) {
    if (share(score) >= SURE) return 'both';
    const [cpfs, cnpjs] = [score.cpf - score.both, score.cnpj - score.both];
    throw new UsageError('mixed_kinds', { ...facts, cpfs, cnpjs });
  }
  const cpf = score.cpf + score.exactCpf;
  const cnpj = score.cnpj + score.exactCnpj;
  // With a smaller share either may be: eight digits of a CNPJ, filled up with zeros, are a CPF by chance.
  if (cpf !== cnpj && share(score) >= CHANCE) return cpf > cnpj ? 'cpf' : 'cnpj';
  if (named[0] !== undefined && named.length === 1) return named[0];
  if (validCells(score) === 0)
    throw noValidCell(head, { column: index, kind: 'both', meant }, file);
  throw new UsageError('unknown_kind', facts);
}

/** Valid cells of the kind that is rarer. */
function lesserKind(score: Score): number {
  return Math.min(score.cpf, score.cnpj) - score.both;
}

/** The column that holds CNPJs where CPFs are asked for, or the other way round: no row would be valid. */
function otherKind(columns: readonly number[], { head, options }: Scene) {
  const { kind: wanted } = options;
  if (wanted === undefined || wanted === 'both') return undefined;
  const kind = wanted === 'cpf' ? 'cnpj' : 'cpf';
  const own = scoreColumns(head.rows, wanted);
  const others = scoreColumns(head.rows, kind);
  return columns
    .filter((index) => share(own[index] ?? emptyScore()) < STRAY)
    .map((index) => ({ index, kind, validShare: share(others[index] ?? emptyScore()) }) as const)
    .filter(({ validShare }) => validShare >= SURE)
    .sort((a, b) => b.validShare - a.validShare)[0];
}

/** The refusal of a column without an identifier, which names the one that is meant, or the kind. */
export function noValidCell(
  { columns }: Pick<InputLayout, 'columns'>,
  { column, kind, meant }: Pick<Chosen, 'column' | 'kind' | 'meant'>,
  file: string,
  reasons: Readonly<Record<string, number>> = {},
): UsageError {
  const { option, name } = listedColumns(columns, [column])[0] ?? { option: '', name: '' };
  const isSame = meant?.option === option;
  // Eight digits of a CNPJ, filled up with zeros, are a CPF by chance.
  const isOther = isSame && meant.kind !== 'both' && kind !== 'both' && !reasons['cnpj_root'];
  if (isOther)
    return new UsageError('other_kind', { file, ...meant, kind: meant.kind, wanted: kind });
  const other = isSame ? undefined : meant;
  return new UsageError('no_valid_cell', { file, option, name, kind, reasons, meant: other });
}

/**
 * The columns of `--column`: one, or the parts of an identifier joined by `+`.
 * @throws UsageError if there is none, or if it is one of a result
 */
function namedColumns(
  candidates: readonly Candidate[],
  wanted: string,
  scene: Scene,
): readonly Candidate[] {
  const { head, file } = scene;
  const at = (indexes: readonly number[]) =>
    candidates.filter(({ index }) => indexes.includes(index));
  const find = (text: string) =>
    columnNamed(text, head, (same) => ambiguousColumn(at(same), scene));
  const whole = find(wanted);
  const texts = wanted.split('+').map((text) => text.trim());
  const mayBeParts = texts.length > 1 && texts.length <= MOST_PARTS;
  const indexes = whole !== undefined ? [whole] : mayBeParts ? partsNamed(texts, find) : undefined;
  const found = (indexes ?? []).flatMap((index) => at([index]));
  const own = ownColumns(head);
  if (found.length === 0) {
    const near = head.hasHeader ? closest(wanted.trim(), head.columns) : undefined;
    const nearest = near === undefined ? [] : [head.columns.indexOf(near)];
    const columns = listedColumns(head.columns, own);
    const facts = { file, wanted: safeName(wanted), columns };
    throw new UsageError('unknown_column', {
      ...facts,
      near: listedColumns(head.columns, nearest)[0],
    });
  }
  refuseResult(
    found.filter(({ index }) => !own.includes(index)),
    scene,
  );
  return found;
}

/** By its exact name, then ignoring case, and at last by its position from 1. */
function columnNamed(
  wanted: string,
  { columns, hasHeader }: Head,
  ambiguous: (indexes: readonly number[]) => Error,
): number | undefined {
  const names = hasHeader ? columns : [];
  const same = (fold: (text: string) => string): number[] =>
    names.flatMap((name, index) => (fold(name) === fold(wanted) ? [index] : []));
  const exact = same((text) => text);
  const matches = exact.length > 0 ? exact : same((text) => text.trim().toLowerCase());
  if (matches.length > 1) throw ambiguous(matches);
  if (matches[0] !== undefined) return matches[0];
  const position = /^\d+$/.test(wanted) ? Number(wanted) - 1 : -1;
  return position >= 0 && position < columns.length ? position : undefined;
}

/** Tries long names first, because the name of a part may contain a `+`, too. */
function partsNamed(
  texts: readonly string[],
  find: (text: string) => number | undefined,
): number[] | undefined {
  if (texts.length === 0) return [];
  for (let taken = texts.length; taken > 0; taken -= 1) {
    const found = find(texts.slice(0, taken).join('+'));
    const rest = found === undefined ? undefined : partsNamed(texts.slice(taken), find);
    if (found !== undefined && rest !== undefined) return [found, ...rest];
  }
  return undefined;
}

/** @throws UsageError `result_column` if the identifiers stand in these columns of a result */
function refuseResult([other]: readonly Candidate[], { head, file }: Scene): void {
  if (other === undefined) return;
  const columns = listedColumns(head.columns, ownColumns(head));
  const column = safeName(head.columns[other.index] ?? '');
  throw new UsageError('result_column', { file, column, columns });
}

/**
 * @throws UsageError if no identifier has so many parts, if both kinds are equally possible, or if hardly a row is
 * valid: a join of the wrong columns is valid by chance in one of a hundred rows, which would be paid for
 */
function joined(named: readonly Candidate[], scene: Scene): Chosen {
  const { head, options, file } = scene;
  const columns = named.map(({ index }) => index);
  const [first = 0] = columns;
  const [best, ...others] = possibleParts(columns, head.rows, options.kind);
  if (best === undefined) throw new UsageError('unknown_parts', { file, count: columns.length });
  const { validShare, filled, ...parts } = best;
  const { kind } = parts;
  if (validShare < SURE) refuseParts(scene, columns);
  if (filled > 0 && validShare < CHANCE) {
    const listed = listedColumns(head.columns, columns);
    throw new UsageError('chance_parts', { file, kind, parts: listed, validShare });
  }
  const isOpen = others.some((each) => each.kind !== kind && each.validShare === validShare);
  if (isOpen) throw new UsageError('unknown_kind', { file, column: first + 1, name: '' });
  return { column: first, kind, parts, validShare, why: '' };
}

/**
 * Refuses a file whose columns beside each other hold the parts of identifiers, with the `--column` that joins them.
 * Joining is not guessed: an identifier that only seems to be there would be paid for. `around`: the columns that
 * `--column` names, of which the parts must have one; then every way to split an identifier is tried, and otherwise
 * the registry's.
 *
 * @throws UsageError `identifier_in_parts`
 */
function refuseParts({ head, options, file }: Scene, around?: readonly number[]): void {
  const found =
    findParts(head.rows, options.kind, around) ??
    (around === undefined ? undefined : findParts(head.rows, undefined, around));
  if (found === undefined) return;
  const { kind } = options;
  const wrongly = kind === undefined || kind === 'both' || kind === found.kind ? undefined : kind;
  const parts = listedColumns(head.columns, found.columns);
  throw new UsageError('identifier_in_parts', { file, kind: found.kind, parts, wrongly });
}
