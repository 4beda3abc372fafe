import { closest } from '../../closest.js';
import { UsageError } from '../../errors.js';
import type { ColumnKind } from '../../identifiers/types.js';
import type { ColumnCandidate, MeantColumn } from '../../errors/input.js';
import { ColumnQuestion, columnCandidate } from './column-question.js';
import { percent, validKinds } from '../../sentences/lists.js';
import { listedColumns, safeName } from '../describe-layout.js';
import type { Head } from '../table/header.js';
import { emptyScore, scoreColumns, share, validCells, type Score } from './column-scores.js';
import { t } from '../../messages/index.js';
import { chooseKind } from './choose-kind.js';
import { ownColumns } from '../result-columns.js';
import { refuseOtherKind, toldOtherKind } from './other-kind.js';
import { refuseChance, refuseParts, possibleParts } from './joined-columns.js';
import { partsBeside } from './parts-beside.js';
import { nameWeight } from '../table/column-names.js';
import { columnsNamed } from './named-column.js';
import type { IdentifierParts, InputOptions } from '../types.js';

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

interface Candidate {
  readonly index: number;
  readonly score: Score;
  readonly share: number;
  /** 2: the header names cpf or cnpj. 1: it names some document. 0: neither. */
  readonly weight: number;
}

/** Columns whose shares differ by at most this are equally good, so only their names can decide. */
const NEAR = 0.1;
/** A column below this share is not a candidate by its cells alone: order numbers reach it by chance. */
const WEAK = 0.1;
/** A column or a join with a smaller share is not taken as it is where another one holds the identifiers. */
const SURE = 0.5;
/** The number of rows whose cells are shown for each candidate. */
const SHOWN_ROWS = 50;

/**
 * Chooses the identifier column and its kind.
 * @throws ColumnQuestion if several columns are possible, instead of guessing; UsageError if there is none
 */
export function chooseColumn(head: Head, options: InputOptions, name: string): Chosen {
  const scores = scoreColumns(head.rows, options.kind);
  const candidates = head.columns.map((column, index): Candidate => {
    const score = scores[index] ?? emptyScore();
    const weight = head.hasHeader ? nameWeight(column, options.kind) : 0;
    return { index, score, share: share(score), weight };
  });
  const named =
    options.column === undefined ? [] : findNamed(candidates, head, options.column, name);
  if (named.length > 1) return joinNamed(named, head, options, name);
  const [only] = named;
  if (only !== undefined && only.share < SURE) refuseParts(head, options.kind, name, [only.index]);
  const chosen = only ?? detect(candidates, head, options, name);
  const column = {
    index: chosen.index,
    name: head.hasHeader ? (head.columns[chosen.index] ?? '') : '',
  };
  const meant = chosen.share > 0 ? undefined : meantColumn(head, options.kind);
  const kind = chooseKind(chosen.score, column, options.kind, { head, name, meant });
  return {
    meant,
    column: chosen.index,
    kind,
    why: explain(chosen, kind, head, options),
    told:
      options.column === undefined || meant !== undefined
        ? []
        : toldOtherKind(chosen.index, head, options.kind),
    validShare: shareOf(chosen.score, kind),
  };
}

/**
 * Finds the columns of `--column`: one, or the parts of an identifier.
 * @throws UsageError if there is none, or if it is one of a result
 */
function findNamed(
  candidates: readonly Candidate[],
  head: Head,
  wanted: string,
  name: string,
): readonly Candidate[] {
  const at = (indexes: readonly number[]) =>
    candidates.filter(({ index }) => indexes.includes(index));
  const indexes = columnsNamed(wanted, head, (same) => ambiguousColumn(at(same), head, name));
  const found = indexes.flatMap((index) => at([index]));
  if (found.length === 0) throw unknownColumn(wanted, head, name);
  const own = mayHold(found, head);
  refuseResult(
    found.filter((each) => !own.includes(each)),
    head,
    name,
  );
  return found;
}

function unknownColumn(wanted: string, head: Head, name: string): UsageError {
  const columns = listedColumns(head.columns, ownColumns(head));
  const near = head.hasHeader ? closest(wanted.trim(), head.columns) : undefined;
  const at = near === undefined ? [] : [head.columns.indexOf(near)];
  const [meant] = listedColumns(head.columns, at);
  const facts = { file: name, wanted: safeName(wanted), columns, near: meant };
  return new UsageError('unknown_column', facts);
}

/** @throws UsageError `result_column` if the identifiers stand in these columns of a result */
function refuseResult([other]: readonly Candidate[], head: Head, name: string): void {
  if (other === undefined) return;
  const columns = listedColumns(head.columns, ownColumns(head));
  const column = safeName(head.columns[other.index] ?? '');
  throw new UsageError('result_column', { file: name, column, columns });
}

/**
 * @throws UsageError if no identifier has so many parts, if both kinds are equally possible, or if hardly a row is
 * valid: a join of the wrong columns is valid by chance in one of a hundred rows, which would be paid for
 */
