import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBreakdowns, type ReportedRecord } from '../../src/report/breakdowns.js';
import { countReport, type Breakdown } from '../../src/report/index.js';
import { cpfs, csv, testWorld } from '../batch/support.js';
import { expectCases } from '../helpers/cases.js';
import { makeCnpj } from '../helpers/invented.js';
import { runs } from '../helpers/runs.js';

type Kind = 'cpf' | 'cnpj';

const NOW = Date.UTC(2026, 2, 10, 12);
const FIELDS = {
  cnpj: ['situacao_cadastral', 'uf', 'porte_empresa', 'cnae_principal', 'data_inicio_atividade'],
  cpf: ['gender', 'birthDate', 'day', 'month', 'year'],
} as const;

function count(kind: Kind, records: readonly ReportedRecord[]): Breakdown[] {
  const breakdowns = createBreakdowns(kind, NOW);
  for (const record of records) breakdowns.add(record);
  return breakdowns.result().breakdowns;
}

const sum = ({ groups, others, notInformed }: Breakdown): number =>
  groups.reduce((all, group) => all + group.count, others + notInformed);

/** Any value that a field may have, also against the spec. */
const anything = fc.oneof(
  fc.anything(),
  fc.string(),
  fc.constantFrom('SP', 'RJ', 'M', 'F', 'Ativa', '2001-02-03', '03/02/2001', '**/**/1980', ''),
  fc.integer({ min: -5, max: 3000 }),
);

describe('the breakdowns of records', () => {
  it('are as breakdowns.txt says', async () => {
    await expectCases(new URL('breakdowns.txt', import.meta.url), (given) => {
      const [, kind = '', name = '', rest = ''] = /^(\w+) (\w+) (.*)$/.exec(given) ?? [];
      const records = rest
        .split(/(?<=\}) (?=\{)/)
        .map((text) => JSON.parse(text) as ReportedRecord);
      const one = count(kind as Kind, records).find((breakdown) => breakdown.name === name);
      const groups = (one?.groups ?? []).filter((group) => group.count > 0);
      const told = groups.map((group) => `${group.label}: ${group.count}`);
      return [...told, `not informed: ${one?.notInformed}`].join(', ');
    });
  });

  it.each(['cpf', 'cnpj'] as const)('of a %s each add up, for any values', (kind) => {
    const keys = Object.fromEntries(FIELDS[kind].map((field) => [field, anything]));
    const records = fc.array(fc.record(keys, { requiredKeys: [] }), { maxLength: 60 });
    fc.assert(
      fc.property(records, (all) => {
        for (const breakdown of count(kind, all)) expect(sum(breakdown)).toBe(all.length);
      }),
      { numRuns: runs(100) },
    );
  });

  it.each(['cpf', 'cnpj'] as const)(
    'of a %s stay bounded if every record has another value',
    (kind) => {
      const records = Array.from({ length: 5_000 }, (_, n) =>
        Object.fromEntries(FIELDS[kind].map((field) => [field, `value ${n}`])),
      );
      for (const breakdown of count(kind, records)) {
        expect(breakdown.groups.length).toBeLessThan(50);
        expect(sum(breakdown)).toBe(5_000);
      }
    },
  );

  it('keep the most common values', () => {
    const records = Array.from({ length: 40 }, (_, n) =>
      Array.from({ length: n + 1 }, () => ({ cnae_principal: String(1_000_000 + n) })),
    ).flat();
    const found = count('cnpj', records).find(({ name }) => name === 'activity');
    expect(found?.groups).toHaveLength(30);
    expect(found?.groups).toContainEqual({ label: '1000039', count: 40 });
    expect(found?.others).toBe((10 * 11) / 2);
  });
});

it('a batch of both kinds is counted page by page as two parts, which add up', async () => {
  const world = await testWorld();
  const ids = [...cpfs(1_203), ...Array.from({ length: 30 }, (_, n) => makeCnpj(n))];
  const given = { input: { kind: 'both' }, perJob: 500 } as const;
  const { batch, summary } = await world.run(await world.file(csv(ids)), given);
  const { parts, totals, ...facts } = await countReport(world.deps(), batch);
  expect(facts).toMatchObject({ state: 'complete', source: 'api' });
  expect(totals.rows).toBe(1_233);
  const found = (of: Kind) =>
    summary.jobs.reduce((all, job) => all + (job.kind === of ? job.found : 0), 0);
  expect(parts.map(({ kind, found }) => [kind, found])).toEqual([
    ['cnpj', found('cnpj')],
    ['cpf', found('cpf')],
  ]);
  for (const part of parts)
    for (const breakdown of part.breakdowns) expect(sum(breakdown)).toBe(part.found);
});
