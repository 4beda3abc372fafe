import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { describe, expect, test } from 'vitest';
import { detectLayout, unpackInput } from '../../src/input/index.js';
import { copyInput } from '../../src/input/private-copy.js';
import { UnpackLimit } from '../../src/input/unpack-limit.js';
import { TextList } from '../../src/input/workbook/texts.js';
import { inputLimits } from '../../src/base/limits.js';
import { rawWorkbook, sheetWith } from '../helpers/files/workbook.js';
import { scratchFolder } from '../helpers/files/scratch.js';
import { cpf, file, lowered, rowsOf, thrown, times } from './files.js';

const read = async (content: Buffer | string) => {
  const path = file(content);
  const origin = await unpackInput(path, {}, 'in');
  return rowsOf(path, await detectLayout(path, {}, 'in', origin));
};

const long = 'a'.repeat(inputLimits.token * 1.1);
const cell = (text: string) => `<row><c t="str"><v>${text}</v></c></row>`;
const pieces = (tag: string) => `<${tag}>${'a'.repeat(999)}</${tag}>`.repeat(2200);
const attributes = times(400_000, (n) => `a${n}=""`).join(' ');
const sheet = (inner: string) => ({ sheet: sheetWith(inner) });

describe('limits of workbooks', () => {
  test.each([
    ['an attribute', 'token', sheet(`<row x="${long}"/>`)],
    ['many attributes', 'token', sheet(`<row ${attributes}/>`)],
    ['a name', 'token', sheet(`<${long}/>`)],
    ['a comment', 'token', sheet(`<!--${long}-->`)],
    ['CDATA', 'token', sheet(cell(`<![CDATA[${long}]]>`))],
    ['a text', 'token', sheet(cell(long))],
    ['a text of many pieces', 'token', sheet(`<row><c t="str">${pieces('v')}</c></row>`)],
    ['a shared text of pieces', 'token', { strings: `<sst><si>${pieces('t')}</si></sst>` }],
    ['elements in elements', 'depth', sheet('<a>'.repeat(inputLimits.depth))],
    [
      'a row',
      'record',
      sheet(`<row>${`<c t="str"><v>${'a'.repeat(9999)}</v></c>`.repeat(101)}</row>`),
    ],
  ])('a workbook beyond a limit is refused with its name: %s', async (_, limit, book) => {
    const error = await thrown(read(rawWorkbook(book)));
    expect(error).toMatchObject({ code: 'input_too_large', facts: { file: 'in', limit } });
  });

  test.each([
    ['a list of formats', 'lists', 2 ** 20, { styles: Buffer.alloc(2 ** 20 + 1, '<xf/>') }],
    [
      'styles',
      'styles',
      100,
      { styles: `<styleSheet><cellXfs>${'<xf/>'.repeat(101)}</cellXfs></styleSheet>` },
    ],
    ['parts', 'parts', 100, { more: times(100, (n) => [`m${n}`, Buffer.alloc(0)] as const) }],
  ] as const)(
    'a workbook beyond a limit is refused with its name: %s',
    async (_, limit, most, book) => {
      lowered(limit, most);
      const error = await thrown(read(rawWorkbook(book)));
      expect(error).toMatchObject({ code: 'input_too_large', facts: { file: 'in', limit } });
    },
  );

  test('a short cell with a long shared text counts as the text that is written', async () => {
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(30)}</row>`;
    const strings = `<sst><si><t>${'a'.repeat(30_000)}</t></si></sst>`;
    const error = await thrown(read(rawWorkbook({ strings, ...sheet(row.repeat(80)) })));
    expect(error).toMatchObject({ code: 'input_too_large', facts: { limit: 'ratio' } });
  });

  const far = '<row><c r="XFD"><v>1</v></c></row>';
  const code = 'x0'.repeat(120);
  const styles = `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`;
  test.each([
    ['cells that a row only implies', sheet(far.repeat(10))],
    [
      'numbers in a format that takes long',
      { styles, ...sheet('<row><c><v>1</v></c></row>'.repeat(2e3)) },
    ],
    ['elements', sheet('<a/>'.repeat(7e4))],
  ])('the work that a few bytes cause counts as unpacked bytes: %s', async (_, book) => {
    lowered('unpacked', 2 ** 20);
    lowered('ratio', 10);
    const error = await thrown(read(rawWorkbook(book)));
    expect(error).toMatchObject({ code: 'input_too_large', facts: { limit: 'ratio' } });
  });

  test('a workbook with one part as several sheets is damaged', async () => {
    expect(await thrown(read(rawWorkbook({ sheets: 8 })))).toMatchObject({
      code: 'damaged_workbook',
    });
  });

  test('a very long format is not applied', async () => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${'['.repeat(1e6)}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`;
    expect(await read(rawWorkbook({ styles }))).toHaveLength(1);
  });

  test('a workbook with more texts than fit into memory is refused', () => {
    lowered('texts', 1_000);
    lowered('text_bytes', 8 * 2 ** 21);
    for (const [limit, texts] of [
      ['texts', times(1_000, () => '')],
      ['text_bytes', times(8, () => long.slice(0, 2 ** 21))],
    ] as const) {
      const list = new TextList('in');
      for (const text of texts) list.add(text);
      expect(() => {
        list.add('x');
      }).toThrow(expect.objectContaining({ facts: expect.objectContaining({ limit }) as object }));
    }
  });
});

