import { beforeEach, afterEach, describe, expect, it } from 'vitest';
import { makeCnpj, makeCpf, newInProcessUser } from '../support.js';
import type { User } from '../support.js';

let user: User;

beforeEach(async () => {
  user = await newInProcessUser();
  await user.file('in.csv', `cpf,nome\n${makeCpf(1)},Ana\n`);
});

afterEach(() => user[Symbol.asyncDispose]());

const set = (key: string, value: string) => user.ends(0, ['config', 'set', key, value]);
const headOf = async (name: string) => (await user.read(name)).split('\n')[0];

describe('the setting result-format', () => {
  it('is the format of a run without -o, and of no other result', async () => {
    await set('result-format', 'xlsx');
    await user.ends(0, '--sandbox bulk run in.csv');
    expect(await user.read('in.confere.xlsx')).toMatch(/^PK/);
    await user.ends(0, '--sandbox bulk run in.csv -o named.csv');
    expect(await headOf('named.csv')).toMatch(/^cpf,nome,lookup_status/);
    await user.ends(0, '--sandbox bulk run in.csv --format jsonl');
    expect(await user.read('in.confere.jsonl')).toMatch(/^\{/);
  });

  it('comes before the setting format', async () => {
    await set('format', 'json');
    await set('result-format', 'csv');
    await user.ends(0, '--sandbox bulk run in.csv');
    expect(await headOf('in.confere.csv')).toMatch(/^cpf,nome,lookup_status/);
  });
});

describe('the setting fields', () => {
  it('keeps the fields of each kind, and gives way to the option', async () => {
    await set('fields', 'name,uf');
    await user.ends(0, '--sandbox bulk run in.csv -o a.csv');
    expect(await headOf('a.csv')).toMatch(/_at,lookup_name$/);
    await user.file('firms.csv', `cnpj\n${makeCnpj(1)}\n`);
    await user.ends(0, '--sandbox bulk run firms.csv -o b.csv');
    expect(await headOf('b.csv')).toMatch(/_at,lookup_uf$/);
    await user.ends(0, '--sandbox bulk run in.csv -o c.csv --fields cpf');
    expect(await headOf('c.csv')).toMatch(/_at,lookup_cpf$/);
    const { stderr } = await user.ends(2, '--sandbox bulk run in.csv -o d.csv --fields uf');
    expect(stderr).toContain('uf');
  });

  it('stops no command without records, and shows all where none is of the kind', async () => {
    await set('fields', 'uf');
    await user.ends(0, 'check 529.982.247-25');
    await user.ends(0, '--sandbox bulk run in.csv -o a.csv');
    expect(await headOf('a.csv')).toContain('lookup_birthDate');
    const { stdout } = await user.ends(0, ['--sandbox', 'cnpj', makeCnpj(1), '--format', 'json']);
    expect(Object.keys((JSON.parse(stdout) as { data: object }).data)).toEqual(['uf']);
  });

  it('is refused with its place, wherever it stands', async () => {
    const env = { CONFERE_FIELDS: 'uf,estado' };
    const { stderr } = await user.ends(2, '--sandbox bulk run in.csv -o a.csv', { env });
    expect(stderr).toMatch(/CONFERE_FIELDS: there is no field 'estado'/);
  });

  it('is refused with the names of the fields where no record has it', async () => {
    const { stderr } = await user.ends(2, 'config set fields uf,estado');
    expect(stderr).toContain('razao_social');
    await user.ends(2, '--sandbox bulk run in.csv', { env: { CONFERE_FIELDS: 'estado' } });
  });
});

describe('the setting labels', () => {
  it('is for people: JSON has the names of the service', async () => {
    await set('labels', 'pt-BR');
    await user.ends(0, '--sandbox bulk run in.csv -o a.csv');
    expect(await headOf('a.csv')).toMatch(/^cpf,nome,Situação da consulta,/);
    await user.ends(0, '--sandbox bulk export -o a.json');
    expect(await user.read('a.json')).toContain('"lookup_status":"found"');
    await user.ends(0, '--sandbox bulk export -o b.csv --labels service');
    expect(await headOf('b.csv')).toMatch(/^cpf,nome,lookup_status/);
  });
});

describe('a first result that is a CSV', () => {
  const HINT = /for Excel: confere bulk export \w+ -o in\.confere\.xlsx --sandbox\n/;

  it.each(['', ' -o in.confere.csv'])(
    'names the workbook to a person%s, whose command writes it',
    async (output) => {
      const line = `--sandbox bulk run in.csv${output}`;
      const { stderr } = await user.ends(0, line, { columns: 100 });
      const [, command = ''] = /for Excel: confere (.*)/.exec(stderr) ?? [];
      expect(stderr).toMatch(HINT);
      await user.ends(0, command.trim());
      expect(await user.read('in.confere.xlsx')).toMatch(/^PK/);
      const again = await user.ends(0, '--sandbox bulk run in.csv', { columns: 100 });
      expect(again.stderr).not.toContain('for Excel');
    },
  );

  it.each([
    ['a pipe', 'in.csv', {}],
    ['who named a format', 'in.csv --excel', { columns: 100 }],
    ['a workbook', 'in.csv -o out.xlsx', { columns: 100 }],
    ['a program', 'in.csv --json', { columns: 100 }],
    ['nobody', 'in.csv -q', { columns: 100 }],
  ])('tells it to no other reader: %s', async (_, args, options) => {
    const { stderr } = await user.ends(0, `--sandbox bulk run ${args}`, options);
    expect(stderr).not.toContain('for Excel');
  });
});
