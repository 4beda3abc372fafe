import type { Writable } from 'node:stream';
import { linesFor } from '../export/csv.js';
import { formatName } from '../export/format.js';
import { createSheet } from '../export/xlsx/index.js';
import { escapedJson } from '../foreign-text.js';
import { toCell } from '../records/cells.js';
import type { Change } from './types.js';

/** The columns of the changes in a table, and the keys of a change in JSON. */
const changeColumns = ['id', 'kind', 'change', 'field', 'old', 'new'] as const;

/** A change as cells in the order of `changeColumns`. */
function changeCells(change: Change): string[] {
  const { id, kind, change: what, field } = change;
  const [old, now] = valueTexts(change);
  return [id, kind, what, field, old, now];
}

/**
 * Both values of a change as texts for people: entries of a list joined with ` | `, a partner as their fields. Where
 * these would be the same, as JSON.
 */
export function valueTexts({ field, old, new: now }: Change): readonly [old: string, now: string] {
  const [before, after] = [old, now].map((value) => textOf(field, value));
  if (before !== after) return [before ?? '', after ?? ''];
  return [JSON.stringify(old), JSON.stringify(now)];
}

function textOf(field: string, value: unknown): string {
  if (!Array.isArray(value)) return toCell('', value);
  if (field === 'telefones') return toCell(field, value);
  return value.map(entryText).join(' | ');
}

function entryText(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return toCell('', entry);
  return Object.values(entry)
    .map((part) => toCell('', part))
    .filter((part) => part !== '')
    .join(', ');
}

/** How changes become a file: bytes before them, for some of them, and after them. */
interface ChangeFormat {
  readonly head: Buffer;
  readonly rows: (changes: readonly Change[]) => Buffer;
  readonly tail: () => Buffer;
  readonly pack?: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;
}

const NOTHING = Buffer.alloc(0);

/** How changes are written. */
export interface ChangeShape {
  readonly target: string | Writable;
  /** By the target's extension when left out. */
  readonly format: string | undefined;
  /** CSV for a Brazilian Excel. */
  readonly excel: boolean;
}

/** The bytes of a file of changes. @throws UsageError `unknown_format`, `unknown_extension` */
export function changeBytes(
  changes: AsyncIterable<readonly Change[]>,
  shape: ChangeShape,
): AsyncIterable<Buffer> {
  const format = formatOf(shape);
  const plain = bytes(changes, format);
  return format.pack?.(plain) ?? plain;
}

async function* bytes(
  changes: AsyncIterable<readonly Change[]>,
  { head, rows, tail }: ChangeFormat,
): AsyncGenerator<Buffer> {
  yield head;
  for await (const some of changes) yield rows(some);
  yield tail();
}

function formatOf({ target, format, excel }: ChangeShape): ChangeFormat {
  switch (formatName(target, format)) {
    case 'json':
      return jsonFormat();
    case 'jsonl':
      return { head: NOTHING, rows: (some) => lines(some.map(jsonOf)), tail: () => NOTHING };
    case 'xlsx':
      return workbookFormat();
    case 'csv':
      return csvFormat(linesFor(target, excel, format), excel ? '\ufeff' : '');
  }
}

function csvFormat(linesOf: ReturnType<typeof linesFor>, mark: string): ChangeFormat {
  return {
    head: Buffer.concat([Buffer.from(mark), linesOf([changeColumns])]),
    rows: (changes) => linesOf(changes.map(changeCells)),
    tail: () => NOTHING,
  };
}

function jsonFormat(): ChangeFormat {
  let isFirst = true;
  return {
    head: Buffer.from('['),
    rows: (changes) => {
      const text = changes.map((change) => `\n${jsonOf(change)}`).join(',');
      const before = isFirst || text === '' ? '' : ',';
      isFirst &&= text === '';
      return Buffer.from(before + text);
    },
    tail: () => Buffer.from(isFirst ? ']\n' : '\n]\n'),
  };
}

function workbookFormat(): ChangeFormat {
  const { rows, tail, pack } = createSheet(changeColumns);
  return { head: NOTHING, rows: (changes) => rows(changes.map(changeCells)), tail, pack };
}

function jsonOf(change: Change): string {
  const { id, kind, change: what, field, old, new: now } = change;
  return escapedJson(JSON.stringify({ id, kind, change: what, field, old, new: now }));
}

function lines(texts: readonly string[]): Buffer {
  return Buffer.from(texts.map((text) => `${text}\n`).join(''));
}