function joinNamed(
  named: readonly Candidate[],
  head: Head,
  options: InputOptions,
  name: string,
): Chosen {
  const columns = named.map(({ index }) => index);
  const [first = 0] = columns;
  const [best, ...others] = possibleParts(columns, head.rows, options.kind);
  if (best === undefined)
    throw new UsageError('unknown_parts', { file: name, count: columns.length });
  const { kind, validShare: most } = best;
  if (most < SURE) refuseParts(head, options.kind, name, columns);
  refuseChance(best, head, name);
  const isOpen = others.some((each) => each.kind !== kind && each.validShare === most);
  if (isOpen) throw new UsageError('unknown_kind', { file: name, column: first + 1, name: '' });
  const { validShare, filled: _, ...parts } = best;
  const valid = t.input.sampledCells(percent(validShare), validKinds(parts.kind));
  return {
    ...{ column: first, kind: parts.kind, parts, validShare },
    why: t.input.namedByColumn(valid),
  };
}

/** Without the columns named `lookup_*`: those of a result have the identifiers of found records only. */
function mayHold(candidates: readonly Candidate[], head: Head): Candidate[] {
  const own = new Set(ownColumns(head));
  return candidates.filter(({ index }) => own.has(index));
}

function detect(
  all: readonly Candidate[],
  head: Head,
  options: InputOptions,
  name: string,
): Candidate {
  const candidates = mayHold(all, head);
  const best = Math.max(0, ...candidates.map((candidate) => candidate.share));
  const eligible =
    best >= SURE
      ? candidates.filter((each) => each.share >= best - NEAR)
      : candidates.filter(isNamed);
  if (best < SURE) refuseParts(head, options.kind, name);
  const weight = Math.max(0, ...eligible.map((each) => each.weight));
  const top = eligible.filter((each) => each.weight === weight);
  const beside = top.length > 0 ? partsBeside(indexesOf(top), head, options.kind) : undefined;
  if (top.length > 1 || beside !== undefined) throw ambiguousColumn(top, head, name, beside);
  if (best < SURE) refuseOtherKind(meant(top, candidates), head, options.kind, name);
  if (top[0] !== undefined) return top[0];
  const weak = candidates.filter((each) => each.weight > 0 || each.share >= WEAK);
  if (weak.length > 0) throw weakColumn(weak, head, name);
  refuseResult(
    all.filter((each) => !candidates.includes(each) && each.share >= SURE),
    head,
    name,
  );
  throw new UsageError('no_identifier_column', {
    file: name,
    columns: listedColumns(head.columns, ownColumns(head)),
  });
}

/** The column with most valid cells, of the wanted kind or else of any, if they are the rule there. */
function meantColumn(head: Head, wanted: ColumnKind | undefined): MeantColumn | undefined {
  for (const kind of wanted === undefined ? [undefined] : [wanted, undefined]) {
    const scores = scoreColumns(head.rows, kind);
    const candidates = ownColumns(head)
      .map((index) => ({ index, score: scores[index] ?? emptyScore() }))
      .filter(({ score }) => share(score) >= SURE)
      .sort((a, b) => share(b.score) - share(a.score));
    if (candidates[0] === undefined) continue;
    const { samples: _, ...meant } = shown(candidates[0], head);
    return meant;
  }
  return undefined;
}

/** The columns that could be meant: those that a header names, or all. */
function meant(top: readonly Candidate[], candidates: readonly Candidate[]): readonly number[] {
  const named = top.length > 0 ? top : candidates.filter(({ weight }) => weight === 2);
  return indexesOf(named.length > 0 ? named : candidates);
}

function indexesOf(candidates: readonly Candidate[]): readonly number[] {
  return candidates.map(({ index }) => index);
}

/** Whether the header names the column and its cells look like identifiers, unlike those of `cpf_status`. */
function isNamed({ weight, share: valid, score }: Candidate): boolean {
  return weight === 2 && (valid >= 0.2 || (score.filled > 0 && score.attempts >= score.filled / 2));
}

function weakColumn(candidates: readonly Candidate[], head: Head, name: string): ColumnQuestion {
  return new ColumnQuestion('weak_column', {
    file: name,
    candidates: candidates.map((each) => shown(each, head)),
  });
}

function ambiguousColumn(
  candidates: readonly Candidate[],
  head: Head,
  name: string,
  beside?: ColumnCandidate,
): ColumnQuestion {
  const whole = candidates.map((each) => shown(each, head));
  return new ColumnQuestion('ambiguous_column', {
    file: name,
    candidates: beside === undefined ? whole : [beside, ...whole],
    hasHeader: head.hasHeader,
    isFirstJoined: beside && true,
  });
}

function shown(
  { index, score }: Pick<Candidate, 'index' | 'score'>,
  { columns, rows }: Head,
): ColumnCandidate {
  const lesser = Math.min(score.cpf - score.both, score.cnpj - score.both);
  const main = score.cnpj > score.cpf ? 'cnpj' : 'cpf';
  const kind = lesser > validCells(score) * NEAR ? 'both' : main;
  const cells = rows.slice(0, SHOWN_ROWS).map((row) => row[index] ?? '');
  return columnCandidate(columns, index, kind, shareOf(score, kind), cells);
}

function explain(chosen: Candidate, kind: ColumnKind, head: Head, options: InputOptions): string {
  const valid = t.input.sampledCells(percent(shareOf(chosen.score, kind)), validKinds(kind));
  if (options.column !== undefined) return t.input.namedByColumn(valid);
  if (head.columns.length === 1) return t.input.onlyColumn(valid);
  return chosen.weight > 0 ? t.input.namedByHeader(valid) : t.input.bestColumn(valid);
}

function shareOf(score: Score, kind: ColumnKind): number {
  if (kind === 'both') return share(score);
  return score.filled === 0 ? 0 : score[kind] / score.filled;
}
