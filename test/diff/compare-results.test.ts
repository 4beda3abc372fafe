import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldChange, ChangeKind } from '../../src/diff/compare-records.js';
import { countDiffering } from '../../src/diff/compare-results.js';
import { readWanted } from '../../src/diff/wanted-fields.js';
import { makeCnpj, makeCpf } from '../helpers/invented.js';
import { runs } from '../helpers/runs.js';
import { anyEntries, compared, found, sideOf } from './support.js';

const [A, B, C, D, E] = [0, 1, 2, 3, 4].map(makeCpf) as [string, string, string, string, string];
const COMPANY = makeCnpj(1);

const OPPOSITE: Readonly<Record<ChangeKind, ChangeKind>> = {
  appeared: 'disappeared',
  disappeared: 'appeared',
  changed: 'changed',
  found_now: 'no_longer_found',
  no_longer_found: 'found_now',
  answered_now: 'no_longer_answered',
  no_longer_answered: 'answered_now',
};

describe('any two results', () => {
  it('a result does not differ from itself', async () => {
    await fc.assert(
      fc.asyncProperty(anyEntries, async (entries) => {
        const { changes, summary } = await compared(sideOf(entries), sideOf(entries));
        expect(changes).toEqual([]);
        expect({ differing: countDiffering(summary), same: summary.same }).toEqual({
          differing: 0,
          same: entries.length,
        });
      }),
      { numRuns: runs(40) },
    );
  });

  it('count every identifier once, and give the same changes the other way round', async () => {
    await fc.assert(
      fc.asyncProperty(anyEntries, anyEntries, async (one, other) => {
        const there = await compared(sideOf(one), sideOf(other));
        const back = await compared(sideOf(other), sideOf(one));
        const turned = there.changes.map((change): FieldChange => ({
          ...change,
          change: OPPOSITE[change.change],
          old: change.new,
          new: change.old,
        }));
        const byField = (a: FieldChange, b: FieldChange) =>
          a.id === b.id ? (a.field < b.field ? -1 : 1) : a.id < b.id ? -1 : 1;
        expect(back.changes.toSorted(byField)).toEqual(turned.toSorted(byField));
        expect(back.summary.same).toBe(there.summary.same);
        const ids = new Set([...one, ...other].map(({ id }) => id));
        expect(there.summary.same + countDiffering(there.summary)).toBe(ids.size);
        expect(there.summary.rows).toBe(there.changes.length);
      }),
      { numRuns: runs(40) },
    );
  });
});

describe('what became of an identifier', () => {
  it('has a name for each case', async () => {
    const older = sideOf([
      found(A, {}),
      { id: B, status: 'not_found', record: '{}' },
      found(C, {}),
      { id: D, status: 'failed', record: '{}' },
    ]);
    const newer = sideOf([
      found(B, {}),
      { id: C, status: 'not_found', record: '{}' },
      found(D, {}),
      { id: E, status: 'pending', record: '{}' },
    ]);
    const { changes } = await compared(older, newer);
    expect(changes.map(({ id, change, old, new: now }) => [id, change, old, now])).toEqual([
      [A, 'disappeared', 'found', null],
      [B, 'found_now', 'not_found', 'found'],
      [C, 'no_longer_found', 'found', 'not_found'],
      [D, 'answered_now', 'failed', 'found'],
      [E, 'appeared', null, 'pending'],
    ]);
  });

  it('is no change where neither has an answer', async () => {
    const older = sideOf([{ id: A, status: 'failed', record: '{}' }]);
    const newer = sideOf([{ id: A, status: 'pending', record: '{}' }]);
    const { changes, summary } = await compared(older, newer);
    expect(changes).toEqual([]);
    expect(summary).toMatchObject({ same: 1, unanswered: 1 });
  });
});

