import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatId, maskCnpjs, maskCpf } from '../../src/identifiers/format.js';
import { maskCpfs } from '../../src/identifiers/mask.js';
import { expectCases } from '../helpers/cases.js';

const MASKS: Readonly<Record<string, (text: string) => string>> = {
  text: maskCpfs,
  companies: maskCnpjs,
  cpf: maskCpf,
};

describe('a mask', () => {
  it('hides what masks.txt says', async () => {
    await expectCases(new URL('masks.txt', import.meta.url), (given) => {
      const [, name = '', text = ''] = /^(\w+) (.*)$/.exec(given) ?? [];
      const value = JSON.parse(text) as string;
      const masked = MASKS[name]?.(value);
      return masked === value ? 'stays' : JSON.stringify(masked);
    });
  });

  it('hides every CPF, in either form, in any surrounding text', () => {
    const digit = fc.constantFrom(...Array.from('0123456789'));
    const digits = fc.string({ unit: digit, minLength: 11, maxLength: 11 });
    const around = fc.string({ unit: fc.constantFrom(...Array.from(' /_.:,;()"çã')) });
    fc.assert(
      fc.property(digits, around, around, (id, before, after) => {
        for (const shown of [id, formatId('cpf', id)])
          expect(maskCpfs(before + shown + after)).toBe(before + maskCpf(id) + after);
      }),
    );
  });
});
