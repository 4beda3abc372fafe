import { describe, expect, it } from 'vitest';
import { readTyped } from '../../src/identifiers/index.js';

const CPF = { valid: true, kind: 'cpf', id: '52998224725' };
const CNPJ = { valid: true, kind: 'cnpj', id: '90021382000122' };

describe('readTyped', () => {
  it.each([
    ['"529.982.247-25",', CPF],
    ['(529.982.247–25);', CPF],
    ['CPF: 529.982.247-25', CPF],
    ['\u00a0529\u00a0982\u00a0247\u00a025', CPF],
    ['‘90.021.382/0001-22’', CNPJ],
    ['CNPJ nº 90.021.382/0001—22;', CNPJ],
    ['<90021382000122>', CNPJ],
  ] as const)('reads what is pasted: %s', (text, expected) => {
    expect(readTyped(text)).toEqual(expected);
    expect(readTyped(text, expected.kind as 'cpf' | 'cnpj')).toEqual(expected);
  });

  it('takes 11 digits for a whole CPF, also where a CNPJ has the same after three zeros', () => {
    const cpf = { valid: true, kind: 'cpf', id: '00000000191' };
    expect(readTyped('00000000191')).toEqual(cpf);
    expect(readTyped('00000000191', 'cpf')).toEqual(cpf);
    // Without its zeros it is still a question.
    expect(readTyped('0000000191')).toMatchObject({ valid: false });
  });

  it('says what 14 digits mean that are a CPF with zeros in front', () => {
    const meant = { kind: 'cpf', id: '52998224725' };
    for (const asked of ['cpf', undefined] as const)
      expect(readTyped('00052998224725', asked)).toMatchObject({ valid: false, meant });
  });

  it.each(['1234567890', "'1234567890", 'CPF: 1234567890;', '1234567890.0'])(
    'never pads what is typed: %s',
    (text) => {
      const meant = { kind: 'cpf', id: '01234567890' };
      expect(readTyped(text, 'cpf')).toMatchObject({ valid: false, reason: 'format', meant });
    },
  );
});
