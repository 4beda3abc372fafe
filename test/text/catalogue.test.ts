import { describe, expect, it } from 'vitest';
import { ptBr } from '../../src/text/pt-BR/index.js';
import { saidSentences, unsaidTexts } from './sentences.js';

const placesIn = (sentence: string) => (sentence.match(/\{\d+\}/g) ?? []).sort();

describe('the Portuguese catalogue', () => {
  const said = saidSentences();

  it('has every sentence', () => {
    expect(said.length).toBeGreaterThan(0);
    expect(said.filter(({ text }) => ptBr[text] === undefined)).toEqual([]);
  });

  it('has no sentence that nobody says', () => {
    const known = new Set(said.map(({ text }) => text));
    expect(Object.keys(ptBr).filter((sentence) => !known.has(sentence))).toEqual([]);
  });

  it.each(Object.entries(ptBr))('keeps every value: %s', (english, portuguese) => {
    expect(placesIn(portuguese)).toEqual(placesIn(english));
  });
});

describe('the source', () => {
  it('says what people read, so that it can be translated', () => {
    // Those that are left; the number may only fall.
    expect(unsaidTexts().length).toBeLessThanOrEqual(208);
  });
});
