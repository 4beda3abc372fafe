import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../helpers/clocks/fake-clock.js';
import { cnpj, cpf, one, open, some } from '../../sandbox/support.js';
import { golden } from '../golden.js';
import { differences } from '../shape.js';

/** "The CNPJ record may gain new fields; clients ignore unknown fields" (spec, "Versioning"). */
const newField = (names: readonly string[]) =>
  names.includes('cnpj') ? /^\.data\.\w+: unknown$/ : /^\.data\.cnpjs\[\]\.data\.\w+: unknown$/;

/** Compares the sandbox with the answers written from the spec, not with the client. */
function expectLike(answer: { status: number; body: unknown }, ...names: string[]): void {
  const examples = names.map(golden);
  expect(examples.map(({ status }) => status)).toContain(answer.status);
  const bodies = examples.map(({ body }) => body);
  const found = differences(answer.body, bodies);
  expect(found.filter((difference) => !newField(names).test(difference))).toEqual([]);
}

const kinds = [
  { kind: 'cpf', make: cpf, records: ['cpf', 'cpf-bare'] },
  { kind: 'cnpj', make: cnpj, records: ['cnpj', 'cnpj-anonymized'] },
] as const;

describe('the sandbox answers in the shape of the golden answers', () => {
  test.each([{}, { plan: 'Micro', credits: 0 }, { plan: 'unknown' }])('of %j', async (options) => {
    const { get } = await open(options);
    expectLike(await get('/quota'), 'quota', 'quota-overage', 'quota-unknown');
  });
  test.each(kinds)('$kind: a hundred records', async ({ kind, make, records }) => {
    const { get } = await open({ rate: 1000 });
    for (const id of some(make, true, 100)) expectLike(await get(`/${kind}/${id}`), ...records);
  });
  test('the real-time lookup', async () => {
    const { get, post } = await open();
    const id = one(cpf, true);
    const { birthDate } = (await get(`/cpf/${id}`)).body.data;
    expectLike(await post('/cpf/realtime', { cpf: id, birthDate }), 'cpf-realtime', 'cpf-bare');
  });
  test.each(kinds)('$kind: a batch from its submission to its end', async ({ kind, make }) => {
    const clock = createFakeClock();
    const { get, post } = await open({ clock, jobSpeed: 10 });
    const items = [...some(make, true, 20), ...some(make, false, 20)];
    const labels = [{}, { fileName: 'clientes.csv', format: 'CSV' }];
    for (const label of labels) {
      const accepted = await post(`/${kind}/bulk`, { [`${kind}s`]: items, ...label });
      expectLike(accepted, `${kind}-bulk`);
      const path = `/${kind}/bulk/${accepted.body.data.jobId}`;
      for (const seconds of [0, 2, 10]) {
        clock.advance(seconds * 1000);
        expectLike(await get(path), `${kind}-bulk-job`, `${kind}-bulk-job-processing`);
      }
    }
  });
});
