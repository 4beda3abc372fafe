import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { detectLayout } from '../../src/input/index.js';
import { rowsOf } from './files.js';

/** Next to the checkout, not in it. */
const folder = fileURLToPath(new URL('../../../shared/real-inputs/', import.meta.url));

describe.skipIf(!existsSync(folder))(`real files (skipped without ${folder})`, () => {
  test.each([
    { name: 'companhias-abertas-cvm.csv', preamble: 0, column: 0, count: 2604, header: 1 },
    { name: 'operadoras-ans.csv', preamble: 2, column: 1, count: 1155, header: 3 },
  ])('$name', async ({ name, preamble, column, count, header }) => {
    const path = folder + name;
    const layout = await detectLayout(path, {});
    expect(layout).toMatchObject({ encoding: 'latin1', delimiter: ';', preamble, column });
    expect(layout).toMatchObject({ hasHeader: true, kind: 'cnpj', lineEnd: '\n', validShare: 1 });
    const rows = await rowsOf(path, layout);
    expect(rows).toHaveLength(count);
    expect(rows.filter(({ reading }) => reading.valid)).toHaveLength(count);
    const top = readFileSync(path, 'latin1').split('\n').slice(0, header);
    const text = [...top, ...rows.map(({ raw }) => raw), ''].join('\n');
    expect(Buffer.from(text, 'latin1').equals(readFileSync(path))).toBe(true);
  });
});
