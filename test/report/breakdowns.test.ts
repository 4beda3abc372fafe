import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBreakdowns, type ReportedRecord } from '../../src/report/breakdowns.js';
import type { Breakdown } from '../../src/report/index.js';
import { runs } from '../helpers/runs.js';

const NOW = Date.UTC(2026, 2, 10, 12);
const FIELDS = {
  cnpj: ['situacao_cadastral', 'uf', 'porte_empresa', 'cnae_principal', 'data_inicio_atividade'],
  cpf: ['gender', 'birthDate', 'day', 'month', 'year'],
} as const;

function count(kind: 'cpf' | 'cnpj', records: readonly ReportedRecord[]): Breakdown[] {
  const breakdowns = createBreakdowns(kind, NOW);
  for (const record of records) breakdowns.add(record);
  return breakdowns.result().breakdowns;
}

function one(kind: 'cpf' | 'cnpj', name: Breakdown['name'], records: readonly ReportedRecord[]) {
  const found = count(kind, records).find((breakdown) => breakdown.name === name);
  const groups = (found?.groups ?? []).filter((group) => group.count > 0);
  return {
    groups: Object.fromEntries(groups.map((group) => [group.label, group.count])),
    others: found?.others,
    notInformed: found?.notInformed,
  };
}

function sum({ groups, others, notInformed }: Breakdown): number {
  return groups.reduce((all, group) => all + group.count, others + notInformed);
}

/** Any value that a field may have, also against the spec. */
const anything = fc.oneof(
  fc.anything(),
  fc.string(),
  fc.constantFrom('SP', 'RJ', 'M', 'F', 'Ativa', '2001-02-03', '03/02/2001', '**/**/1980', ''),
  fc.integer({ min: -5, max: 3000 }),
);

describe.each(['cpf', 'cnpj'] as const)('the breakdowns of %s records', (kind) => {
  const keys = Object.fromEntries(FIELDS[kind].map((field) => [field, anything]));
  it('each add up to the number of records, for any values', () => {
    fc.assert(
      fc.property(fc.array(fc.record(keys, { requiredKeys: [] }), { maxLength: 60 }), (records) => {
        for (const breakdown of count(kind, records)) expect(sum(breakdown)).toBe(records.length);
      }),
      { numRuns: runs(100) },
    );
  });

  it('stay bounded if every record has another value', () => {
    const records = Array.from({ length: 5_000 }, (_, n) =>
      Object.fromEntries(FIELDS[kind].map((field) => [field, `value ${n}`])),
    );
    for (const breakdown of count(kind, records)) {
      expect(breakdown.groups.length).toBeLessThan(50);
      expect(sum(breakdown)).toBe(5_000);
    }
  });
});

describe('the value of a record', () => {
  it('is counted as the service writes it; a value without information is not informed', () => {
    const values = ['ATIVA', 'Ativa', ' Ativa ', '', null, undefined, {}, 'Não informado', '****'];
    const records = values.map((situacao_cadastral) => ({ situacao_cadastral }));
    expect(one('cnpj', 'status', records)).toEqual({
      groups: { ATIVA: 1, Ativa: 2 },
      others: 0,
      notInformed: 6,
    });
  });

  it('is reduced to the most common ones', () => {
    const records = Array.from({ length: 40 }, (_, n) =>
      Array.from({ length: n + 1 }, () => ({ cnae_principal: String(1_000_000 + n) })),
    ).flat();
    const { groups, others } = one('cnpj', 'activity', records);
    expect(Object.keys(groups)).toHaveLength(30);
    expect(groups['1000039']).toBe(40);
    expect(others).toBe((10 * 11) / 2);
  });

  it.each([
    ['2001-02-03', '2001'],
    ['03/02/2001', '2001'],
    ['0000-00-00', undefined],
    ['9999-01-01', undefined],
    [20010203, undefined],
  ])('gives the opening year: %j', (data_inicio_atividade, year) => {
    const groups = year === undefined ? {} : { [year]: 1 };
    expect(one('cnpj', 'openingYear', [{ data_inicio_atividade }]).groups).toEqual(groups);
  });

  it.each([
    [{ birthDate: '10/03/2008' }, '18-24'],
    [{ birthDate: '11/03/2008' }, '0-17'],
    [{ birthDate: '01/01/1950' }, '75+'],
    [{ birthDate: null, day: 2, month: 3, year: 1980 }, '45-54'],
    [{ birthDate: '**/**/1980' }, undefined],
    [{ birthDate: '11/03/2026' }, undefined],
  ])('gives the age on the day of the report: %j', (record, band) => {
    const wanted = band === undefined ? {} : { [band]: 1 };
    expect(one('cpf', 'ageBand', [record])).toMatchObject({
      groups: wanted,
      notInformed: band === undefined ? 1 : 0,
    });
  });

  it('contains no identifier, in any field of the service', () => {
    const hidden = ['529.982.247-25', '52998224725', '12.ABC.345/01DE-35', '12ABC34501DE35'];
    const records = hidden.map((id) => ({ situacao_cadastral: `Ativa ${id}`, uf: id }));
    expect(one('cnpj', 'status', records).groups).toEqual({ 'Ativa ***': 4 });
    expect(one('cnpj', 'uf', records)).toMatchObject({ groups: {}, notInformed: 4 });
  });
});
