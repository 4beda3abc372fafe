import type { ColumnCandidate } from '../../errors/input.js';
import { readFileCell } from '../../identifiers/index.js';
import type { ColumnKind } from '../../identifiers/types.js';
import { joinedOption } from '../../sentences/input.js';
import { listedColumns } from '../describe-layout.js';
import { ownColumns } from '../result-columns.js';
import type { Head } from '../table/header.js';
import type { IdentifierParts } from '../types.js';
import { samplesOf } from './column-question.js';
import { adjacentParts, readJoined } from './joined-columns.js';

/** More rows would take longer and not change the result. They stand all over the sample: the first may be special. */
const COMPARED = 150;
/** Below this share of rows with one and the same identifier, the pieces and the whole column are two lists. */
const SAME = 0.95;

/**
 * The pieces that hold other identifiers than each of the whole `columns`, as a candidate beside them; undefined if
 * there are none. Two lists stand in such a file, as companies in pieces and the CPFs of their accountants, and buying
 * the wrong one cannot be undone.
 */
export function partsBeside(
  columns: readonly number[],
  head: Head,
  wanted: ColumnKind | undefined,
): ColumnCandidate | undefined {
  const every = Math.ceil(head.rows.length / COMPARED);
  const rows = head.rows.filter((_, at) => at % every === 0);
  const own = new Set(ownColumns(head));
  for (const parts of adjacentParts(rows, wanted, false)) {
    if (!parts.columns.every((column) => own.has(column))) continue;
    const ids = rows.map((cells) => readingIn(parts, cells));
    const validShare = shareOfIdentifiers(ids);
    if (validShare < 0.5) continue;
    if (columns.some((column) => isSame(ids, column, parts, rows))) return undefined;
    const listed = listedColumns(head.columns, parts.columns);
    return {
      ...{ option: joinedOption(listed), name: listed.map(({ name }) => name).join(' + ') },
      ...{ kind: parts.kind, validShare, samples: samplesOf(ids.map(({ id }) => id ?? '')) },
    };
  }
  return undefined;
}

interface Joined {
  /** Undefined if the cells are no identifier. */
  readonly id: string | undefined;
  /** The cells as they stand; empty if all are. */
  readonly text: string;
  readonly isRepaired: boolean;
}

function readingIn(parts: IdentifierParts, cells: readonly string[]): Joined {
  const reading = readJoined(parts, cells);
  const text = parts.columns.map((column) => (cells[column] ?? '').trim()).join(' ');
  return {
    id: reading.valid ? reading.id : undefined,
    text: text.trim() === '' ? '' : text,
    isRepaired: reading.valid && reading.repaired,
  };
}

/**
 * The share (0 to 1) of valid ones among the joins that differ: a pair of columns with the same two numbers in every
 * row is valid by chance in one of a hundred files. One alone must be whole without restored zeros, too.
 */
function shareOfIdentifiers(joins: readonly Joined[]): number {
  const distinct = new Map(joins.map((each) => [each.text, each]));
  distinct.delete('');
  const valid = [...distinct.values()].filter(({ id }) => id !== undefined);
  if (valid.length < 2 && valid.every(({ isRepaired }) => isRepaired)) return 0;
  return valid.length / distinct.size;
}

/** Whether the whole column has the identifiers of the pieces. */
function isSame(
  joins: readonly Joined[],
  column: number,
  { kind }: IdentifierParts,
  rows: Head['rows'],
): boolean {
  let [held, same] = [0, 0];
  joins.forEach(({ id }, at) => {
    if (id === undefined) return;
    const whole = readFileCell(rows[at]?.[column] ?? '', kind);
    held += 1;
    same += Number(whole.valid && whole.id === id);
  });
  return same >= held * SAME;
}
