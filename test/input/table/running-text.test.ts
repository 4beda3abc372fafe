import { describe, expect, test } from 'vitest';
import {
  detectLayout,
  describeLayout,
  readHeaderText,
  readRows,
  Skipped,
} from '../../../src/input/index.js';
import { cnpj, cpf, file, readAll, times } from '../files.js';

const skippedIn = async (content: string): Promise<string[]> => {
  const path = file(content);
  const skipped = new Skipped();
  const layout = await detectLayout(path, {});
  const rows = readRows(path, layout, 'a.txt', skipped);
  while ((await rows.next()).done !== true);
  return skipped.inWords();
};

const dotted = (id: string): string => id.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4');

describe('a list', () => {
  const list = `# May, 2 of 3\n${cpf(1)}\n\n  # more\n${dotted(cpf(2))}  # gone\n#N/A\n${cpf(3)}`;

  test('may have comments, remarks and blank lines, which are not rows and are reported', async () => {
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

  test('may have a header below its comments', async () => {
    const content = `# x, y\nCPF\n# z\n${cpf(1)}\n${cpf(2)}\n`;
    const { layout, rows } = await readAll(content);
    expect(await readHeaderText(file(content), layout)).toEqual({ raw: 'CPF', cells: ['CPF'] });
    expect(layout).toMatchObject({ hasHeader: true, columns: ['CPF'] });
    expect(rows).toHaveLength(2);
  });

  test('in a table, # does not start a comment', async () => {
    const { layout, rows } = await readAll(`#;CPF\n#1;${cpf(1)}\n#2;${cpf(2)}\n`);
    expect(layout).toMatchObject({ columns: ['#', 'CPF'] });
    expect(rows).toHaveLength(2);
  });
});

describe('sentences with commas', () => {
  const ana = dotted(cpf(1));
  const rui = dotted(cpf(2));
  const found = async (content: string): Promise<unknown> => {
    const { layout, rows } = await readAll(content);
    const raw = rows.map(({ cells }) => cells[layout.column]);
    return [layout.shape, raw, (layout.notes ?? []).join('\n')];
  };

  test('are no table, also where each line has one comma', async () => {
    const line = `Pagar a Ana (${ana}) e a Rui, CPF ${rui}.\n`;
    expect(await found(line)).toEqual(['text', [ana, rui], '']);
    expect(await found(line.repeat(2))).toEqual(['text', [ana, rui, ana, rui], '']);
    expect(await found(line.repeat(2).replaceAll(',', ';'))).toContain('text');
  });

  test('in the notes of a table without a header are told, and not looked up', async () => {
    const note = (count: string): string =>
      `${count} an identifier inside the text of another column; those are not looked up.`;
    const rows = `${ana},Ana,casada com Rui (${rui})\n${cpf(3)},Eva,\n`;
    expect(await found(rows)).toEqual([undefined, [ana, cpf(3)], note('1 sampled row has')]);
    const named = `CPF,Nome,Nota\n${rows}`;
    expect(await found(named)).toEqual([undefined, [ana, cpf(3)], '']);
  });

  test('with labelled cells stay a table', async () => {
    const line = `CPF ${ana},Nome Ana\n`;
    expect(await found(line.repeat(2))).toEqual([undefined, [`CPF ${ana}`, `CPF ${ana}`], '']);
  });
});

describe('running text', () => {
  const letter = `Prezados,\n\nJoão, CPF ${dotted(cpf(1))}, e "Ana" (${cpf(2)}).\nTel 11 4002-8922\n${cpf(3)}, ${cpf(4)}; ${cpf(1)}\n`;

  test('gives one row per identifier, in order, with its whole line', async () => {
    const { layout, rows } = await readAll(letter);
    expect(layout).toMatchObject({ shape: 'text', columns: ['line', 'text', 'identifier'] });
    expect(describeLayout(layout, 'a.txt')).toBe('a.txt: UTF-8, text, not a table (CPF)');
    const line = `João, CPF ${dotted(cpf(1))}, e "Ana" (${cpf(2)}).`;
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['3', line, dotted(cpf(1))],
      ['3', line, cpf(2)],
      ...[cpf(3), cpf(4), cpf(1)].map((id) => ['5', `${cpf(3)}, ${cpf(4)}; ${cpf(1)}`, id]),
    ]);
    expect(rows[0]?.raw).toBe(`3,"${line.replaceAll('"', '""')}",${dotted(cpf(1))}`);
    expect(await skippedIn(letter)).toEqual([
      'No rows: line 2 (blank).',
      'No rows: lines 1, 4 (without an identifier).',
    ]);
  });

  test('keeps invalid identifiers as rows', async () => {
    const { rows } = await readAll(`a ${cpf(1)} b ${cpf(2)}\nc 123.456.789-00\n`);
    expect(rows.map(({ reading }) => reading.valid)).toEqual([true, true, false]);
  });

  test('gives rows of both kinds', async () => {
    const text = `a ${cpf(1)} b ${cnpj(1)}\nc ${cnpj(2)} ${cpf(2)}\n`;
    const { layout, rows } = await readAll(text);
    expect(layout.kind).toBe('both');
    expect(rows.map(({ reading }) => reading.valid && reading.id)).toEqual([
      ...[cpf(1), cnpj(1), cnpj(2), cpf(2)],
    ]);
  });

  test('is not detected in a table or in a file with a few notes', async () => {
    const notes = `nome;obs\n${times(9, (n) => `x${n};${n === 3 ? `CPF ${dotted(cpf(n))}` : 'ok'}\n`).join('')}`;
    await expect(readAll(notes)).rejects.toMatchObject({ kind: 'usage' });
    const ragged = `CPF;x\n${times(9, (n) => `${cpf(n)}${';y'.repeat(n % 3)}\n`).join('')}`;
    expect((await readAll(ragged)).layout.shape).not.toBe('text');
  });
});

test('a first line with an identifier is a row', async () => {
  const { layout } = await readAll(
    `João ${dotted(cpf(9))};\n${times(5, (n) => `${cpf(n)};y\n`).join('')}`,
  );
  expect(layout).toMatchObject({ hasHeader: false, preamble: 0 });
});

test('a first line with an identifier in another column is a row', async () => {
  const rows = times(5, (n) => `${cpf(n)};y\n`).join('');
  const { layout } = await readAll(`a;CPF ${dotted(cpf(9))}\n${rows}`);
  expect(layout).toMatchObject({ hasHeader: false, preamble: 0 });
});
