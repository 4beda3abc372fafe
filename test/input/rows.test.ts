import { describe, expect, test, vi } from 'vitest';
import {
  detectLayout,
  readHeaderText,
  readRowChunks,
  SkippedLines,
  toBytes,
} from '../../src/input/index.js';
import { some } from '../helpers/runs.js';
import { cpf, file, readAll, rowsOf, thrown, times } from './files.js';

const LINE_ENDS = ['\n', '\r\n', '\r'] as const;
const ENCODINGS = ['utf8', 'utf16le', 'latin1'] as const;

// Files of any form, and changes of them, are read and written again in `test/fuzz/files.test.ts`.
test.each(some(LINE_ENDS))(
  'the raw texts of all rows give the file again, also across chunks, with line end %j',
  async (lineEnd) => {
    const quotes = `"a""b${lineEnd};ã";"A" 1 "x";A "X"`;
    const lines = times(2_000, (n) => `${cpf(n)};${quotes};${'y'.repeat(n % 50)}`);
    for (const encoding of some(ENCODINGS)) {
      const end = encoding === 'utf8' ? lineEnd : '';
      const own = encoding === 'latin1' ? '\x80\x93\xff' : '€😀\ufeff';
      const all = ['CPF;x;y;z', ...lines, `${cpf(1)};${own}\0`];
      const bytes = Buffer.from(all.join(lineEnd) + end, encoding);
      const path = file(bytes);
      const layout = await detectLayout(path, { encoding });
      const raws = (await rowsOf(path, layout)).map(({ raw }) => raw);
      expect(layout.lineEnd).toBe(lineEnd);
      expect(raws).toEqual(all.slice(1));
      const text = ['CPF;x;y;z', ...raws].join(lineEnd) + end;
      expect(toBytes(text, layout.encoding).equals(bytes)).toBe(true);
    }
  },
);

describe('rows', () => {
  test.each([
    ['blank lines of a table are no rows', `CPF;x\n\n${cpf(1)};a\n \n;\n\n`, [`${cpf(1)};a`, ';']],
    ['blank lines below a column are no rows', `CPF\n${cpf(1)}\n\n\n`, [cpf(1)]],
    [
      'a blank line within a column is a row',
      `CPF\n${cpf(1)}\n\n${cpf(2)}\n`,
      [cpf(1), '', cpf(2)],
    ],
    ['a row may be shorter than the header', `x;CPF\na;${cpf(1)}\nb\n`, [`a;${cpf(1)}`, 'b']],
    ['a stray \\n ends a row', `CPF;x\r\n${cpf(1)};a\n;b\r\n;c\r\n`, [`${cpf(1)};a`, ';b', ';c']],
    [
      'a \\r also ends a row where many do',
      `CPF;x\r${cpf(1)};a\r;b\n;c\n`,
      [`${cpf(1)};a`, ';b', ';c'],
    ],
    ['a row of a table may begin with #', `#;CPF\n#1;${cpf(1)}\n#2;\n`, [`#1;${cpf(1)}`, '#2;']],
  ])('%s', async (_, content, raws) => {
    const { rows } = await readAll(content);
    expect(rows.map(({ number, raw }) => [number, raw])).toEqual(
      raws.map((raw, n) => [n + 1, raw]),
    );
    expect(rows.map(({ reading }) => (reading.valid ? '' : reading.reason))).toEqual(
      raws.map((raw) => (raw.includes(cpf(1)) || raw === cpf(2) ? '' : 'empty')),
    );
  });

  test('a quote inside a cell is text', async () => {
    const { rows } = await readAll(`CPF;x\n${cpf(1)};"ABC" LTDA\n${cpf(2)};ABC "X" LTDA\n`);
    expect(rows.map(({ cells }) => cells[1])).toEqual(['"ABC" LTDA', 'ABC "X" LTDA']);
  });
});

test('a title above a wider table costs no error for each row', async () => {
  const path = file(`Clientes\nCPF;x\n${cpf(1)};x\n${cpf(2)};x\n`);
  const layout = await detectLayout(path, {});
  const build = vi.spyOn(Error, 'captureStackTrace');
  expect(await rowsOf(path, layout)).toHaveLength(2);
  expect(build).not.toHaveBeenCalled();
  build.mockRestore();
});

