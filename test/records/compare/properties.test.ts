import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCompanies } from '../../../src/records/compare/companies.js';
import { comparePeople } from '../../../src/records/compare/people.js';
import { comparePlaces } from '../../../src/records/compare/places.js';

const words = (...lists: readonly string[]) => lists.flatMap((list) => list.split(' '));

/** So few that two names often share some. */
const given = fc.constantFrom(
  ...words('Ana João José Mariana Luís Conceição', 'A. M J. Mª E Fco.'),
);
const last = fc.constantFrom(...words('Souza Sousa Simões Sá Leão D’Ávila Davila Nóbrega S. Lima'));
const particle = fc.constantFrom(...words('de da dos e E d'), '', '');
const suffix = fc.constantFrom(...words('Filho Neto Jr. Júnior II'), '', '', '');
const title = fc.constantFrom('', '', '', 'Dr. ', 'Sra. ');
const gap = fc.constantFrom(' ', ' ', ' ', '  ', '-', ', ');

const personName = fc
  .tuple(
    title,
    given,
    fc.array(fc.tuple(gap, particle, fc.oneof(given, last)), { maxLength: 4 }),
    suffix,
  )
  .map(([before, first, rest, behind]) => {
    const names = rest.map(
      ([blank, small, name]) => `${blank}${small === '' ? '' : `${small} `}${name}`,
    );
    return `${before}${first}${names.join('')}${behind === '' ? '' : ` ${behind}`}`;
  });

const companyWord = fc.constantFrom(
  ...words('Padaria Sol Nascente Comércio Com. Ind. Indústria Cia. Transportes S.A. S/A Sá SA'),
  ...words('Ltda Ltda. ME - EPP EIRELI & e de E. A B Silva Souza Sousa 7 52998224725 12.345.678'),
);
const companyName = fc
  .array(companyWord, { minLength: 1, maxLength: 6 })
  .map((all) => all.join(' '));

const placeName = fc
  .array(
    fc.constantFrom(...words('São S. Sta. Santa Paulo José Vila Vl. D. d’ Água da do e Pedro')),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((all) => all.join(' '));

const kinds = [
  ['people', comparePeople, personName],
  ['companies', compareCompanies, companyName],
  ['places', comparePlaces, placeName],
] as const;

/** Every fold of accents that a program of spreadsheets may have made. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

describe.each(kinds)('%s', (_, compare, name) => {
  it('are compared with the same verdict and reasons from either side', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(compare(b, a)).toEqual(compare(a, b));
      }),
      { numRuns: 500 },
    );
  });

  it('are equal to themselves, however they are typed', () => {
    fc.assert(
      fc.property(name, (text) => {
        const same = compare(text, text);
        expect(same.reasons).toEqual([]);
        for (const other of [text.toUpperCase(), text.toLowerCase(), plain(text), `  ${text} `]) {
          expect(compare(text, other).verdict).toBe(same.verdict);
        }
      }),
    );
  });

  it('are judged no worse for case, and no worse for decomposed accents', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        const { verdict } = compare(a, b);
        expect(compare(a.toUpperCase(), b).verdict).toBe(verdict);
        expect(compare(a, b.toLowerCase()).verdict).toBe(verdict);
        expect(compare(a.normalize('NFD'), b).verdict).toBe(verdict);
      }),
      { numRuns: 300 },
    );
  });
});

describe('people', () => {
  it('are judged no worse for accents', () => {
    fc.assert(
      fc.property(personName, personName, (a, b) => {
        expect(comparePeople(plain(a), b).verdict).toBe(comparePeople(a, b).verdict);
      }),
      { numRuns: 300 },
    );
  });
});
