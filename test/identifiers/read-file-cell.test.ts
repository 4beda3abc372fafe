import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCell, readFileCell } from '../../src/identifiers/read-cell.js';
import { makeCnpj, makeCpf } from '../helpers/invented.js';

const CPF = '52998224725';
const CNPJ = '90021382000122';
const valid = (kind: string, id: string, repaired = false) => ({ valid: true, kind, id, repaired });
const invalid = (reason: string) => ({ valid: false, reason });

describe('readFileCell', () => {
  it.each([
    ["'52998224725", 'an apostrophe'],
    ["'52998224725',", 'of an SQL list'],
    ['="52998224725"', 'a formula that is a text'],
    ['CPF: 529.982.247-25', 'with a label'],
    ['C.P.F. nº 529.982.247-25', 'with a label in full'],
    ['52998224725.0', 'a number with a decimal'],
    ['\u200b52998224725\u202c', 'with invisible marks'],
    ['\u00a0CPF: (529.982.247–25);', 'with everything'],
    ["['52998224725',", 'of a list in a program'],
    ['529.982.247\u201125', 'with a hyphen that does not break'],
    ['52998224725,000000', 'a number with decimals'],
    ['52.998.224.725,00', 'a number with thousands and decimals'],
    ['52,998,224,725.00', 'the same in English'],
    ['529.982.247/25', 'with another sign'],
    ['529,982,247-25', 'with commas'],
    ['529.982.247_25', 'with an underscore'],
    ['529.982.247\ufffd25', 'with a broken hyphen'],
  ])('%j is read: %s', (text) => {
    expect(readFileCell(text, 'cpf')).toEqual(valid('cpf', CPF));
  });

  it.each([
    ['cpf', '1234567890.0', valid('cpf', '01234567890', true)],
    ['cpf', "'1234567890", valid('cpf', '01234567890', true)],
    ['cpf', "'", invalid('empty')],
    ['cpf', 'CPF: Maria', invalid('format')],
    ['cpf', '52998224725.5', invalid('format')],
    ['cpf', '(52) 998224725', invalid('format')],
    ['cpf', '529.982.247-25 e 111.444.777-35', invalid('format')],
    ['cnpj', `CNPJ ${CNPJ}`, valid('cnpj', CNPJ)],
    ['cpf', `CNPJ ${CPF}`, invalid('format')],
    ['both', `CNPJ ${CPF}`, invalid('format')],
    ['both', `CNPJ ${CNPJ}`, valid('cnpj', CNPJ)],
    ['both', 'CNPJ nº 12345601', invalid('cnpj_root')],
    ['both', `CPF ${CNPJ}`, invalid('format')],
    ['cnpj', `CPF: ${CNPJ}`, invalid('format')],
    ['cnpj', `${CNPJ}.0`, valid('cnpj', CNPJ)],
    ['cnpj', `${CNPJ},00`, valid('cnpj', CNPJ)],
    ['cnpj', '90,021,382/0001-22', valid('cnpj', CNPJ)],
    ['cnpj', '90.021.382\\0001-22', valid('cnpj', CNPJ)],
    ['cnpj', '90.021.382/0001_22', valid('cnpj', CNPJ)],
    ['cnpj', '900213820001,22', invalid('format')],
    ['cnpj', '90.021.382/0001-22, 11.222.333/0001-81', invalid('format')],
    ['cpf', '(11) 99999-9999', invalid('format')],
    ['cpf', '5299,8224,725', invalid('format')],
  ] as const)('%s column, %j', (kind, text, expected) => {
    expect(readFileCell(text, kind)).toEqual(expected);
  });

  it('reports a text as ambiguous that is valid both as eleven digits and as ten with a decimal', () => {
    const both = Array.from(
      { length: 100_000 },
      (_, n) => `${1_000_000_000 + n * 10_007}.0`,
    ).filter((text) => readCell(text, 'cpf').valid && readCell(text.slice(0, -2), 'cpf').valid);
    expect(both.length).toBeGreaterThan(0);
    for (const text of both) expect(readFileCell(text, 'cpf')).toEqual(invalid('ambiguous'));
  });

  it('reads a text labelled CPF as a CPF, even if its characters form a valid CNPJ', () => {
    const labelled = Array.from({ length: 2000 }, (_, n) => `CPF ${makeCpf(n)}`);
    for (const text of labelled) {
      expect(readFileCell(text, 'cnpj')).toEqual(invalid('format'));
      expect(readFileCell(text, 'both')).toEqual(valid('cpf', text.slice(4)));
    }
  });

  it('reads nothing of a cell that is longer than any identifier with what stands around it', () => {
    const id = makeCpf(1);
    expect(readFileCell(`${' '.repeat(250_000)}${id}\t`)).toEqual(valid('cpf', id));
    for (const filler of [' ', '.', "'"])
      expect(readFileCell(`5${filler.repeat(100)}2998224725`)).toEqual(invalid('format'));
  });

  it('reads every valid cell as readCell does', () => {
    const id = fc.oneof(fc.nat(500).map(makeCpf), fc.nat(500).map(makeCnpj));
    fc.assert(
      fc.property(id, fc.constantFrom('cpf', 'cnpj', 'both', undefined), (text, kind) => {
        expect(readFileCell(text, kind)).toEqual(readCell(text, kind));
      }),
    );
  });
});
