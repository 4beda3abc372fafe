import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatId } from '../../src/identifiers/format.js';
import { maskCompanies, maskCpf } from '../../src/identifiers/format.js';
import { maskIdentifiers } from '../../src/identifiers/mask.js';

const elevenDigits = fc.string({
  unit: fc.constantFrom(...Array.from('0123456789')),
  minLength: 11,
  maxLength: 11,
});

describe('maskCpf', () => {
  it('keeps the six digits in the middle', () => {
    expect(maskCpf('52998224725')).toBe('***.982.247-**');
  });

  it.each(['', '529.982.247-25', '5299822472', '90021382000122'])('masks %j completely', (id) => {
    expect(maskCpf(id)).toBe('***.***.***-**');
  });
});

describe('maskIdentifiers', () => {
  it.each([
    ['CPF 529.982.247-25 não existe', 'CPF ***.982.247-** não existe'],
    ['/cpf/52998224725?x=1', '/cpf/***.982.247-**?x=1'],
    ['529 982 247 25.', '***.982.247-**.'],
    ['52998224799', '***.982.247-**'],
    ['cpf:52998224725é', 'cpf:***.982.247-**é'],
    ['CPF52998224725.csv', 'CPF***.982.247-**.csv'],
    ['Maria52998224725.csv', 'Maria***.982.247-**.csv'],
    ['52998224725Ana', '***.982.247-**Ana'],
    ['a529.982.247-25', 'a***.982.247-**'],
    ['Bea52998224725.csv', 'Bea***.982.247-**.csv'],
    ['cafe-2026-11-26-52998224725', 'cafe-2026-11-26-***.982.247-**'],
    ['\u001b[2J529.982.247-25', '\u001b[2J***.982.247-**'],
    // Any separators, also between other digits, and a mistyped one.
    ...[
      ...['529_982_247_25', '529.982.247/25', '529.982.247–25', '529.982.247‑25', '529,982,247-25'],
      ...[
        '529:982:247:25',
        '529  982  247  25',
        '529.982.247 - 25',
        '529\\982|247*25',
        '529.982.247-24',
      ],
      ...['5 2 9 9 8 2 2 4 7 2 5', '52.99.82-24725', '529982247–25', "529'982'247'25"],
      // Digits of other scripts.
      ...[
        '５２９．９８２．２４７－２５',
        '٥٢٩٩٨٢٢٤٧٢٥',
        '५२९९८२२४७२५',
        '𝟓𝟐𝟗𝟗𝟖𝟐𝟐𝟒𝟕𝟐𝟓',
        '⁵²⁹⁹⁸²²⁴⁷²⁵',
        '5２９9８２24725',
      ],
      // Zeros before it, also in the form of a company.
      ...[
        '052998224725',
        '0052998224725',
        '00052998224725',
        '00.052.998/2247-25',
        '0529.982.247-25',
      ],
    ].flatMap((written) => [
      [written, '***.982.247-**'],
      [`cliente ${written}.csv`, 'cliente ***.982.247-**.csv'],
    ]),
    ['00052998224799', '***.982.247-**'],
    // With its zeros it has the check digits of a company, too.
    ['00047251420503', '***.514.205-**'],
    ['Bea52998224799', 'Bea***.982.247-**'],
    ['12 529.982.247-25', '12 ***.982.247-**'],
    ['2026-11-26 529.982.247-25, 7', '2026-11-26 ***.982.247-**, 7'],
    ['111.444.777-35, 529 982 247 25;52998224725', '***.444.777-**, ***.982.247-**;***.982.247-**'],
    ['fade52998224725facade0123456789', 'fade***.982.247-**facade0123456789'],
    ['sha256:0c7d52998224725e11ab52998224799f', 'sha256:0c7d***.982.247-**e11ab52998224799f'],
    ['2026112652998224725', '20261126***.982.247-**'],
    ['52998224725000152998224725', '***.982.247-**0001***.982.247-**'],
    ['çã529.982.247-25ção', 'çã***.982.247-**ção'],
  ])('masks %j', (text, masked) => {
    expect(maskIdentifiers(text)).toBe(masked);
  });

  it.each([
    '90021382000122',
    '90.021.382/0001-22',
    '3f2504e0-4f89-41d3-9a0c-a52998224725',
    'sha256:0c7d52998224799e11ab52998224799f',
    '00000000000191',
    '00.000.000/0001-91',
    'de 11.222.333/0001-81 e 11222333000181, 12 linhas',
    '2026-01-31 12:34:56.789',
    '123.456.789',
    '3f2504e0-4f89-41d3-a529-98224725f301',
    '2026-01-31T12:34:56.789Z',
    '(11) 98765-4321',
    '127.0.0.1:10064',
    '529ç982ç247ç25',
  ])('leaves %j alone', (text) => {
    expect(maskIdentifiers(text)).toBe(text);
  });

  it('masks every CPF, in either form, in any surrounding text', () => {
    const around = fc.string({ unit: fc.constantFrom(...Array.from(' /_.:,;()"çã')) });
    fc.assert(
      fc.property(elevenDigits, around, around, (id, before, after) => {
        for (const shown of [id, formatId('cpf', id)]) {
          expect(maskIdentifiers(before + shown + after)).toBe(before + maskCpf(id) + after);
        }
      }),
    );
  });
});

describe('maskCompanies', () => {
  it.each([
    ['CNPJ 11.222.333/0001-81 não existe', 'CNPJ **.222.333/****-** não existe'],
    ['/cnpj/11222333000181?x=1', '/cnpj/**.222.333/****-**?x=1'],
    ['11 222 333 0001 81.', '**.222.333/****-**.'],
    ['11222333000181,12.ABC.345/01DE-35', '**.222.333/****-**,**.ABC.345/****-**'],
  ])('masks %j', (text, masked) => {
    expect(maskCompanies(text)).toBe(masked);
  });

  it.each(['52998224725', 'job a11222333000181', '112223330001811', '2026-01-31T12:34:56.789Z'])(
    'leaves %j alone',
    (text) => {
      expect(maskCompanies(text)).toBe(text);
    },
  );
});
