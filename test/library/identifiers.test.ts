import { describe, expect, it } from 'vitest';
import { cnpj, cpf, InvalidIdentifierError } from '../../src/index.js';

describe('cpf', () => {
  it('validates, parses, formats and masks', () => {
    expect(cpf.validate('529.982.247-25')).toBe(true);
    expect(cpf.validate('529.982.247-24')).toBe(false);
    expect(cpf.parse(' 529.982.247-25 ')).toEqual({ valid: true, id: '52998224725' });
    expect(cpf.format('52998224725')).toBe('529.982.247-25');
    expect(cpf.mask('529.982.247-25')).toBe('***.982.247-**');
    expect(cpf.mask('Maria 529')).toBe('***.***.***-**');
  });
  it.each([
    ['', 'empty'],
    ['1', 'format'],
    ['1.23457E+13', 'format'],
    ['52998224724', 'check_digit'],
    ['11111111111', 'repeated'],
  ])('reports why "%s" is not valid', (text, reason) => {
    expect(cpf.parse(text)).toEqual({ valid: false, reason });
    expect(() => cpf.format(text)).toThrow(InvalidIdentifierError);
    expect(() => cpf.format(text)).toThrow(expect.objectContaining({ code: reason }));
  });
  it('says what is wrong without repeating the text', () => {
    expect(() => cpf.format('52998224724')).toThrow(
      'This is not a CPF: its check digits do not match.',
    );
  });
});

it('cnpj accepts letters of either case, and is never a number', () => {
  expect(cnpj.parse('12.abc.345/01de-35')).toEqual({ valid: true, id: '12ABC34501DE35' });
  expect(cnpj.format('12abc34501de35')).toBe('12.ABC.345/01DE-35');
  expect(cnpj.validate('12345678E00131')).toBe(true);
  expect(cnpj.validate('52998224725')).toBe(false);
});
