import { describe, expect, it } from 'vitest';
import { s, createWords } from '../../src/messages/words.js';

const english = createWords('en');
const portuguese = createWords('pt-BR');

describe('counts', () => {
  it.each([
    [0, '0 rows', '0 linhas'],
    [1, '1 row', '1 linha'],
    [1.5, '1.5 rows', '1,5 linha'],
    [1.9999, '2 rows', '2 linhas'],
    [1.0001, '1 row', '1 linha'],
    [1234, '1,234 rows', '1.234 linhas'],
    [1_000_000, '1,000,000 rows', '1.000.000 linhas'],
  ])('the count %d reads %s in English and %s in Portuguese', (count, inEnglish, inPortuguese) => {
    expect(english.plural(count, 'row', 'rows')).toBe(inEnglish);
    expect(portuguese.plural(count, 'linha', 'linhas')).toBe(inPortuguese);
  });

  it('verbs agree with a count, also with one that is formatted already', () => {
    expect([1, 0].map((count) => english.agree(count, 'is', 'are'))).toEqual(['is', 'are']);
    expect(portuguese.plural('1', 'encontrado', 'encontrados')).toBe('1 encontrado');
    expect(portuguese.plural('1.000', 'encontrado', 'encontrados')).toBe('1.000 encontrados');
    expect(portuguese.agree(1.5, 'é', 'são')).toBe('é');
  });
});

describe('template of a message', () => {
  it('the text of a template keeps its backslashes, braces and line ends', () => {
    expect(s`${'a\\b'} has ${2} rows {0}\n`).toBe('a\\b has 2 rows {0}\n');
  });

  it('control and misleading characters in filled-in values become visible', () => {
    expect(s`${'a\u001b[31m\nb\u202e'} ${'{1} $& a.csv'}`).toBe('a [31m b {1} $& a.csv');
  });
});
