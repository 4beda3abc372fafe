import { widened } from './frame.js';
import {
  appended,
  attribute,
  type ByteText,
  type Change,
  childrenOf,
  type Element,
  insertion,
  prefixOf,
  rootOf,
  toByteText,
  escapeAttribute,
  withAttribute,
  withChanges,
} from './xml-text.js';
import { columnOf } from './rows.js';

/** The rows and columns of a table, from 1. */
export interface TableExtent {
  readonly first: number;
  readonly last: number;
  readonly left: number;
  readonly right: number;
  /** How many of its rows are headings, and how many totals. */
  readonly headings: number;
  readonly totals: number;
  /** The names of its columns from `left` on. */
  readonly names: readonly string[];
}

export function readTable(text: ByteText): TableExtent {
  const root = rootOf(text);
  const [from = '', to = from] = (attribute(root.tag, 'ref') ?? '').split(':');
  return {
    first: rowOf(from),
    last: rowOf(to),
    left: columnOf(from),
    right: columnOf(to),
    headings: Number(attribute(root.tag, 'headerRowCount') ?? 1),
    totals: Number(attribute(root.tag, 'totalsRowCount') ?? 0),
    names: listColumns(text, root).map(({ tag }) => attribute(tag, 'name') ?? ''),
  };
}

export function rowOf(reference: string): number {
  return Number(/(?<!\d)\d+$/.exec(reference)?.[0] ?? 0);
}

function listColumns(text: ByteText, root: Element): Element[] {
  const list = childrenOf(text, root).find(({ name }) => name === 'tableColumns');
  return list === undefined ? [] : childrenOf(text, list);
}

/**
 * Returns names for the new columns of a table: a table has no name twice, whatever the case. `others` are the names of
 * its other columns.
 */
export function uniqueNames(names: readonly string[], others: readonly string[]): string[] {
  const taken = new Set(others.map((name) => name.toLowerCase()));
  return names.map((name) => {
    let unique = name;
    for (let number = 2; taken.has(unique.toLowerCase()); number += 1) unique = `${name}${number}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}

/** Gives the columns of a table these names (by column, from 1), and the table the columns that it does not have yet. */
export function changeTable(text: ByteText, names: ReadonlyMap<number, string>): ByteText {
  const root = rootOf(text);
  const { left } = readTable(text);
  const children = childrenOf(text, root);
  const right = Math.max(...names.keys());
  const changes: Change[] = [root, ...children.filter(({ name }) => name === 'autoFilter')].map(
    ({ start, tag }) => ({
      start,
      end: start + tag.length,
      text: withAttribute(tag, 'ref', widened(attribute(tag, 'ref') ?? '', right)),
    }),
  );
  const list = children.find(({ name }) => name === 'tableColumns');
  if (list === undefined) return withChanges(text, changes);
  const columns = childrenOf(text, list);
  columns.forEach(({ start, tag }, at) => {
    const name = names.get(left + at);
    if (name === undefined || attribute(tag, 'name') === name) return;
    changes.push({ start, end: start + tag.length, text: withAttribute(tag, 'name', name) });
  });
  let id = Math.max(0, ...columns.map(({ tag }) => Number(attribute(tag, 'id'))));
  const prefix = prefixOf(root.tag);
  const added = [...names]
    .filter(([column]) => column >= left + columns.length)
    .map(([, name]) => {
      id += 1;
      return `<${prefix}tableColumn id="${id}" name="${escapeAttribute(name)}"/>`;
    });
  if (added.length > 0) {
    const count = withAttribute(list.tag, 'count', String(columns.length + added.length));
    changes.push({ start: list.start, end: list.start + list.tag.length, text: count });
    const end = columns.at(-1)?.end;
    const more = toByteText(added.join(''));
    changes.push(...(end === undefined ? appended(list, more) : [insertion(end, more)]));
  }
  return withChanges(text, changes);
}
