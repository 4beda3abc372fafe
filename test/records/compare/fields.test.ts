import { describe, expect, it } from 'vitest';
import { findComparer } from '../../../src/records/compare/index.js';
import { recordFields } from '../../../src/records/fields.js';

type Row = readonly [path: string, cell: string, value: unknown, says: string];

/** `equal case`: the verdict and its reasons. */
function said([path, cell, value]: Row, record: Readonly<Record<string, unknown>> = {}): string {
  const found = findComparer(path.split('.'))?.(cell, value, record);
  return [found?.verdict, ...(found?.reasons ?? [])].join(' ');
}

const rows: readonly Row[] = [
  ['gender', 'Feminino', 'F', 'equal abbreviated'],
  ['gender', 'masc.', 'F', 'different another_text'],
  ['gender', 'M', null, ''],
  ['nameUpper', 'Ana Souza', 'ANA SOUZA', 'equal case'],
  ['year', '1985', 1985, 'equal'],
  // Excel read 07/03/1985 as Americans write it.
  ['birthDate', '31231', '07/03/1985', 'similar day_month_swapped'],
  ['month', '03', 3, 'equal leading_zeros'],
  ['email', 'Ana.Souza@example.com ', 'ana.souza@example.com', 'equal case'],
  ['email', 'anasouza@example.com', 'ana.souza@example.com', 'different another_text'],
  ['situacao_cadastral', 'ATIVA', 'Ativa', 'equal case'],
  ['situacao_cadastral', 'Baixada', 'Ativa', 'different another_text'],
  ['porte_empresa', 'ME', 'Microempresa (ME)', 'equal abbreviated'],
  ['porte_empresa', 'EPP', 'Microempresa (ME)', 'different another_text'],
  ['opcao_simples', 'Sim', 'S', 'equal abbreviated'],
  ['opcao_mei', 'Sim', 'N', 'different another_text'],
  ['lgpd_anonimizado', 'sim', true, 'equal abbreviated'],
  ['numero', 'nº 100', '100', 'equal format'],
  ['numero', 'S/Nº', 'SN', 'equal format'],
  ['numero', '100', '1000', 'different another_number'],
  ['tipo_logradouro', 'R.', 'RUA', 'equal abbreviated'],
  ['tipo_logradouro', 'Av.', 'RUA', 'different another_word'],
  [
    'cnaes_secundarios',
    '4711-3/02, 4729-6/99',
    ['4729699', '4711302'],
    'equal punctuation one_of_several',
  ],
  ['cnaes_secundarios', '4711-3/02; 4712-1/00', ['4729699', '4711302'], 'similar some_of_several'],
  ['cnaes_secundarios', '4711302', [], ''],
  ['telefones', '', [{ ddd: '11', numero: '30000000' }], ''],
  ['telefones', '11 3000-0000', [], ''],
  ['cpf', '52998224725.0', '52998224725', 'equal punctuation'],
  ['QSA.nome_socio', 'Ana Souza', ['RUI PRADO', 'ANA SOUZA'], 'equal case'],
  ['QSA.nome_socio', 'Alfa', ['RUI PRADO', 'ALFA LTDA'], 'equal case legal_form'],
  ['QSA.nome_socio', 'Maria Prado', ['MARIO PRADO'], 'different another_first_name'],
  ['QSA.cnpj_cpf_socio', '529.982.247-25', ['***982247**'], 'similar masked'],
  ['QSA.cnpj_cpf_socio', '529.982.247-25', ['***982248**'], 'different another_number'],
  ['novo_campo', 'São  João', 'SAO JOAO', 'equal blanks'],
];

describe('compare', () => {
  it.each(rows)('%s: %s beside %j is %s', (...row) => {
    expect(said(row)).toBe(row[3]);
  });

  it.each([
    ['Ana M. Souza', 'ANA MARIA SOUZA', 'equal case abbreviated'],
    ['Fenanda Souza', 'FERNANDA SOUZA 52998224725', 'different another_first_name'],
    ['Antonio Moura', 'ANTONIO MOURA SA', 'similar changed_last_name'],
    ['Ana Souza ME', '12.345.678 ANA SOUZA', 'equal case legal_form registration_number'],
  ])('reads the name of a sole trader as that of a person: %s, %s', (cell, name, says) => {
    const record = { codigo_natureza_juridica: '2135' };
    expect(said(['razao_social', cell, name, says], record)).toBe(says);
  });

  it.each([
    ['Irmãos Sá Ltda', 'IRMAOS LTDA'],
    ['Transportes SC Ltda', 'TRANSPORTES LTDA'],
    ['Leva-me Turismo', 'LEVA TURISMO'],
    ['Leva-me', 'LEVA'],
    ['Irmãos Sá ME', 'IRMAOS ME'],
    ['IRMAOS SA ME', 'IRMAOS ME'],
    ['D. Silva Ltda', 'SILVA LTDA'],
    ['Com Vida Ltda', 'COMERCIO VIDA LTDA'],
  ])('takes no word for a legal form or an abbreviation: %s, %s', (cell, name) => {
    expect(said(['razao_social', cell, name, ''])).toMatch(/^different/);
  });

  it('has a way for each field of a record, but for a list of objects', () => {
    const without = recordFields('both').filter((name) => findComparer([name]) === undefined);
    expect(without).toEqual(['QSA']);
  });
});
