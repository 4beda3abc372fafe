import { describe, expect, it } from 'vitest';
import type { ErrorFacts } from '../../src/base/error-facts.js';
import { asKnownError } from '../../src/base/errors.js';
import { type FieldNames, readFields, reduceTo, valueAt } from '../../src/records/fields.js';

const names: FieldNames = {
  of: 'lookup',
  kind: 'cnpj',
  around: ['status', 'error'],
  within: { error: ['code'] },
};

function refusal(list: string): ErrorFacts['unknown_field'] {
  try {
    readFields(list, names);
  } catch (error) {
    const { code, facts } = asKnownError(error);
    expect(code).toBe('unknown_field');
    return facts as ErrorFacts['unknown_field'];
  }
  throw new Error(`${list} was taken`);
}

describe('readFields', () => {
  it('tells the fields of the record from those around it, in the order written', () => {
    expect(readFields(' QSA.nome_socio ,error.code,uf,data.novo.x', names)).toEqual([
      { name: 'QSA.nome_socio', path: ['QSA', 'nome_socio'], isRecords: true },
      { name: 'error.code', path: ['error', 'code'], isRecords: false },
      { name: 'uf', path: ['uf'], isRecords: true },
      { name: 'novo.x', path: ['novo', 'x'], isRecords: true },
    ]);
  });

  it.each(['', 'uf,', 'data.', 'data.a..b', 'data', 'status.code', 'error.code.x', 'QSA.', 'name'])(
    'refuses %o, naming what there is',
    (list) => {
      const { of, known, near } = refusal(list);
      expect({ of, near }).toEqual({ of: 'lookup', near: undefined });
      expect(known.slice(0, 5)).toEqual(['status', 'error', 'error.code', 'cnpj', 'razao_social']);
    },
  );

  it.each([
    ['UF', 'uf'],
    ['lookup_QSA.Nome_socio', 'QSA.nome_socio'],
    ['lookup_status', 'status'],
  ])('%s: names the field that was meant', (list, near) => {
    expect(refusal(list).near).toBe(near);
  });
});

const record = {
  uf: 'SP',
  email: null,
  partners: [{ name: 'Ana', age: '5' }, null, { name: 'Bia' }],
};

const fields = (...names: string[]) => names.map((name) => ({ name, path: name.split('.') }));

describe('valueAt', () => {
  it.each([
    ['uf', 'SP'],
    ['email', null],
    ['email.x', null],
    ['uf.length', null],
    ['constructor', null],
    ['partners.age', ['5', null, null]],
    ['partners.length', [null, null, null]],
  ])('%s', (name, value) => {
    expect(valueAt(record, name.split('.'))).toEqual(value);
  });
});

describe('reduceTo', () => {
  it('keeps the shape and the order asked for; what is missing is null', () => {
    const reduced = reduceTo(fields('partners.age', 'novo.x', 'uf', 'email.x'), record);
    const partners = [{ age: '5' }, { age: null }, { age: null }];
    expect(reduced).toEqual({ partners, novo: null, uf: 'SP', email: null });
    expect(Object.keys(reduced)).toEqual(['partners', 'novo', 'uf', 'email']);
  });

  it('gives the whole field where a part of it was named, too', () => {
    expect(reduceTo(fields('partners.age', 'partners'), record)).toEqual({
      partners: record.partners,
    });
  });
});
