import { describe, expect, it } from 'vitest';
import { readTyped, type IdentifierKind } from '../../src/identifiers/index.js';
import { adviseOn, maskInput } from '../../src/messages/identifier-advice.js';

function advice(text: string, kind?: IdentifierKind) {
  const typed = readTyped(text, kind);
  if (typed.valid) throw new Error('valid');
  return { code: typed.reason, ...adviseOn(typed) };
}

describe('advice about typed text', () => {
  it.each([
    ['1234567890', 'cpf', 'format', 'with 1 leading zero it is valid: ***.345.678-**'],
    ['2ABC34501DE35', 'cnpj', 'format', 'this has 13'],
    ['52998224725', 'cnpj', 'format', "This is a CPF, not a CNPJ: use 'confere cpf'"],
    ['12.ABC.345/01DE-35', 'cpf', 'format', "This is a CNPJ, not a CPF: use 'confere cnpj'"],
    ['1.23457E+13', 'cnpj', 'spreadsheet_number', 'rounded number'],
    ['529.982.247-24', 'cpf', 'check_digit', 'check digits do not match'],
    ['11111111111', 'cpf', 'repeated', 'never issued'],
    ['abc', 'cpf', 'format', 'this has none'],
    ['529.982\u0435247-25', 'cpf', 'format', 'the character "\u0435" (U+0435).'],
    ['529.982\u0001247-25', 'cpf', 'format', 'the character U+0001.'],
    ['90.021.382/0001-2O', 'cnpj', 'format', 'this has the character "O"'],
    ['90021382', 'cnpj', 'cnpj_root', 'first 8 characters of a CNPJ'],
  ] as const)('%s, typed as a %s, is refused as %s', (text, kind, code, words) => {
    const given = advice(text, kind);
    expect(given.code).toBe(code);
    expect(given.message).toContain(words);
  });

  it('a suggested CPF is masked in the message, and full only in the text for stdout', () => {
    const { message, full } = advice('1234567890');
    expect(message).not.toContain('012.345.678-90');
    expect(full).toContain('012.345.678-90');
  });
});

describe('maskInput', () => {
  it.each([
    ['529.982.247-24', 'cpf', '***.982.247-**'],
    ['5299822472', 'cpf', '**998224**'],
    ['529982247255', 'cpf', '***.982.247-**5'],
    ['00052998224725', 'cnpj', '***.982.247-**'],
    ['06990590000124', 'cnpj', '06990590000124'],
    ['52998224724;MARIA DE TESTE', 'cpf', '***.982.247-**;… … …'],
    ['1\u001b[31mb', 'cpf', '1 [31mb'],
    ['', 'cpf', '(empty)'],
  ] as const)('%s, typed as a %s, is shown as %s', (text, kind, shown) => {
    expect(maskInput(text, kind)).toBe(shown);
  });

  it('a long invalid input is cut after 40 characters', () => {
    expect(maskInput('1x'.repeat(250), 'cnpj')).toHaveLength(41);
  });
});
