import { describe, expect, it } from 'vitest';
import { reduceTo, valueAt } from '../../src/records/fields.js';

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
