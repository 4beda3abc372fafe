import { expect, it } from 'vitest';
import { readParts } from '../../src/identifiers/index.js';

const valid = (id: string, repaired: boolean) => ({
  ...{ valid: true, repaired, id },
  kind: id.length === 11 ? 'cpf' : 'cnpj',
});

it.each([
  [['90021382', '0001', '22'], valid('90021382000122', false)],
  [['90021382', '1', '22'], valid('90021382000122', true)],
  [['90.021.382', '/0001', "-'22"], valid('90021382000122', false)],
  [['90021382.0', '1.0', '22,0'], valid('90021382000122', true)],
  [['0', '1', '91'], valid('00000000000191', true)],
  [['12abc345', '01de', '35'], valid('12ABC34501DE35', false)],
  [['90021382', '000122'], valid('90021382000122', false)],
  [['529982247', '25'], valid('52998224725', false)],
  [['1234567', '97'], valid('00123456797', true)],
  [['', ' ', ''], { valid: false, reason: 'empty' }],
  [['90021382', '', ' '], { valid: false, reason: 'cnpj_root' }],
  [['9002138', '00012', '22'], { valid: false, reason: 'format' }],
  [['90021382', '0001', '23'], { valid: false, reason: 'check_digit' }],
])('%j', (cells, reading) => {
  const widths =
    cells.length === 3
      ? [8, 4, 2]
      : reading.valid && 'kind' in reading && reading.kind === 'cpf'
        ? [9, 2]
        : (cells[1] ?? '').length > 2
          ? [8, 6]
          : [12, 2];
  const kind = widths[0] === 9 ? 'cpf' : 'cnpj';
  expect(readParts(cells, kind, widths)).toEqual(reading);
});
