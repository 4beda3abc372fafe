import { describe, expect, it } from 'vitest';
import { ptBr } from '../../src/text/pt-BR/index.js';

/** Words that the glossary (docs/glossary.md) has another one for, and turns of phrase that need a second reading. */
const NOT_ENGLISH =
  /(?<!here )\bis no (?!longer)|\btells? of\b|\bgo(es)? on\b|\banew\b|by itself|\bstands\b|[Nn]obody can|\b(one|each|per|an?) a (line|minute)\b|\d %/;
const NOT_PORTUGUESE =
  /submiss|livro-razão|submet|sozinh|poupad|impressão digital|alcanç|\besquec|\brotas?\b|\bpulad|\brepetidas\b|limite de gasto|\bpendente|\bdesfaça\b|encobre|\bflags?\b/i;

describe('the sentences', () => {
  it('have the words of the glossary in English', () => {
    expect(Object.keys(ptBr).filter((text) => NOT_ENGLISH.test(text))).toEqual([]);
  });

  it('have the words of the glossary in Portuguese', () => {
    expect(Object.values(ptBr).filter((text) => NOT_PORTUGUESE.test(text))).toEqual([]);
  });
});
