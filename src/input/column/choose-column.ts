import { UsageError } from '../../errors.js';
import type { ColumnKind } from '../../identifiers/types.js';
import type { ColumnCandidate, ListedColumn } from '../../errors/input.js';
import { ColumnQuestion, columnCandidate } from './column-question.js';
import { percent, validKinds } from '../../sentences/lists.js';
import { listedColumns, safeName } from '../describe-layout.js';
import type { Head } from '../table/header.js';
import { emptyScore, scoreColumns, share, validCells, type Score } from './column-scores.js';
import { say } from '../../text/index.js';
import { chooseKind } from './choose-kind.js';
import { ownColumns } from '../result-columns.js';
import { nameWeight } from '../table/column-names.js';
import { splitCnpj } from './split-cnpj.js';
import type { InputOptions } from '../types.js';

export interface Chosen {
  readonly column: number;
  readonly kind: ColumnKind;
  readonly why: string;
  readonly validShare: number;
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
  const chosen =
    options.column === undefined
      ? detect(mayHold(candidates, head), head, name)
      : findNamed(candidates, head, options.column, name);
  const column = {
    index: chosen.index,
    name: head.hasHeader ? (head.columns[chosen.index] ?? '') : '',
  };
  const kind = chooseKind(chosen.score, column, options.kind, name);
  return {
    column: chosen.index,
    kind,
    why: explain(chosen, kind, head, options),
    validShare: shareOf(chosen.score, kind),
  };
}

/** Finds the column of `--column`: by exact header name, then ignoring case, then by position. */
function findNamed(
  candidates: readonly Candidate[],
  head: Head,
  wanted: string,
  name: string,
): Candidate {
  const names = head.hasHeader ? head.columns : [];
  const same = (fold: (text: string) => string): Candidate[] =>
    candidates.filter(
      ({ index }) => names[index] !== undefined && fold(names[index]) === fold(wanted),
    );
  const exact = same((text) => text);
  const matches = exact.length > 0 ? exact : same((text) => text.trim().toLowerCase());
  if (matches.length > 1) throw ambiguousColumn(matches, head, name);
  const found = matches[0] ?? (/^\d+$/.test(wanted) ? candidates[Number(wanted) - 1] : undefined);
  const facts = { file: name, columns: listedColumns(head.columns, ownColumns(head)) };
  if (found === undefined)
    throw new UsageError('unknown_column', { ...facts, wanted: safeName(wanted) });
  if (mayHold([found], head).length > 0) return found;
  const column = safeName(head.columns[found.index] ?? '');
  throw new UsageError('result_column', { ...facts, column });
}

/** Without the columns named `lookup_*`: those of a result have the identifiers of found records only. */
function mayHold(candidates: readonly Candidate[], head: Head): Candidate[] {
  const own = new Set(ownColumns(head));
  return candidates.filter(({ index }) => own.has(index));
}

function detect(candidates: readonly Candidate[], head: Head, name: string): Candidate {
  const best = Math.max(0, ...candidates.map((candidate) => candidate.share));
  const eligible =
    best >= 0.5
      ? candidates.filter((each) => each.share >= best - NEAR)
      : candidates.filter(isNamed);
  const weight = Math.max(0, ...eligible.map((each) => each.weight));
  const top = eligible.filter((each) => each.weight === weight);
  if (top.length > 1) throw ambiguousColumn(top, head, name);
  if (top[0] !== undefined) return top[0];
  const weak = candidates.filter((each) => each.weight > 0 || each.share >= WEAK);
  if (weak.length > 0) throw weakColumn(weak, head, name);
  throw new UsageError('no_identifier_column', {
    file: name,
    columns: listedColumns(head.columns, ownColumns(head)),
    parts: partsOfCnpj(head),
  });
}

/** Whether the header names the column and its cells look like identifiers, unlike those of `cpf_status`. */
function isNamed({ weight, share: valid, score }: Candidate): boolean {
  return weight === 2 && (valid >= 0.2 || (score.filled > 0 && score.attempts >= score.filled / 2));
}

function weakColumn(candidates: readonly Candidate[], head: Head, name: string): ColumnQuestion {
  return new ColumnQuestion('weak_column', {
    file: name,
    candidates: candidates.map((each) => shown(each, head)),
    parts: partsOfCnpj(head),
  });
}

function ambiguousColumn(
  candidates: readonly Candidate[],
  head: Head,
  name: string,
): ColumnQuestion {
  return new ColumnQuestion('ambiguous_column', {
    file: name,
    candidates: candidates.map((each) => shown(each, head)),
    hasHeader: head.hasHeader,
  });
}

function shown({ index, score }: Candidate, { columns, rows }: Head): ColumnCandidate {
  const lesser = Math.min(score.cpf - score.both, score.cnpj - score.both);
  const main = score.cnpj > score.cpf ? 'cnpj' : 'cpf';
  const kind = lesser > validCells(score) * NEAR ? 'both' : main;
  const cells = rows.slice(0, SHOWN_ROWS).map((row) => row[index] ?? '');
  return columnCandidate(columns, index, kind, shareOf(score, kind), cells);
}

function partsOfCnpj({ columns, rows }: Head): ListedColumn[] {
  const first = splitCnpj(rows);
  return first === undefined ? [] : listedColumns(columns, [first, first + 1, first + 2]);
}

function explain(chosen: Candidate, kind: ColumnKind, head: Head, options: InputOptions): string {
  const valid = say`${percent(shareOf(chosen.score, kind))} of its sampled cells are ${validKinds(kind)}`;
  if (options.column !== undefined) return say`Named by --column; ${valid}.`;
  if (head.columns.length === 1) return say`The only column; ${valid}.`;
  return chosen.weight > 0
    ? say`Its header names it, and ${valid}.`
    : say`No other column has as many: ${valid}.`;
}

function shareOf(score: Score, kind: ColumnKind): number {
  if (kind === 'both') return share(score);
  return score.filled === 0 ? 0 : score[kind] / score.filled;
}
