import { describe, expect, it } from 'vitest';
import { agree, plural } from '../../src/text/plural.js';
import { ptBr } from '../../src/text/pt-BR/index.js';
import { sayIn } from '../../src/text/say.js';
import { english, type Voice } from '../../src/text/voice.js';

const portuguese: Voice = { language: 'pt-BR', catalogue: ptBr };
const PLACE = /\{\d+(?:([#?])([^|{}]*)\|([^|{}]*))?\}/;

/** The sentence of a catalogue key as its source would make it, with `count` at every placeholder. */
function render(voice: Voice, key: string, count: number): string {
  const [, context, text = ''] = /^(?:\[(\w+)\] )?([^]*)$/.exec(key) ?? [];
  // For every placeholder: the text before it, its sign, and its two words.
  const pieces = text.split(new RegExp(PLACE, 'g'));
  const parts = pieces.filter((_, at) => at % 4 === 0).map((part) => part);
  const values = parts.slice(1).map((_, place) => {
    const [sign, one = '', many = ''] = pieces.slice(place * 4 + 1, place * 4 + 4);
    return sign === undefined ? String(count) : (sign === '#' ? plural : agree)(count, one, many);
  });
  const say = sayIn(voice);
  const tag = context === undefined ? say : say.about(context);
  return tag(Object.assign(parts, { raw: parts }), ...values);
}

const withCounts = Object.entries(ptBr).filter((sentence) =>
  sentence.some((text) => /\{\d+[#?]/.test(text)),
);

describe('a sentence with a count', () => {
  it('is in the catalogue', () => {
    expect(withCounts.length).toBeGreaterThan(50);
  });

  it.each(withCounts)('reads correctly with 0, 1 and 2: %s', (key, translated) => {
    const text = key.replace(/^\[\w+\] /, '');
    for (const count of [0, 1, 2]) {
      expect(render(english, key, count)).toBe(expected(text, count));
      expect(render(portuguese, key, count)).toBe(expected(translated, count));
    }
  });
});

/** Applies the plural forms independently: the first word of each pair for 1, otherwise the second. */
function expected(text: string, count: number): string {
  return text
    .replace(/\{\d+\}/g, String(count))
    .replace(/\{\d+#([^|{}]*)\|([^|{}]*)\}/g, `${count} ${count === 1 ? '$1' : '$2'}`)
    .replace(/\{\d+\?([^|{}]*)\|([^|{}]*)\}/g, count === 1 ? '$1' : '$2');
}

describe('a count', () => {
  const rows = (voice: Voice, count: number) => sayIn(voice)`${plural(count, 'row', 'rows')}`;

  it.each([
    [0, '0 rows', '0 linhas'],
    [1, '1 row', '1 linha'],
    [2, '2 rows', '2 linhas'],
    [1.5, '1.5 rows', '1,5 linha'],
    [1.9999, '2 rows', '2 linhas'],
    [1.0001, '1 row', '1 linha'],
    [-1, '-1 row', '-1 linha'],
    [21, '21 rows', '21 linhas'],
    [1234, '1,234 rows', '1.234 linhas'],
    [1_000_000, '1,000,000 rows', '1.000.000 linhas'],
  ])('of %d reads %s, and %s in Portuguese', (count, inEnglish, inPortuguese) => {
    expect([rows(english, count), rows(portuguese, count)]).toEqual([inEnglish, inPortuguese]);
  });

  it('determines each placeholder separately', () => {
    const catalogue = {
      '{0} with {1#row|rows} of {2#credit|credits} {3?is|are} read':
        '{1#linha|linhas}, {2#crédito|créditos}: {3?foi lida|foram lidas} em {0}',
    };
    const told = (voice: Voice) =>
      sayIn(
        voice,
      )`${'{1} a.csv'} with ${plural(1, 'row', 'rows')} of ${plural(2, 'credit', 'credits')} ${agree(1, 'is', 'are')} read`;
    expect(told(english)).toBe('{1} a.csv with 1 row of 2 credits is read');
    expect(told({ language: 'pt-BR', catalogue })).toBe(
      '1 linha, 2 créditos: foi lida em {1} a.csv',
    );
  });

  it('may inflect words in a catalogue that English does not inflect', () => {
    const catalogue = { '{0} found': '{0#encontrado|encontrados}' };
    const say = sayIn({ language: 'pt-BR', catalogue });
    expect([say`${'1'} found`, say`${'1.000'} found`]).toEqual([
      '1 encontrado',
      '1.000 encontrados',
    ]);
  });
});
