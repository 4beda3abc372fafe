import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnswerOfSide, ChangeKind, FieldChange } from '../../src/diff/compare-records.js';
import { countDiffering } from '../../src/diff/compare-results.js';
import { readWanted } from '../../src/diff/wanted-fields.js';
import { expectCases } from '../helpers/cases.js';
import { makeCnpj, makeCpf } from '../helpers/invented.js';
import { runs } from '../helpers/runs.js';
import { anyEntries, compared, found, sideOf } from './support.js';

const BEFORE = {
  situacao_cadastral: 'Ativa',
  capital_social: 1000,
  cnaes_secundarios: ['1', '2'],
  QSA: [
    { nome_socio: 'ANA', qualificacao_socio: 'Sócio', faixa_etaria: '31-40' },
    { nome_socio: 'BIA', qualificacao_socio: 'Sócio' },
  ],
  email: 'a@b.c',
};
const CHANGED = { situacao_cadastral: 'Baixada', capital_social: 1, email: 'x@y.z' };
const AFTER = { ...BEFORE, ...CHANGED, QSA: BEFORE.QSA.slice(0, 1) };

/** Statuses and records by the letters of identifiers, of which F is a company. */
type SideOfCase = Readonly<Record<string, unknown>> & { readonly fields?: readonly string[] };

const idOf = (letter: string) => (letter === 'F' ? makeCnpj(1) : makeCpf('ABCDE'.indexOf(letter)));

function sideFrom({ fields, ...answers }: SideOfCase) {
  const entries = Object.entries(answers).map(([letter, answer]): AnswerOfSide => {
    const id = idOf(letter);
    if (answer === 'before' || answer === 'after')
      return found(id, answer === 'before' ? BEFORE : AFTER);
    if (typeof answer !== 'string') return found(id, answer as object);
    return { id, status: answer as 'failed', record: '{}' };
  });
  return sideOf(entries, { fields, isFlat: fields?.includes('email') ?? false });
}

describe('the changes between two results', () => {
  it('are as changes.txt says', async () => {
    await expectCases(new URL('changes.txt', import.meta.url), async (given) => {
      const [older, newer, only] = JSON.parse(given) as [SideOfCase, SideOfCase, string?];
      const wanted = only === undefined ? undefined : readWanted(only);
      const { changes, summary } = await compared(sideFrom(older), sideFrom(newer), wanted);
      const letters = new Map(Array.from('ABCDEF', (letter) => [idOf(letter), letter]));
      const told = changes.map(
        ({ id, change, field, old, new: now }) =>
          `${letters.get(id)} ${change} ${field} ${JSON.stringify([old, now])}`,
      );
      const { same, rows, unanswered, notCompared } = summary;
      const counts = `${rows} rows, ${same} same, ${unanswered} unanswered`;
      return [...told, counts, ...notCompared.map((field) => `not ${field}`)].join('; ');
    });
  });

  it('count every identifier once, and are the same the other way round', async () => {
    const opposite: Readonly<Record<ChangeKind, ChangeKind>> = {
      appeared: 'disappeared',
      disappeared: 'appeared',
      changed: 'changed',
      found_now: 'no_longer_found',
      no_longer_found: 'found_now',
      answered_now: 'no_longer_answered',
      no_longer_answered: 'answered_now',
    };
    const inOrder = (changes: readonly FieldChange[]) =>
      changes.toSorted((a, b) => (a.id + a.field < b.id + b.field ? -1 : 1));
    await fc.assert(
      fc.asyncProperty(anyEntries, anyEntries, async (one, other) => {
        const there = await compared(sideOf(one), sideOf(other));
        const back = await compared(sideOf(other), sideOf(one));
        const turned = there.changes.map((change): FieldChange => ({
          ...change,
          change: opposite[change.change],
          old: change.new,
          new: change.old,
        }));
        expect(inOrder(back.changes)).toEqual(inOrder(turned));
        expect(back.summary.same).toBe(there.summary.same);
        const ids = new Set([...one, ...other].map(({ id }) => id));
        expect(there.summary.same + countDiffering(there.summary)).toBe(ids.size);
        expect(there.summary.rows).toBe(there.changes.length);
      }),
      { numRuns: runs(40) },
    );
  });
});
