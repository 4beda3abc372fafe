import { describe, expect, it, test } from 'vitest';
import { findOriginalColumns, findResultColumns } from '../../src/input/result-columns.js';
import { texts as en } from '../../src/messages/en/phrases.js';
import { texts as ptBR } from '../../src/messages/pt-BR/phrases.js';
import { recordFields, stateColumns } from '../../src/records/fields.js';
import { findColumnOfHeading, buildHeading, translateCode } from '../../src/records/labels.js';

const COLUMNS = [...stateColumns, ...recordFields('both').map((field) => `lookup_${field}`)];

describe.each(['en', 'pt-BR'] as const)('labels in %s', (language) => {
  it('name every column of a result, each once, and lead back to it', () => {
    const headings = COLUMNS.map((column) => buildHeading(column, language));
    expect(headings.filter((heading) => /lookup_|_/.test(heading))).toEqual([]);
    expect(new Set(headings.map((heading) => heading.toLowerCase())).size).toBe(
      new Set(COLUMNS).size,
    );
    expect(headings.map(findColumnOfHeading)).toEqual(COLUMNS);
  });

  it('have the words of the messages for reasons', () => {
    const { invalid } = language === 'en' ? en : ptBR;
    for (const [code, word] of Object.entries(invalid))
      expect(translateCode('reasons', code, language).toLowerCase()).toBe(word.toLowerCase());
  });
});

test('a reason in the words of the service stays', () => {
  expect(translateCode('reasons', 'constructor', 'en')).toBe('constructor');
});

test.each([
  ['the headings of a language', ['nome', 'Situação da consulta', 'Nome (consulta)'], [1, 2]],
  ['capitals', ['cpf', 'LOOKUP STATUS', 'NAME (LOOKUP)'], [1, 2]],
  [
    'a field that is not documented',
    ['Lookup status', 'CPF (lookup)', 'score (lookup)'],
    [0, 1, 2],
  ],
  // The user's own columns have the same words without the ending.
  ['own columns', ['Nome', 'CPF', 'UF', 'Motivo', 'obs (consulta)'], []],
])('a result is known again by %s', (_, columns, found) => {
  const header = { hasHeader: true, columns };
  expect([...findResultColumns(header)]).toEqual(found);
});

test('a labelled identifier of an earlier result is never looked up again', () => {
  expect(findOriginalColumns({ hasHeader: true, columns: ['CPF', 'CPF (consulta)'] })).toEqual([0]);
});
