import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ptBr } from '../../src/text/pt-BR/index.js';
import { saidSentences, saidTooEarly, unsaidTexts } from './sentences.js';

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

  it('has each sentence once', async () => {
    const folder = new URL('../../src/text/pt-BR/', import.meta.url);
    const names = readdirSync(folder).filter((name) => name !== 'index.ts');
    const parts = await Promise.all(
      names.map((name) => import(new URL(name, folder).href) as Promise<Record<string, object>>),
    );
    const keys = parts.flatMap((part) => Object.values(part).flatMap((one) => Object.keys(one)));
    expect(keys.length).toBe(Object.keys(ptBr).length);
  });

  it.each(Object.entries(ptBr))('keeps every value: %s', (english, portuguese) => {
    expect(placesIn(portuguese)).toEqual(placesIn(english));
  });
});

describe('the source', () => {
  it('says what people read, so that it can be translated', () => {
    expect(unsaidTexts()).toEqual([]);
  });

  it('says nothing while it is loaded', () => {
    expect(saidTooEarly()).toEqual([]);
  });
});
