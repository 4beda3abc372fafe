import type { Writable } from 'node:stream';
import { linesFor } from '../export/csv.js';
import { formatName } from '../export/format.js';
import { createSheet } from '../export/xlsx.js';
import { escapedJson } from '../foreign-text.js';
import { toCell } from '../records/cells.js';
import type { Change } from './types.js';

/** The columns of the changes in a table, and the keys of a change in JSON. */
const changeColumns = ['id', 'kind', 'change', 'field', 'old', 'new'] as const;

/** A change as cells in the order of `changeColumns`. */
function changeCells(change: Change): string[] {
  const { id, kind, change: what, field } = change;
  return [id, kind, what, field, ...valueTexts(change)];
}

/**
 * Both values of a change as texts for people: entries of a list joined with ` | `, a partner as their fields. Where
 * these would be the same, as JSON.
 */
export function valueTexts({ field, old, new: now }: Change): [old: string, now: string] {
  const [before = '', after = ''] = [old, now].map((value) => textOf(field, value));
  return before === after ? [JSON.stringify(old), JSON.stringify(now)] : [before, after];
}

function textOf(field: string, value: unknown): string {
  if (!Array.isArray(value) || field === 'telefones') return toCell(field, value);
  return value.map(entryText).join(' | ');
}

function entryText(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return toCell('', entry);
  const parts = Object.values(entry).map((part) => toCell('', part));
  return parts.filter((part) => part !== '').join(', ');
}

/** How changes are written. */
export interface ChangeShape {
  readonly target: string | Writable;
  /** By the target's extension when left out. */
  readonly format: string | undefined;
  /** CSV for a Brazilian Excel. */
  readonly excel: boolean;
}

type Changes = AsyncIterable<readonly Change[]>;

/** The bytes of a file of changes. @throws UsageError `unknown_format`, `unknown_extension` */
export function changeBytes(
  changes: Changes,
  { target, format, excel }: ChangeShape,
): AsyncIterable<Buffer> {
  switch (formatName(target, format)) {
    case 'json':
      return jsonArray(changes);
    case 'jsonl':
      return bytes(changes, (some) =>
        Buffer.from(some.map((each) => `${jsonOf(each)}\n`).join('')),
      );
    case 'xlsx': {
      const { rows, tail, pack } = createSheet(changeColumns);
      return pack(bytes(changes, (some) => rows(some.map(changeCells)), undefined, tail));
    }
    case 'csv': {
      const lines = linesFor(target, excel, format);
      const head = Buffer.concat([Buffer.from(excel ? '\ufeff' : ''), lines([changeColumns])]);
      return bytes(changes, (some) => lines(some.map(changeCells)), head);
    }
  }
}

async function* bytes(
  changes: Changes,
  rows: (some: readonly Change[]) => Buffer,
  head?: Buffer,
  tail?: () => Buffer,
): AsyncGenerator<Buffer> {
  if (head !== undefined) yield head;
  for await (const some of changes) yield rows(some);
  if (tail !== undefined) yield tail();
}

function jsonArray(changes: Changes): AsyncIterable<Buffer> {
  let before = '[';
  const rows = (some: readonly Change[]) => {
    const text = before + some.map((change) => `\n${jsonOf(change)}`).join(',');
    before = ',';
    return Buffer.from(text);
  };
  return bytes(changes, rows, undefined, () => Buffer.from(before === '[' ? '[]\n' : '\n]\n'));
}

function jsonOf(change: Change): string {
  const { id, kind, change: what, field, old, new: now } = change;
  return escapedJson(JSON.stringify({ id, kind, change: what, field, old, new: now }));
}
