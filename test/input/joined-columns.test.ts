import { describe, expect, test } from 'vitest';
import { describeLayout, detectLayout, type InputOptions } from '../../src/input/index.js';
import { cnpj, cpf, file, readAll, times } from './files.js';

const NAMES = 'cnpj_basico;cnpj_ordem;cnpj_dv;nome';
const parts = (n: number, zeros = true) => {
  const id = cnpj(n);
  const cells = [id.slice(0, 8), id.slice(8, 12), id.slice(12)];
  return (zeros ? cells : cells.map(Number)).join(';');
};
const split = (header = NAMES, zeros = true) =>
  `${header}\n${times(10, (n) => `${parts(n, zeros)};Ana\n`).join('')}`;
const ids = (rows: Awaited<ReturnType<typeof readAll>>['rows']) =>
  rows.map(({ reading }) => (reading.valid ? reading.id : reading.reason));
const refusal = async (content: string, options: InputOptions = {}) =>
  detectLayout(file(content), options, 'a.csv').catch((error: unknown) => error);

describe('an identifier in pieces', () => {
  test('is joined by numbers or names, with the zeros of each part', async () => {
    for (const column of ['1+2+3', 'cnpj_basico+cnpj_ordem+CNPJ_DV', ' 1 + cnpj_ordem + 3'])
      expect(ids((await readAll(split(), { column })).rows)).toEqual(times(10, cnpj));
    const { layout, rows } = await readAll(split(NAMES, false), { column: '1+2+3' });
    expect(ids(rows)).toEqual(times(10, cnpj));
    expect(rows.every(({ reading }) => reading.valid && reading.repaired)).toBe(true);
    expect(layout).toMatchObject({
      ...{ column: 0, kind: 'cnpj', validShare: 1 },
      parts: { columns: [0, 1, 2], widths: [8, 4, 2] },
    });
    expect(describeLayout(layout, 'a.csv')).toContain('columns 1+2+3 joined (CNPJ, 100% valid)');
  });

  test('may stand apart, in another order, quoted, or be a CPF', async () => {
    const rows = times(10, (n) => `"${cpf(n).slice(9)}";x;"${Number(cpf(n).slice(0, 9))}"\n`);
    const content = `dv;nome;cpf\n${rows.join('')}`;
    expect(ids((await readAll(content, { column: '3+1' })).rows)).toEqual(times(10, cpf));
    expect(await refusal(content, { column: '3+1', kind: 'cnpj' })).toMatchObject({
      code: 'chance_parts',
      facts: { kind: 'cnpj', parts: [{ option: '3' }, { option: '1' }], validShare: 0 },
    });
  });

  test('a name with a + is a name first', async () => {
    const content = `a+b;a;b\n${times(10, (n) => `${cnpj(n)};1;2\n`).join('')}`;
    expect((await readAll(content, { column: 'a+b' })).layout.parts).toBeUndefined();
    const named = split('raiz+;ordem;d+v;nome');
    expect(ids((await readAll(named, { column: 'raiz++ordem+d+v' })).rows)).toEqual(
      times(10, cnpj),
    );
  });

  test('is never guessed: the refusal has the option that joins it', async () => {
    const facts = { kind: 'cnpj', parts: ['1', '2', '3'].map((option) => ({ option })) };
    expect(await refusal(split())).toMatchObject({ code: 'identifier_in_parts', facts });
    expect(await refusal(split(), { kind: 'cnpj' })).toMatchObject({ code: 'identifier_in_parts' });
    expect(await refusal(split(NAMES, false))).toMatchObject({ code: 'identifier_in_parts' });
    const bare = times(10, (n) => `x;${cpf(n).slice(0, 9)};${cpf(n).slice(9)}\n`).join('');
    expect(await refusal(bare)).toMatchObject({
      facts: { kind: 'cpf', parts: [{ option: '2' }, { option: '3' }] },
    });
  });

  test('a part, or some of the parts, is refused with the option that joins them all', async () => {
    const facts = { kind: 'cnpj', parts: ['1', '2', '3'].map((option) => ({ option })) };
    const wanted = { code: 'identifier_in_parts', facts };
    const rows = times(400, (n) => `${parts(n)};Ana\n`).join('');
    for (const column of ['1', '1+2', '2+3', '3+2+1', '1+3', '1+2+4'])
      expect(await refusal(`${NAMES}\n${rows}`, { column }), column).toMatchObject(wanted);
    expect(await refusal(rows, { column: '1+2', kind: 'cnpj' })).toMatchObject(wanted);
    expect(await refusal(rows, { column: '1' })).toMatchObject(wanted);
    // A kind that is wrong, too, would find CPFs by chance.
    for (const column of ['1', '1+2'])
      expect(await refusal(rows, { column, kind: 'cpf' })).toMatchObject({
        ...{ code: 'identifier_in_parts', facts: { ...facts, wrongly: 'cpf' } },
      });
  });

  test('joined columns that are valid by chance only are refused, and so is a guess of their kind', async () => {
    const lone = times(400, (n) => `${cnpj(n).slice(0, 8)};${cnpj(n).slice(8, 12)};Ana\n`).join('');
    for (const content of [lone, `raiz;ordem;nome\n${lone}`])
      expect(await refusal(content, { column: '1+2' })).toMatchObject({ code: 'chance_parts' });
    const roots = times(400, (n) => `${cnpj(n).slice(0, 8)}\n`).join('');
    expect(await refusal(`raiz\n${roots}`, { column: '1' })).toMatchObject({
      code: 'unknown_kind',
    });
    expect(await refusal(`cnpj\n${roots}`, { column: '1' })).toMatchObject({ kind: 'cnpj' });
  });

  test('what cannot be joined is refused', async () => {
    expect(await refusal(split(), { column: '1+2+9' })).toMatchObject({ code: 'unknown_column' });
    expect(await refusal(split(), { column: '1+2+3+4+1+2' })).toMatchObject({
      code: 'unknown_parts',
    });
    const open = 'a;b\n1;2\n3;4\n';
    expect(await refusal(open, { column: '1+2' })).toMatchObject({ code: 'chance_parts' });
    const result = `lookup_status;lookup_cpf;a\nfound;${cpf(1)};1\n`;
    expect(await refusal(result, { column: '3+2' })).toMatchObject({ code: 'result_column' });
  });

  test('the first eight characters alone have their own reason', async () => {
    const cells = ['90021382', '90.021.382', '12ABC345', 'CNPJ: 90021382', 'PENDENTE', '01/02/24'];
    const { rows } = await readAll(`cnpj\n${cells.join('\n')}\n`, { column: '1', kind: 'cnpj' });
    expect(ids(rows)).toEqual([...Array<string>(4).fill('cnpj_root'), 'format', 'format']);
  });
});

