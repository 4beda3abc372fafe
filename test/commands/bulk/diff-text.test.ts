import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { changeKinds } from '../../../src/diff/compare-records.js';
import type { DiffSummary } from '../../../src/diff/compare-results.js';
import { formatDiff } from '../../../src/commands/bulk/diff.js';
import { createLiveLine } from '../../../src/terminal/live.js';
import { PLAIN } from '../../../src/terminal/style.js';
import { createFakeClock } from '../../helpers/clocks/fake-clock.js';
import { makeCnpj, makeCpf } from '../../helpers/invented.js';
import { readAll } from '../../helpers/read-all.js';

const look = { isTerminal: true, columns: 60, paint: PLAIN };
const facts = { is: 'file', identifiers: 9, duplicates: 0, invalid: 0 } as const;
const none = Object.fromEntries(changeKinds.map((kind) => [kind, 0])) as DiffSummary['changes'];
const SUMMARY: DiffSummary = {
  older: { ...facts, name: 'jan.csv', invalid: 1 },
  newer: { ...facts, name: `lista-${makeCpf(1)}\u001b[2J.csv` },
  changes: { ...none, appeared: 1_234, changed: 2 },
  same: 7,
  unanswered: 1,
  rows: 1_238,
  notCompared: ['uf', 'QSA'],
  fields: [
    ['situacao_cadastral', 2],
    ...Array.from({ length: 11 }, (_, n): [string, number] => [`f${n}`, 1]),
  ],
  examples: [
    {
      id: makeCnpj(1),
      kind: 'cnpj',
      company: '',
      change: 'changed',
      field: 'cnaes_secundarios',
      old: ['1', '2'],
      new: ['3'],
    },
    {
      id: makeCpf(2),
      kind: 'cpf',
      company: '',
      change: 'changed',
      field: 'uf',
      old: 'SP',
      new: null,
    },
  ],
};

describe('the summary of a comparison', () => {
  it('has the counts, the fields, examples, and no whole CPF', () => {
    const text = formatDiff(SUMMARY, look, 'changes.csv');
    expect(text).toContain('jan.csv (older) and lista-***.');
    expect(text).toMatch(/only in the newer +1,234\n +with other data +2\n/);
    expect(text).toMatch(/the same +7\n +unanswered in both +1\n/);
    expect(text).toContain('and 2 more fields');
    expect(text).toMatch(/cnaes_secundarios +1 \| 2 +3\n/);
    expect(text).toContain('***.');
    expect(text).toContain('only one of the two has them: uf, QSA.');
    expect(text).toContain('jan.csv: 1 row without a valid identifier.');
    expect(text.endsWith('changes: changes.csv\n')).toBe(true);
    expect(text).not.toMatch(/\d{11}/);
    expect(text).not.toContain('\u001b');
    for (const line of text.split('\n').filter((each) => each.startsWith('  ')))
      expect(line.length).toBeLessThanOrEqual(60);
  });

  it('is short where nothing differs', () => {
    const nothing = { fields: [], examples: [], notCompared: [], unanswered: 0, rows: 0 };
    const sides = { older: { ...facts, name: 'a' }, newer: { ...facts, name: 'b' } };
    const text = formatDiff({ ...SUMMARY, ...nothing, ...sides, changes: none }, look);
    expect(text).toBe('a (older) and b (newer)\n  the same  7\n');
  });
});

function progressAt(wishes: { quiet?: boolean; progress?: boolean } = {}) {
  const stderr = new PassThrough();
  const clock = createFakeClock(0);
  const progress = createLiveLine(
    { env: {}, platform: 'linux', stderr, clock },
    { quiet: false, progress: true, color: false, ...wishes },
    0,
  );
  return { progress, clock, told: () => readAll(stderr) };
}

it('the progress of a comparison is one line every 30 seconds where nothing can move', () => {
  const { progress, clock, told } = progressAt();
  progress.show('10,000 rows');
  expect(told()).toBe('');
  clock.advance(30_000);
  progress.show('20,000 rows');
  progress.show('30,000 rows');
  expect(told()).toBe('20,000 rows\n');
  clock.advance(30_000);
  progress.show('comparing');
  progress.end();
  expect(told()).toBe('comparing\n');
});
