import { escapeJson } from '../base/foreign-text.js';
import type { InputLayout } from '../input/index.js';
import { isIdentifierField } from '../records/fields.js';
import { toMatch } from '../records/matches.js';
import { resultValue, dropEarlierResult, type ResultColumn } from './cells.js';
import type { RowFormat } from './format.js';
import type { ExportRow } from './rows.js';

type Punctuation = readonly [first: string, between: string, last: string];

export const ARRAY: Punctuation = ['[\n', ',\n', '\n]\n'];
export const LINES: Punctuation = ['', '\n', '\n'];

/** Returns rows as JSON, with these texts before the first one, between them, and after the last one. */
export function jsonFormat<Row>(
  textOf: (row: Row) => string,
  [first, between, last]: Punctuation,
): RowFormat<Row> {
  let before = first;
  return {
    rows: (some) => {
      const text = before + some.map((row) => escapeJson(textOf(row))).join(between);
      before = between;
      return Buffer.from(text);
    },
    tail: () =>
      Buffer.from(before === first ? first.replace('\n', '') + last.replace('\n', '') : last),
  };
}

/**
 * Returns rows as JSON texts, because an object would move keys such as `2024` to its front. `others`: also fields that
 * the spec lacks.
 */
export function resultText(
  layout: InputLayout,
  columns: readonly ResultColumn[],
  others: boolean,
): (row: ExportRow) => string {
  const [keys, own] = [columnKeys(layout), dropEarlierResult(layout)];
  const paths = columns.filter(({ match }) => match === undefined);
  const compared = columns.filter(({ match }) => match !== undefined);
  return (entry) => {
    const { cells } = entry.row;
    const { status, reason, source, fetchedAt, data } = entry.result;
    const named = cells.map((cell, index): [string, unknown] => [keys(index), cell]);
    const known = paths.map((field) => [field.name, resultValue(entry, field) ?? null] as const);
    const more = Object.entries(others ? (data ?? {}) : {}).filter(
      ([name]) => !isIdentifierField([name]),
    );
    const entries: (readonly [string, unknown])[] = [
      ...own(named),
      ['lookup_status', status],
      ['lookup_reason', reason || null],
      ['lookup_source', source || null],
      ['lookup_fetched_at', fetchedAt || null],
    ];
    const verdicts = compared.map(({ name, match = 0 }) => {
      const found = entry.matches?.[match];
      return [name, found === undefined ? null : toMatch(found)] as const;
    });
    for (const [field, value] of new Map<string, unknown>([...known, ...more, ...verdicts]))
      entries.push([`lookup_${field}`, value]);
    const texts = entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
    return `{${texts.join(',')}}`;
  };
}

/**
 * Returns unique keys for columns: a repeated name gets its position (`Nome_3`), and one that an export uses gets the
 * prefix `input_`.
 */
function columnKeys({ columns }: InputLayout): (index: number) => string {
  const keys: string[] = [];
  const taken = new Set<string>();
  const keyFor = (index: number): string => {
    const name = columns[index] ?? `column_${index + 1}`;
    const safe = name.startsWith('lookup_') ? `input_${name}` : name;
    let key = safe;
    for (let n = index + 1; taken.has(key); n += 1) key = `${safe}_${n}`;
    taken.add(key);
    return key;
  };
  return (index) => {
    while (keys.length <= index) keys.push(keyFor(keys.length));
    return keys[index] ?? '';
  };
}
