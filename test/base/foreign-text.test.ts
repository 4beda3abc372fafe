import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeJson, removeInvisible, visibleLine } from '../../src/base/foreign-text.js';
import { anyCharacter } from '../helpers/runs.js';

/** What a terminal obeys or does not show (contract, "Streams"). */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;

const foreign = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '\u001b',
      '\u009b',
      '\r',
      '\n',
      '\u200f',
      '\u202e',
      '\u2066',
      '\ufeff',
      '\u2028',
    ),
    fc.constantFrom('\u034f', '\u115f', '\u3164', '\ufe0f', '\uffa0', '\u{1d173}', '\u{e0101}'),
    fc.constantFrom('\u00ad', '\u061c', '\u200d', '\ufff9', '\u{e0041}', '\u007f', 'ã', '😀', 'a'),
    fc.string({ unit: anyCharacter, maxLength: 2 }),
  ),
});

describe('text of others', () => {
  it('has nothing left that a terminal obeys or hides, and keeps all else', () => {
    fc.assert(
      fc.property(foreign, (text) => {
        expect(removeInvisible(text)).not.toMatch(UNSAFE);
        const kept = (one: string) =>
          Array.from(one).filter((it) => !UNSAFE.test(it) && it !== ' ');
        expect(kept(removeInvisible(text))).toEqual(kept(text));
      }),
    );
  });

  it('has no invisible character left, of all that there are', () => {
    const all = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
    const unsafe = all.filter((character) => UNSAFE.test(character));
    expect(
      unsafe.filter((each) =>
        UNSAFE.test(removeInvisible(each) + escapeJson(JSON.stringify(each))),
      ),
    ).toEqual([]);
    expect(removeInvisible('João D\u2019Ávila, Fº ❤')).toBe('João D\u2019Ávila, Fº ❤');
  });

  it('is cut', () => {
    expect(visibleLine(' abcdef ', 5)).toBe('abcd…');
    expect(visibleLine('\u001b abc \n', 5)).toBe('abc');
  });

  it('is the same value in JSON, without such characters', () => {
    fc.assert(
      fc.property(foreign, (text) => {
        const json = escapeJson(JSON.stringify({ [text]: text }));
        expect(json).not.toMatch(UNSAFE);
        expect(JSON.parse(json)).toEqual({ [text]: text });
      }),
    );
  });
});
