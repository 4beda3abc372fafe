import { describe, expect, it } from 'vitest';
import { fieldEntries, lookupFields, selectFields } from '../../../src/commands/lookup/values.js';
import type { ColumnKind } from '../../../src/identifiers/index.js';
import type { Lookup } from '../../../src/lookups/answer.js';
import { csvColumns } from '../../../src/commands/lookup/output.js';
import { csvLines } from '../../../src/records/csv-lines.js';
import type { FieldPath } from '../../../src/records/fields.js';
import { COMPANY, found, PERSON } from './records.js';

type Fields = readonly FieldPath[];

const csvHeader = (kind: ColumnKind, fields?: Fields) =>
  csvLines([csvColumns(kind, fields, () => false).map(([name]) => name)]);
const csvRow = (lookup: Lookup, kind: ColumnKind, isSandbox: boolean, fields?: Fields) =>
  csvLines([csvColumns(kind, fields, () => isSandbox).map(([, cell]) => cell(lookup))]);

describe('--fields', () => {
  const company = found('cnpj', COMPANY);

  it('reduces an answer and keeps its shape', () => {
    const fields = lookupFields('QSA.nome_socio,uf,fetchedAt,data.novo,QSA.faixa_etaria', 'cnpj');
    expect(selectFields(company, fields)).toEqual({
      input: '12ABC34501DE35',
      kind: 'cnpj',
      id: '12ABC34501DE35',
      status: 'found',
      source: 'api',
      fetchedAt: '2026-01-05T00:00:00.000Z',
      data: {
        QSA: COMPANY.QSA.map(({ nome_socio, faixa_etaria }) => ({ nome_socio, faixa_etaria })),
        uf: 'SP',
        novo: null,
      },
    });
  });

  it('always keeps an error', () => {
    const error = { code: 'network', message: 'x', httpStatus: null };
    const answer = { input: 'a', kind: 'cpf', id: 'a', status: 'error', error } as const;
    expect(selectFields({ answer }, lookupFields('name', 'cpf'))).toEqual(answer);
  });

  it('are lines for people', () => {
    expect(fieldEntries(company, lookupFields('telefones.numero,telefones,id', 'cnpj'))).toEqual([
      { label: 'telefones.numero', text: '30000000 | 30000001' },
      { label: 'telefones', text: '(11) 30000000 | (11) 30000001' },
      { label: 'id', text: '12ABC34501DE35' },
    ]);
  });
});

describe('CSV', () => {
  it('has the columns of an export', () => {
    const person = found('cpf', PERSON);
    expect(csvHeader('cpf')).toBe(
      'input,kind,id,lookup_status,lookup_reason,lookup_source,lookup_fetched_at,lookup_cpf,' +
        'lookup_name,lookup_nameUpper,lookup_gender,lookup_birthDate,lookup_day,lookup_month,lookup_year\n',
    );
    expect(csvRow(person, 'cpf', false)).toBe(
      '52998224725,cpf,52998224725,found,,api,2026-01-05T00:00:00.000Z,52998224725,' +
        'Íris Conceição de Teste,ÍRIS CONCEIÇÃO DE TESTE,F,02/03/1980,2,3,1980\n',
    );
    expect(csvRow(person, 'cpf', true)).toContain(',sandbox,');
  });

  it('with fields keeps the columns that explain an empty row', () => {
    const fields = lookupFields('QSA.nome_socio,status,source,fetchedAt', 'cnpj');
    expect(csvHeader('cnpj', fields)).toBe(
      'input,kind,id,lookup_status,lookup_reason,lookup_source,lookup_fetched_at,lookup_QSA.nome_socio\n',
    );
    expect(csvRow(found('cnpj', COMPANY), 'cnpj', false, fields)).toBe(
      '12ABC34501DE35,cnpj,12ABC34501DE35,found,,api,2026-01-05T00:00:00.000Z,' +
        'JOSÉ INVENTADO DA SILVA | PARTICIPAÇÕES DE TESTE S.A.\n',
    );
    const error = { code: 'check_digit', message: 'x', httpStatus: null };
    const bad = { input: '1,2', kind: 'cnpj', id: null, status: 'invalid', error } as const;
    expect(csvRow({ answer: bad }, 'cnpj', false, fields)).toBe(
      '"1,2",cnpj,,invalid,check_digit,,,\n',
    );
    const failed = { ...bad, status: 'error' } as const;
    expect(csvRow({ answer: failed }, 'cnpj', false, fields)).toContain(',failed,');
  });
});
