import { describe, expect, test } from 'vitest';
import { detectLayout, describeLayout, toBytes } from '../../src/input/index.js';
import { cnpj, cpf, file, readAll, refusal, rowsOf, times } from './files.js';
import { some } from '../helpers/runs.js';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const line = (n: number): string => `${cpf(n)};João\n`;
const lines = (count: number): string => times(count, line).join('');

describe('invalid bytes', () => {
  test('a few invalid bytes in UTF-8 are kept, and their lines are reported', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`CPF;x\n${lines(40)}`),
      latin(line(50)),
      Buffer.from(line(51)),
    ]);
    const path = file(bytes);
    const layout = await detectLayout(path, {});
    expect(layout.encoding).toBe('utf8-broken');
    expect(describeLayout(layout, 'a.csv')).toContain('Bytes that are not UTF-8, in line 42,');
    const rows = await rowsOf(path, layout);
    expect(rows[0]?.cells[1]).toBe('João');
    expect(rows[40]?.cells[1]).toBe('Jo\ufffdo');
    const again = ['CPF;x', ...rows.map(({ raw }) => raw), ''].join('\n');
    expect(toBytes(again, layout.encoding).equals(bytes)).toBe(true);
  });

  test('a few lines of UTF-8 in Latin-1 are reported', async () => {
    const { layout } = await readAll(
      Buffer.concat([latin(`CPF;x\n${lines(40)}`), Buffer.from(line(1))]),
    );
    expect(layout.encoding).toBe('latin1');
    expect(layout.notes).toEqual(['UTF-8 in line 42 is read as Latin-1.']);
  });

  test('a file half in UTF-8 and half in Latin-1 is refused with the lines, and either --encoding works', async () => {
    const bytes = Buffer.concat([Buffer.from(`CPF;x\n${lines(3)}`), latin(lines(7))]);
    const error = await refusal(bytes);
    expect(error).toMatchObject({
      kind: 'usage',
      code: 'mixed_encodings',
      facts: {
        utf8: { count: 3, first: [2, 3, 4] },
        other: { count: 7, first: [5, 6, 7, 8, 9] },
      },
    });
    expect((await readAll(bytes, { encoding: 'utf8' })).layout.encoding).toBe('utf8-broken');
    expect((await readAll(bytes, { encoding: 'latin1' })).layout.encoding).toBe('latin1');
  });

  test('a character across two chunks is valid', async () => {
    for (let shift = 0; shift < 4; shift += 1) {
      const text = `CPF;x\n${cpf(1)};${'x'.repeat(shift)}${'😀'.repeat(40_000)}\n`;
      expect((await readAll(text)).layout.encoding).toBe('utf8');
    }
  });

  test('NUL bytes are kept and reported; a file full of them is not text', async () => {
    const { layout, rows } = await readAll(`CPF;x\n${cpf(1)};a\0b\n${lines(9)}`);
    expect(layout.notes).toEqual(['NUL bytes in line 2 are kept as they are.']);
    expect(rows[0]?.raw).toBe(`${cpf(1)};a\0b`);
    expect(await refusal(Buffer.alloc(5000))).toMatchObject({ code: 'not_text' });
  });
});

describe('--encoding', () => {
  const text = `CPF;Nome\n${times(20, (n) => `${cpf(n)};João\n`).join('')}`;
  const dos = Buffer.from(text.replaceAll('ã', '\xc6'), 'latin1');
  test.each([
    ['latin1', latin(text), 'latin-1 ISO-8859-1 cp1252 Windows-1252 ANSI'],
    ['utf8', Buffer.from(text), 'UTF-8 utf-8-sig utf_8'],
    ['utf16le', Buffer.from(text, 'utf16le'), 'utf-16 UTF16LE unicode'],
    ['utf16be', Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), 'utf-16'],
    ['cp850', dos, 'cp850 ibm850 OEM'],
  ])('--encoding accepts the usual names of %s', async (encoding, bytes, names) => {
    for (const name of names.split(' ')) {
      const { layout, rows } = await readAll(bytes, { encoding: name });
      expect(layout.encoding).toBe(encoding);
      expect(rows[19]?.cells[1]).toBe('João');
    }
  });
});

describe('UTF-16', () => {
  const text = `CPF\tNome\r\n${times(20, (n) => `${cpf(n)}\tJoão 😀\r\n`).join('')}`;
  const little = Buffer.from(text, 'utf16le');
  const mark = Buffer.from('\ufeff', 'utf16le');
  test.each([
    ['little-endian without a mark', little, 'utf16le', 0],
    ['big-endian without a mark', Buffer.from(little).swap16(), 'utf16be', 0],
    ['big-endian with a mark', Buffer.concat([mark, little]).swap16(), 'utf16be', 2],
  ])('UTF-16 is recognised: %s', async (_, bytes, encoding, bom) => {
    const { layout, rows } = await readAll(bytes);
    expect(layout).toMatchObject({ encoding, bom, delimiter: '\t', columns: ['CPF', 'Nome'] });
    expect(rows[19]?.cells).toEqual([cpf(19), 'João 😀']);
    const again = ['CPF\tNome', ...rows.map(({ raw }) => raw), ''].join('\r\n');
    expect(toBytes(again, layout.encoding).equals(bytes.subarray(bom))).toBe(true);
  });

  test('UTF-16 with half of a character is refused', async () => {
    expect(await refusal(little.subarray(0, -1), { encoding: 'utf16le' })).toMatchObject({
      code: 'broken_utf16',
    });
    const lone = Buffer.concat([mark, little, Buffer.from(`${cpf(1)}\ta\ud800b\r\n`, 'utf16le')]);
    expect(await refusal(lone)).toMatchObject({ code: 'broken_utf16' });
    const last = Buffer.concat([mark, little, Buffer.from(`${cpf(1)}\ta\ud83d`, 'utf16le')]);
    expect(await refusal(last)).toMatchObject({ code: 'broken_utf16' });
  });
});

describe('evidence from the whole file', () => {
  const many = (row: (n: number) => string) => `${times(30_000, row).join('\n')}\n`;
  const late = (empty: number) => `a;b\n${'x;\n'.repeat(empty)}${many((n) => `x;${cpf(n)}`)}`;
  const wide = Buffer.from(`\ufeff${late(80_000)}`, 'utf16le');
  const files = [
    ['a second kind', `doc;x\n${many((n) => `${cpf(n)};y`)}${many((n) => `${cnpj(n)};y`)}`, 0],
    ['a column', late(150_000), 1],
    ['a column in UTF-16', wide, 1],
    ['a column in UTF-16, big-endian', Buffer.from(wide).swap16(), 1],
  ] as const;
  test.each(some(files))(
    'detectLayout finds %s far beyond the start',
    async (_, content, column) => {
      const kind = column === 0 ? 'both' : 'cpf';
      expect((await readAll(content)).layout).toMatchObject({ column, kind });
    },
  );

  test('rows as long as the usual sample are read', async () => {
    const { rows } = await readAll(
      `CPF;x\n${times(3, (n) => `${cpf(n)};${'y'.repeat(400_000)}\n`).join('')}`,
    );
    expect(rows).toHaveLength(3);
    expect(await refusal(`CPF;x\n${cpf(1)};${'y'.repeat(2_000_000)}\n`)).toMatchObject({
      code: 'unclosed_quote',
      facts: { longest: 1_000_000 },
    });
  });
});
