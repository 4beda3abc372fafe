import { describe, expect, it } from 'vitest';
import { formatId, readCnpj, readCpf } from '../../src/identifiers/index.js';

describe('formatId', () => {
  it.each([
    ['cpf', '52998224725', '529.982.247-25'],
    ['cnpj', '12ABC34501DE35', '12.ABC.345/01DE-35'],
    ['cnpj', '90021382000122', '90.021.382/0001-22'],
  ] as const)('writes the %s %s as %s, which reads back', (kind, id, written) => {
    expect(formatId(kind, id)).toBe(written);
    const read = kind === 'cpf' ? readCpf : readCnpj;
    expect(read(written)).toMatchObject({ valid: true, id });
  });
});
