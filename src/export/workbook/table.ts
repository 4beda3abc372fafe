import { widenReference } from './frame.js';
import {
  createAppending,
  readAttribute,
  type ByteText,
  type Change,
  listChildren,
  type Element,
  createInsertion,
  readPrefix,
  parseRoot,
  toByteText,
  escapeAttribute,
  setAttribute,
  applyChanges,
} from './xml-text.js';
import { readColumnNumber } from './rows.js';

/** The rows and columns of a table, from 1. */
export interface TableExtent {
  readonly first: number;
  readonly last: number;
  readonly left: number;
  readonly right: number;
  /** The number of its rows with headings. */
  readonly headingRows: number;
  /** The number of its rows with totals. */
  readonly totalsRows: number;
  /** The names of its columns from `left` on. */
  readonly names: readonly string[];
}

export function readTable(text: ByteText): TableExtent {
  const root = parseRoot(text);
  const [from = '', to = from] = (readAttribute(root.tag, 'ref') ?? '').split(':');
  return {
    first: readRowNumber(from),
    last: readRowNumber(to),
    left: readColumnNumber(from),
    right: readColumnNumber(to),
    headingRows: Number(readAttribute(root.tag, 'headerRowCount') ?? 1),
    totalsRows: Number(readAttribute(root.tag, 'totalsRowCount') ?? 0),
    names: listColumns(text, root).map(({ tag }) => readAttribute(tag, 'name') ?? ''),
  };
}

export function readRowNumber(reference: string): number {
  return Number(/(?<!\d)\d+$/.exec(reference)?.[0] ?? 0);
}

function listColumns(text: ByteText, root: Element): Element[] {
  const list = listChildren(text, root).find(({ name }) => name === 'tableColumns');
  return list === undefined ? [] : listChildren(text, list);
}

/**
 * Returns names for the new columns of a table, changed so that the table has no name twice, also in another case.
 * `others` are the names of its other columns.
 */
export function chooseUniqueNames(names: readonly string[], others: readonly string[]): string[] {
  const taken = new Set(others.map((name) => name.toLowerCase()));
  return names.map((name) => {
    let unique = name;
    for (let number = 2; taken.has(unique.toLowerCase()); number += 1) unique = `${name}${number}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}

/** Renames columns of a table, and adds those that it lacks. `names`: the names by column (from 1). */
export function changeTable(text: ByteText, names: ReadonlyMap<number, string>): ByteText {
  const root = parseRoot(text);
  const { left } = readTable(text);
  const children = listChildren(text, root);
  const right = Math.max(...names.keys());
  const changes: Change[] = [root, ...children.filter(({ name }) => name === 'autoFilter')].map(
    ({ start, tag }) => ({
      start,
      end: start + tag.length,
      text: setAttribute(tag, 'ref', widenReference(readAttribute(tag, 'ref') ?? '', right)),
    }),
  );
  const list = children.find(({ name }) => name === 'tableColumns');
  if (list === undefined) return applyChanges(text, changes);
  const columns = listChildren(text, list);
  columns.forEach(({ start, tag }, at) => {
    const name = names.get(left + at);
    if (name === undefined || readAttribute(tag, 'name') === name) return;
    changes.push({ start, end: start + tag.length, text: setAttribute(tag, 'name', name) });
  });
  let id = Math.max(0, ...columns.map(({ tag }) => Number(readAttribute(tag, 'id'))));
  const prefix = readPrefix(root.tag);
  const added = [...names]
    .filter(([column]) => column >= left + columns.length)
    .map(([, name]) => {
      id += 1;
      return `<${prefix}tableColumn id="${id}" name="${escapeAttribute(name)}"/>`;
    });
  if (added.length > 0) {
    const count = setAttribute(list.tag, 'count', String(columns.length + added.length));
    changes.push({ start: list.start, end: list.start + list.tag.length, text: count });
    const end = columns.at(-1)?.end;
    const addedText = toByteText(added.join(''));
    changes.push(
      ...(end === undefined ? createAppending(list, addedText) : [createInsertion(end, addedText)]),
    );
  }
  return applyChanges(text, changes);
}