test('TextList returns the texts as they were added, also across the ends of blocks', () => {
  const list = new TextList('in');
  const texts = times(300, (n) => 'é😀'.repeat(n * 97) + String(n));
  for (const text of texts) list.add(text);
  expect(texts.map((_, n) => list.at(n))).toEqual(texts);
  expect([list.at(300), list.at(-1), list.at(NaN), list.at(0.5)]).toEqual(['', '', '', '']);
  list.add('');
  expect([list.isEmpty(300), list.isEmpty(1)]).toEqual([true, false]);
});

describe('limits of texts', () => {
  test.each([
    ['columns', `cpf,${'a,'.repeat(inputLimits.columns)}\n${cpf(1)},\n`],
    // So many that a call could not have each as an argument, also above the header.
    ['columns', `cpf${','.repeat(200_000)}\n${cpf(1)}\n`],
    ['columns', `${';'.repeat(130_000)}\nnome;cpf\nAna;${cpf(1)}\n`],
    ['blank_lines', `cpf\n${cpf(1)}\n${'\n'.repeat(10_001)}${cpf(2)}\n`],
  ])('a text beyond the limit %s is refused', async (limit, text) => {
    lowered('blank_lines', 10_000);
    expect(await thrown(read(text))).toMatchObject({
      code: 'input_too_large',
      facts: { limit },
    });
  });

  test('a sheet that was saved as CSV with a million blank lines at its end is read', async () => {
    const rows = await read(`cpf\n${cpf(1)}\n${'\n'.repeat(1_048_570)}`);
    expect(rows.map(({ raw }) => raw)).toEqual([cpf(1)]);
  });
});

describe('inputs without an end', () => {
  const target = () => join(scratchFolder(), 'copy');

  test('a pipe is read to its end', async () => {
    const pipe = join(scratchFolder(), 'pipe');
    if (execaSync('bash', ['-c', 'mkfifo "$0"', pipe], { reject: false }).failed) return;
    const [, facts] = await Promise.all([
      writeFile(pipe, `cpf\n${cpf(1)}\n`),
      copyInput({ path: pipe }, target(), {}, 'in'),
    ]);
    expect(facts.size).toBe(16);
  });

  test('a stream without an end is refused at the limit', async () => {
    const chunk = Buffer.alloc(2 ** 20);
    async function* endless() {
      for (;;) yield await Promise.resolve(chunk);
    }
    const counted = new UnpackLimit('in', Infinity).countBytes(endless());
    const reading = async () => {
      while ((await counted.next()).done !== true);
    };
    const error = await thrown(reading());
    expect(error).toMatchObject({ code: 'input_too_large', facts: { limit: 'text' } });
  });
});