describe('unclosed quotes', () => {
  const lines = (count: number): string => times(count, (n) => `${cpf(n)};x\n`).join('');
  const good = 30_000;

  const places = [
    ['at the end of the file', 10],
    ['after more than a megabyte', 100_000],
  ] as const;
  test.each(some(places))(
    'the rows before an unclosed quote are read, and then its place is reported: %s',
    async (_, after) => {
      const path = file(`CPF;x\n${lines(good)}${cpf(1)};"x\n${lines(after)}`);
      const layout = await detectLayout(path, {});
      let count = 0;
      const read = async (): Promise<void> => {
        for await (const rows of readRowChunks(path, layout, 'clientes.csv')) count += rows.length;
      };
      const error = await thrown(read());
      expect(error).toMatchObject({
        kind: 'usage',
        code: 'unclosed_quote',
        facts: { file: 'clientes.csv', place: { row: good + 2 } },
      });
      expect(error).not.toHaveProperty('cause');
      expect(count).toBe(good);
    },
  );
});

const lines = times(5, (n) => `${cpf(n)};x`).join('\n');
const swallowing = `1;"ABC;x\n${cpf(2)};y;"a\nb"\n`;
const SWALLOWED = [
  ['a later row', `CPF;x\n${lines}\n${cpf(6)};"ABC\n${lines}\n${cpf(7)};"y"\n`, 7],
  ['a cell of several lines', `CPF;x;y\n${cpf(1)};x;y\n${swallowing}${cpf(3)};x;y\n`, 3],
  ['a record of delimiters alone', `CPF;x\n${cpf(1)};y\n${';'.repeat(6_000_000)}\n`, 3],
] as const;
test.each(some(SWALLOWED, 2))(
  'a quote that swallows rows is refused: %s',
  async (_, content, row) => {
    const path = file(content);
    await expect(rowsOf(path, await detectLayout(path, {}))).rejects.toMatchObject({
      code: 'unclosed_quote',
      facts: { place: { row } },
    });
  },
);

test('cells of several lines on both sides of the identifier are not refused as an unclosed quote', async () => {
  const { rows } = await readAll(
    `x;CPF;y\n${times(4, (n) => `"a\nb";${cpf(n)};"c\nd"\n`).join('')}`,
  );
  expect(rows.map(({ cells }) => cells[2])).toEqual(times(4, () => 'c\nd'));
  expect(rows.every(({ reading }) => reading.valid)).toBe(true);
});

describe('lists', () => {
  const dotted = (id: string): string => id.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4');
  const skippedIn = async (content: string): Promise<string[]> => {
    const path = file(content);
    const skipped = new SkippedLines();
    const rows = readRowChunks(path, await detectLayout(path, {}), 'a.txt', skipped);
    while ((await rows.next()).done !== true);
    return skipped.toSentences();
  };
  const list = `# May, 2 of 3\n${cpf(1)}\n\n  # more\n${dotted(cpf(2))}  # gone\n#N/A\n${cpf(3)}`;

  test('comments and blank lines of a list are no rows and are reported, and remarks are ignored', async () => {
    const { layout, rows } = await readAll(list);
    expect(layout).toMatchObject({ shape: 'list', hasHeader: false, kind: 'cpf' });
    expect(rows.map(({ raw, reading }) => [raw, reading.valid])).toEqual([
      [cpf(1), true],
      [`${dotted(cpf(2))}  # gone`, true],
      ['#N/A', false],
      [cpf(3), true],
    ]);
    expect(await skippedIn(list)).toEqual([
      'No rows: lines 1, 4 (comment).',
      'No rows: line 3 (blank).',
    ]);
  });

  test('a list may have a header below its comments', async () => {
    const content = `# x, y\nCPF\n# z\n${cpf(1)}\n${cpf(2)}\n`;
    const { layout, rows } = await readAll(content);
    expect(await readHeaderText(file(content), layout)).toEqual({ raw: 'CPF', cells: ['CPF'] });
    expect(layout).toMatchObject({ hasHeader: true, columns: ['CPF'] });
    expect(rows).toHaveLength(2);
  });
});
