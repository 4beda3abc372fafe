import { escapeJson } from '../base/foreign-text.js';
import type { InputLayout } from '../input/index.js';
import { isIdentifierField } from '../records/fields.js';
import { toMatch } from '../records/matches.js';
import { readResultValue, createEarlierResultFilter, type ResultColumn } from './cells.js';
import type { RowFormat } from './format.js';
import type { ExportRow } from './rows.js';

type Punctuation = readonly [first: string, between: string, last: string];

export const ARRAY: Punctuation = ['[\n', ',\n', '\n]\n'];
export const LINES: Punctuation = ['', '\n', '\n'];

/** Creates a format of JSON, with texts before the first row, between two rows, and after the last one. */
export function createJsonFormat<Row>(
  toText: (row: Row) => string,
  [first, between, last]: Punctuation,
): RowFormat<Row> {
  let separator = first;
  return {
    rows: (chunk) => {
      const text = separator + chunk.map((row) => escapeJson(toText(row))).join(between);
      separator = between;
      return Buffer.from(text);
    },
    tail: () =>
      Buffer.from(separator === first ? first.replace('\n', '') + last.replace('\n', '') : last),
  };
}

/**
 * Creates a function that writes a row as JSON. It writes the text itself, because an object would move keys such as
 * `2024` to its front. `includesUnknown`: whether to write fields of the record that the spec lacks, too.
 */
export function createRowToJson(
  layout: InputLayout,
  columns: readonly ResultColumn[],
  includesUnknown: boolean,
): (row: ExportRow) => string {
  const [findKey, dropEarlierResult] = [createKeyFinder(layout), createEarlierResultFilter(layout)];
  const recordColumns = columns.filter(({ match }) => match === undefined);
  const comparedColumns = columns.filter(({ match }) => match !== undefined);
  return (entry) => {
    const { cells } = entry.row;
    const { status, reason, source, fetchedAt, data } = entry.result;
    const inputEntries = cells.map((cell, index): [string, unknown] => [findKey(index), cell]);
    const recordEntries = recordColumns.map(
      (field) => [field.name, readResultValue(entry, field) ?? null] as const,
    );
    const unknownEntries = Object.entries(includesUnknown ? (data ?? {}) : {}).filter(
      ([name]) => !isIdentifierField([name]),
    );
    const entries: (readonly [string, unknown])[] = [
      ...dropEarlierResult(inputEntries),
      ['lookup_status', status],
      ['lookup_reason', reason || null],
      ['lookup_source', source || null],
      ['lookup_fetched_at', fetchedAt || null],
    ];
    const verdicts = comparedColumns.map(({ name, match = 0 }) => {
      const found = entry.matches?.[match];
      return [name, found === undefined ? null : toMatch(found)] as const;
    });
    for (const [field, value] of new Map<string, unknown>([
      ...recordEntries,
      ...unknownEntries,
      ...verdicts,
    ]))
      entries.push([`lookup_${field}`, value]);
    const texts = entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
    return `{${texts.join(',')}}`;
  };
}

/**
 * Creates a function that returns the unique key of a column: a repeated name gets its position (`Nome_3`), and a name
 * that an export uses gets the prefix `input_`.
 */
function createKeyFinder({ columns }: InputLayout): (index: number) => string {
  const keys: string[] = [];
  const taken = new Set<string>();
  const buildKey = (index: number): string => {
    const name = columns[index] ?? `column_${index + 1}`;
    const base = name.startsWith('lookup_') ? `input_${name}` : name;
    let key = base;
    for (let n = index + 1; taken.has(key); n += 1) key = `${base}_${n}`;
    taken.add(key);
    return key;
  };
  return (index) => {
    while (keys.length <= index) keys.push(buildKey(keys.length));
    return keys[index] ?? '';
  };
}