describe('the fields of a record', () => {
  const before = {
    situacao_cadastral: 'Ativa',
    capital_social: 1000,
    cnaes_secundarios: ['1', '2'],
    QSA: [
      { nome_socio: 'ANA', qualificacao_socio: 'Sócio', faixa_etaria: '31-40' },
      { nome_socio: 'BIA', qualificacao_socio: 'Sócio' },
    ],
    email: 'a@b.c',
  };

  it('are told one by one, old and new, lists as what is gone and what came', async () => {
    const after = {
      situacao_cadastral: 'Baixada',
      capital_social: 2000,
      cnaes_secundarios: ['3', '2'],
      QSA: [{ nome_socio: 'ANA', qualificacao_socio: 'Sócio', faixa_etaria: '31-40' }],
      email: null,
    };
    const { changes, summary } = await compared(
      sideOf([found(COMPANY, before)]),
      sideOf([found(COMPANY, after)]),
    );
    expect(changes.map(({ field, old, new: now }) => [field, old, now])).toEqual([
      ['situacao_cadastral', 'Ativa', 'Baixada'],
      ['cnaes_secundarios', ['1'], ['3']],
      ['email', 'a@b.c', null],
      ['capital_social', '1000', '2000'],
      ['QSA', [{ nome_socio: 'BIA', qualificacao_socio: 'Sócio' }], []],
    ]);
    expect(summary).toMatchObject({ changes: { changed: 1 }, same: 0, rows: 5 });
  });

  it('do not differ by the order of keys and entries, nor by what is missing instead of empty', async () => {
    const after = {
      QSA: [
        { qualificacao_socio: 'Sócio', nome_socio: 'BIA', faixa_etaria: null },
        { faixa_etaria: '31-40', nome_socio: 'ANA', qualificacao_socio: 'Sócio' },
      ],
      cnaes_secundarios: ['2', '1', '1'],
      capital_social: '1000',
      telefones: [],
      email: 'a@b.c',
      situacao_cadastral: 'Ativa',
      nome_fantasia: null,
    };
    const { changes } = await compared(
      sideOf([found(COMPANY, before)]),
      sideOf([found(COMPANY, after)]),
    );
    expect(changes).toEqual([]);
  });

  it.each([
    ['status', ['situacao_cadastral']],
    ['partners,capital', ['capital_social', 'QSA']],
    ['QSA.nome_socio', ['QSA.nome_socio']],
    ['QSA.faixa_etaria', []],
  ])('are only those of --only %s', async (only, fields) => {
    const after = { ...before, situacao_cadastral: 'Baixada', capital_social: 1, email: 'x@y.z' };
    const { changes } = await compared(
      sideOf([found(COMPANY, before)]),
      sideOf([found(COMPANY, { ...after, QSA: before.QSA.slice(0, 1) })]),
      readWanted(only),
    );
    const told = changes.map(({ field }) => field);
    // The partner who is gone has no age bracket.
    expect(told).toEqual(fields);
  });

  it('of the status are unseen where --only asks for others', async () => {
    const { changes, summary } = await compared(
      sideOf([found(A, {}), found(C, {})]),
      sideOf([found(B, {}), { id: C, status: 'not_found', record: '{}' }]),
      readWanted('partners'),
    );
    expect(changes).toEqual([]);
    // C is not the same: it was found, and is not any more.
    expect(summary).toMatchObject({ same: 0, rows: 0 });
  });

  it('that only one of the two can have are told and never a change', async () => {
    const { changes, summary } = await compared(
      sideOf([found(COMPANY, before)], { fields: ['situacao_cadastral', 'email'], isFlat: true }),
      sideOf([found(COMPANY, { situacao_cadastral: 'Ativa', uf: 'SP' })], {
        fields: ['situacao_cadastral', 'uf'],
      }),
    );
    expect(changes).toEqual([]);
    expect(summary.notCompared).toEqual(['email', 'uf']);
  });
});

it('a stop ends a comparison before its end', async () => {
  const controller = new AbortController();
  const entries = Array.from({ length: 40 }, (_, n) => found(makeCpf(n), {}));
  setImmediate(() => {
    controller.abort(new Error('stopped'));
  });
  const comparing = compared(sideOf(entries), sideOf([]), undefined, controller.signal);
  await expect(comparing).rejects.toThrow('stopped');
});
