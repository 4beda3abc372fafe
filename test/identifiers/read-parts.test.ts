import { expect, it } from 'vitest';
import { readParts } from '../../src/identifiers/index.js';

const valid = (id: string, repaired: boolean) => ({
  valid: true,
  repaired,
  id,
  kind: id.length === 11 ? 'cpf' : 'cnpj',
});
const invalid = (reason: string) => ({ valid: false, reason });

it.each([
  ['8 4 2', ['90021382', '0001', '22'], valid('90021382000122', false)],
  ['8 4 2', ['90021382', '1', '22'], valid('90021382000122', true)],
  ['8 4 2', ['90.021.382', '/0001', "-'22"], valid('90021382000122', false)],
  ['8 4 2', ['90021382.0', '1.0', '22,0'], valid('90021382000122', true)],
  ['8 4 2', ['0', '1', '91'], valid('00000000000191', true)],
  ['8 4 2', ['12abc345', '01de', '35'], valid('12ABC34501DE35', false)],
  ['8 6', ['90021382', '000122'], valid('90021382000122', false)],
  ['9 2', ['529982247', '25'], valid('52998224725', false)],
  ['9 2', ['1234567', '97'], valid('00123456797', true)],
  ['8 4 2', ['', ' ', ''], invalid('empty')],
  ['8 4 2', ['90021382', '', ' '], invalid('cnpj_root')],
  ['8 4 2', ['9002138', '00012', '22'], invalid('format')],
  ['8 4 2', ['90021382', '0001', '23'], invalid('check_digit')],
])('%s characters: %j', (widths, cells, reading) => {
  const kind = widths === '9 2' ? 'cpf' : 'cnpj';
  expect(readParts(cells, kind, widths.split(' ').map(Number))).toEqual(reading);
});
