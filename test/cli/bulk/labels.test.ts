import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCnpj, makeCpf, newInProcessUser } from '../support.js';
import type { User } from '../support.js';

const HEADINGS = 'Situação da consulta,Motivo da consulta,Origem da consulta,Data da consulta';
const FIELDS = ['--fields', 'cpf,birthDate'];

let user: User;

beforeAll(async () => {
  user = await newInProcessUser();
  await user.file('in.csv', `cpf,nome\n${makeCpf(1)},Ana\n123,Bia\n`);
  await user.ends(0, '--sandbox bulk run in.csv -o service.csv');
});

afterAll(() => user[Symbol.asyncDispose]());

const exported = async (name: string, ...args: readonly string[]) => {
  await user.ends(0, ['--sandbox', 'bulk', 'export', '-o', name, ...args]);
  return (await user.read(name)).trimEnd().split('\n');
};

describe('--labels', () => {
  it('writes headings, statuses, reasons, sources and dates in words of a language', async () => {
    const [head, found, invalid] = await exported('pt.csv', '--labels', 'pt-BR', ...FIELDS);
    expect(head).toBe(`cpf,nome,${HEADINGS},CPF (consulta),Data de nascimento (consulta)`);
    const time = String.raw`\d\d/\d\d/\d{4} \d\d:\d\d:\d\d`;
    expect(found).toMatch(
      new RegExp(`,Ana,Encontrado,,Sandbox,${time},${makeCpf(1)},\\d\\d/\\d\\d/\\d{4}$`),
    );
    expect(invalid).toBe('123,Bia,Inválido,Formato,,,,');
    const [, inEnglish] = await exported('en.csv', '--labels', 'en', ...FIELDS);
    expect(inEnglish).toMatch(/,Found,,Sandbox,\d{4}-\d\d-\d\d [\d:]+,\d+,\d{4}-\d\d-\d\d$/);
  });

  it('changes nothing without a value of its own', async () => {
    const [head] = await exported('plain.csv', '--labels', 'service', ...FIELDS);
    expect(head).toMatch(/^cpf,nome,lookup_status,/);
  });

  it('is an earlier result for the next run, which replaces its columns', async () => {
    await exported('again.csv', '--labels', 'pt-BR', ...FIELDS);
    await user.ends(0, ['--sandbox', 'bulk', 'run', 'again.csv', '-o', 'new.csv', ...FIELDS]);
    const [head, ana] = (await user.read('new.csv')).split('\n');
    expect(head).toMatch(/^cpf,nome,lookup_status,.*,lookup_cpf,lookup_birthDate$/);
    expect(ana).toContain(',Ana,found,,');
  });

  it('compares as the same with a result under the names of the service', async () => {
    await exported('label.csv', '--labels', 'pt-BR');
    const { stdout } = await user.ends(0, 'bulk diff service.csv label.csv --exit-status');
    expect(stdout).toMatch(/the same +1/);
  });

  it.each(['-o x.json', '-o x.jsonl.gz', '--format json', '--json'])(
    'is refused with %s, which programs read',
    async (where) => {
      const line = `--sandbox bulk export --labels en ${where}`;
      const { stderr, stdout } = await user.ends(2, line);
      expect(stdout).toBe('');
      expect(stderr).toContain('--labels');
    },
  );

  it('is refused before a batch is made', async () => {
    await user.file('other.csv', `cpf\n${makeCpf(2)}\n`);
    const before = (await user.ends(0, '--sandbox bulk list --format csv')).stdout;
    await user.ends(2, '--sandbox bulk run other.csv -o x.json --labels en');
    expect((await user.ends(0, '--sandbox bulk list --format csv')).stdout).toBe(before);
  });

  it('has the name of the main activity beside its code, which is no difference', async () => {
    await user.file('firms.csv', `cnpj\n${makeCnpj(1)}\n`);
    await user.ends(0, '--sandbox bulk run firms.csv -o firms.service.csv');
    const fields = ['--fields', 'cnae_principal'];
    const [head, firm] = await exported('firms.pt.csv', '--labels', 'pt-BR', ...fields);
    expect(head).toMatch(
      /,Atividade principal \(CNAE\) \(consulta\),Atividade principal \(consulta\)$/,
    );
    expect(firm).toMatch(/,\d{7},"?[A-Z][^,]+.*$/);
    const { stdout } = await user.ends(0, 'bulk diff firms.service.csv firms.pt.csv --exit-status');
    expect(stdout).toMatch(/the same +1/);
    await user.ends(0, ['--sandbox', 'bulk', 'run', 'firms.pt.csv', '-o', 'more.csv', ...fields]);
    expect((await user.read('more.csv')).split('\n')[0]).toMatch(
      /^cnpj,lookup_status,.*principal$/,
    );
  });
});