describe('pieces beside a whole column', () => {
  const beside = (whole: (n: number) => string, header = 'cpf_contador', rows = 10) =>
    `cnpj_basico;cnpj_ordem;cnpj_dv;${header}\n${times(rows, (n) => `${parts(n)};${whole(n)}\n`).join('')}`;

  test('with other identifiers are a question that names both, the pieces first', async () => {
    const facts = {
      candidates: [
        {
          ...{ option: '1+2+3', name: '"cnpj_basico" + "cnpj_ordem" + "cnpj_dv"' },
          ...{ kind: 'cnpj', validShare: 1 },
        },
        { option: '4', name: '"cpf_contador"', kind: 'cpf', validShare: 1 },
      ],
    };
    const wanted = { code: 'ambiguous_column', facts };
    expect(await refusal(beside(cpf))).toMatchObject(wanted);
    const other = await refusal(beside((n) => cnpj(n + 500), 'cnpj_matriz'));
    expect(other).toMatchObject({
      ...{ code: 'ambiguous_column' },
      facts: { candidates: [{ option: '1+2+3' }, { option: '4', kind: 'cnpj' }] },
    });
    expect(await refusal(beside(cpf, 'cpf_contador', 1))).toMatchObject(wanted);
    const bare = beside(cpf).split('\n').slice(1).join('\n');
    expect(await refusal(bare)).toMatchObject({
      facts: { candidates: [{ option: '1+2+3' }, { option: '4' }] },
    });
    for (const option of ['1+2+3', '4'])
      expect((await readAll(beside(cpf), { column: option })).layout.validShare).toBe(1);
  });

  test('without zeros, of a CPF, in every split, and beside two columns are one, too', async () => {
    const rows = times(
      10,
      (n) => `${cnpj(n)};${Number(cpf(n).slice(0, 9))};${Number(cpf(n).slice(9))}`,
    );
    expect(await refusal(`empresa;cpf;dv\n${rows.join('\n')}\n`)).toMatchObject({
      facts: {
        candidates: [
          { option: '2+3', kind: 'cpf' },
          { option: '1', kind: 'cnpj' },
        ],
      },
    });
    const five = times(
      10,
      (n) => `${cnpj(n).replace(/(..)(...)(...)(....)(..)/, '$1;$2;$3;$4;$5')};${cpf(n)}`,
    );
    expect(await refusal(`a;b;c;d;e;cpf\n${five.join('\n')}\n`)).toMatchObject({
      facts: { candidates: [{ option: '1+2+3+4+5' }, { option: '6' }] },
    });
    const two = beside((n) => `${cpf(n)};${cpf(n + 50)}`, 'cpf_titular;cpf_conjuge');
    expect(await refusal(two)).toMatchObject({
      facts: { candidates: [{ option: '1+2+3' }, { option: '4' }, { option: '5' }] },
    });
  });

  test('with the same identifiers leave it to the whole column', async () => {
    const same = await readAll(beside(cnpj, 'cnpj'));
    expect(same.layout).toMatchObject({ column: 3, kind: 'cnpj' });
    const damaged = await readAll(beside((n) => (n === 3 ? '1,12E+13' : cnpj(n)), 'cnpj', 40));
    expect(damaged.layout.column).toBe(3);
    const branches = beside((n) => cnpj(n % 10 === 3 ? 900 : n), 'cnpj_matriz', 40);
    expect(await refusal(branches)).toMatchObject({ code: 'ambiguous_column' });
  });

  test('are none if --type names the kind of the whole column, or by chance', async () => {
    expect((await readAll(beside(cpf), { kind: 'cpf' })).layout.column).toBe(3);
    expect(await refusal(beside(cpf), { kind: 'cnpj' })).toMatchObject({
      code: 'identifier_in_parts',
    });
    // The same two numbers in every row are one CPF by chance: 000.000.007-87.
    const constant = times(20, (n) => `7;87;${cpf(n)}\n`).join('');
    expect((await readAll(`loja;codigo;cpf\n${constant}`)).layout.column).toBe(2);
    const lone = times(20, (n) => `12;${n};${cpf(n)}\n`).join('');
    expect((await readAll(`loja;mes;cpf\n${lone}`)).layout.column).toBe(2);
  });

  test('that are the columns of an earlier result are left alone', async () => {
    const rows = times(5, (n) => `${cpf(n)};found;${cpf(n)};${parts(n)}\n`).join('');
    const header = 'cpf;lookup_status;lookup_cpf;lookup_a;lookup_b;lookup_c';
    expect((await readAll(`${header}\n${rows}`)).layout.column).toBe(0);
  });
});
