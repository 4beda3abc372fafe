import type { InputLayout } from '../input/index.js';

/**
 * The keys of an input's cells in JSON, each once: a name that is taken gets its position (`Nome_3`), and
 * one that looks like ours gets `input_` in front, so that no result replaces a cell.
 */
export function columnKeys({ columns }: InputLayout): (index: number) => string {
  const taken = new Set<string>();
  const keys: string[] = [];
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
