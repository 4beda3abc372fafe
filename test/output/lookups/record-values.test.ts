import { describe, expect, it } from 'vitest';
import { yearsSince } from '../../../src/records/cells.js';
import {
  activityText,
  dateText,
  moneyText,
  natureText,
  phoneText,
} from '../../../src/output/lookups/values.js';

describe('values in Brazilian formats', () => {
  it.each([
    [dateText, '2020-03-09', '09/03/2020'],
    [dateText, 'em breve', 'em breve'],
    [activityText, '4520001', '4520-0/01'],
    [natureText, '2062', '206-2'],
    [moneyText, '1234567,89', 'R$ 1.234.567,89'],
    [moneyText, '0000000100,5', 'R$ 100,50'],
    [moneyText, '1.000,00', '1.000,00'],
    [phoneText, { ddd: '11', numero: '30000000', is_fax: false }, '(11) 3000-0000'],
    [phoneText, { ddd: '11', numero: '30000000', is_fax: true }, '(11) 3000-0000 (fax)'],
  ])('%o of %o is %s', (text, value, expected) => {
    expect(text(value)).toBe(expected);
  });
});

describe('time', () => {
  const now = Date.UTC(2026, 2, 10, 12);
  it.each([
    ['10/03/1980', 46],
    ['11/03/1980', 45],
    ['01/01/2027', undefined],
    ['oculto', undefined],
  ])('a person born on %s is %s', (birthDate, age) => {
    expect(yearsSince(birthDate, now)).toBe(age);
  });
});
