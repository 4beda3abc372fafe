import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ptBr } from '../../src/text/pt-BR/index.js';
import { saidSentences, saidTooEarly, unsaidTexts } from './sentences.js';

/**
 * The placeholders of a sentence by index. Words that only agree with a value may differ between
 * languages.
 */
const placesIn = (sentence: string) =>
  Array.from(sentence.matchAll(/\{(\d+)(?:#[^}]*)?\}/g), ([, index]) => index).sort();
/** The values with which words agree. */
const agreeing = (sentence: string) =>
  Array.from(sentence.matchAll(/\{(\d+)\?/g), ([, index]) => index ?? '');

describe('the Portuguese catalogue', () => {
  const said = saidSentences();

  it('has every sentence', () => {
    expect(said.length).toBeGreaterThan(0);
    expect(said.filter(({ text }) => ptBr[text] === undefined)).toEqual([]);
  });

  it('has no unused sentence', () => {
    const known = new Set(said.map(({ text }) => text));
    expect(Object.keys(ptBr).filter((sentence) => !known.has(sentence))).toEqual([]);
  });

  it('has each sentence once', async () => {
    const folder = new URL('../../src/text/pt-BR/', import.meta.url);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const parts = await Promise.all(
      names
        .filter((name) => name.endsWith('.ts') && name !== 'index.ts')
        .map((name) => import(new URL(name, folder).href) as Promise<Record<string, object>>),
    );
    const keys = parts.flatMap((part) => Object.values(part).flatMap((one) => Object.keys(one)));
    expect(keys.length).toBe(Object.keys(ptBr).length);
  });

  it.each(Object.entries(ptBr))('keeps every value: %s', (english, portuguese) => {
    expect(placesIn(portuguese)).toEqual(placesIn(english));
    const known = [...placesIn(english), ...agreeing(english)];
    expect(agreeing(portuguese).filter((index) => !known.includes(index))).toEqual([]);
  });
});

describe('a number', () => {
  const nouns =
    /\{\d+\} (rows|columns|identifiers|credits|jobs|batches|characters|cells|years|zeros|bytes|arguments|CPFs|CNPJs)\b/;
  const substantivos =
    /(linhas|\(identificadores|créditos|remessas|lotes|caracteres|células|encontrados|inválidos): \{\d+\}/;

  it('is formatted in its sentence, with a word that agrees with it', () => {
    const sentences = saidSentences().map(({ text }) => [text, ptBr[text] ?? ''] as const);
    expect(sentences.filter(([english]) => nouns.test(english))).toEqual([]);
    const portuguese = Object.entries(ptBr).filter(([, text]) => substantivos.test(text));
    expect(portuguese).toEqual([]);
  });
});

describe('the source', () => {
  it('uses `say` for all text for people, so that it can be translated', () => {
    expect(unsaidTexts()).toEqual([]);
  });

  it('uses `say` only after loading', () => {
    expect(saidTooEarly()).toEqual([]);
  });
});
