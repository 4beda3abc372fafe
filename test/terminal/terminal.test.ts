import { printable } from '../../src/base/foreign-text.js';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { isLive } from '../../src/terminal/live.js';
import { styleFor, type ColorWish } from '../../src/terminal/style.js';
import { padTo, measureWidth, wrap } from '../../src/terminal/text.js';

const paints = (isTTY: boolean, env: Record<string, string>, color: ColorWish = 'auto') =>
  styleFor({ isTTY, columns: 80 }, { env }, { color }).paint.red('x') !== 'x';

describe('styleFor', () => {
  it.each([
    ['a terminal', true, {}, 'auto', true],
    ['a pipe', false, {}, 'auto', false],
    ['NO_COLOR', true, { NO_COLOR: '1' }, 'auto', false],
    ['TERM=dumb', true, { TERM: 'dumb' }, 'auto', false],
    ['CI', true, { CI: 'true' }, 'auto', false],
    ['--no-color', true, {}, false, false],
    ['--color never', true, { FORCE_COLOR: '1' }, 'never', false],
    ['--color always in a pipe', false, { NO_COLOR: '1' }, 'always', true],
    ['FORCE_COLOR in a pipe', false, { FORCE_COLOR: '1', CI: 'true' }, 'auto', true],
    ['CLICOLOR_FORCE in a pipe', false, { CLICOLOR_FORCE: '1' }, 'auto', true],
    ['NO_COLOR beside FORCE_COLOR', true, { NO_COLOR: '1', FORCE_COLOR: '1' }, 'auto', false],
  ] as const)('%s', (_, isTTY, env, color, expected) => {
    expect(paints(isTTY, env, color)).toBe(expected);
  });

  it.each([
    [0, 80],
    [132, 132],
  ])('%s columns count as %s', (columns, expected) => {
    const stream = { isTTY: true, columns };
    expect(styleFor(stream, { env: {} }, { color: 'auto' }).columns).toBe(expected);
  });
});

it.each([
  [80, true],
  [0, false],
])('a terminal %i columns wide: live is %s', (columns, live) => {
  const stderr = { isTTY: true, cursorTo: () => true, write: () => true, columns } as never;
  expect(isLive({ stderr, env: {} }, { progress: true, color: 'auto' })).toBe(live);
});

it.each([
  ['Conceição', 9],
  ['Conceic\u0327a\u0303o', 9],
  ['株式会社', 8],
  ['São Paulo', 9],
  ['🏢', 2],
])('widthOf %s takes %i columns', (text, width) => {
  expect(measureWidth(text)).toBe(width);
  expect(measureWidth(padTo(text, 12))).toBe(12);
});

describe('wrap', () => {
  it('keeps every line within the width and every character', () => {
    const words = fc.array(fc.stringMatching(/^[a-zç株]{1,12}$/), { minLength: 1 });
    fc.assert(
      fc.property(words, fc.integer({ min: 2, max: 30 }), (list, width) => {
        const lines = wrap(list.join(' '), width);
        expect(lines.every((line) => measureWidth(line) <= width)).toBe(true);
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
