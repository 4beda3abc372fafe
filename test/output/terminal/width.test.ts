import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, padTo, widthOf, wrap } from '../../../src/output/terminal/text.js';

it.each([
  ['Conceição', 9],
  ['Conceic\u0327a\u0303o', 9],
  ['株式会社', 8],
  ['São Paulo', 9],
  ['🏢', 2],
])('widthOf %s takes %i columns', (text, width) => {
  expect(widthOf(text)).toBe(width);
  expect(widthOf(padTo(text, 12))).toBe(12);
});

describe('wrap', () => {
  it('keeps every line within the width and every character', () => {
    const words = fc.array(fc.stringMatching(/^[a-zç株]{1,12}$/), { minLength: 1 });
    fc.assert(
      fc.property(words, fc.integer({ min: 2, max: 30 }), (list, width) => {
        const lines = wrap(list.join(' '), width);
        expect(lines.every((line) => widthOf(line) <= width)).toBe(true);
        expect(lines.join('').replaceAll(' ', '')).toBe(list.join(''));
      }),
    );
  });

  it('breaks between words if possible', () => {
    expect(wrap('uma frase curta', 10)).toEqual(['uma frase', 'curta']);
    expect(wrap('abcdefgh', 3)).toEqual(['abc', 'def', 'gh']);
    expect(wrap('(11) 30000000, (11) 30000001', 20)).toEqual(['(11) 30000000,', '(11) 30000001']);
    expect(wrap('', 3)).toEqual(['']);
  });
});

it('printable replaces every control character of Unicode, and removes the invisible ones', () => {
  for (let code = 0; code < 0x10000; code += 1) {
    const character = String.fromCharCode(code);
    const isControl = /[\p{Cc}\u2028\u2029]/u.test(character);
    const isInvisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u.test(character);
    const shown = isControl ? ' ' : isInvisible ? '' : character;
    if (printable(`a${character}b`) !== `a${shown}b`) {
      expect.unreachable(`U+${code.toString(16)}`);
    }
  }
});
