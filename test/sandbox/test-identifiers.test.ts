import { expect, test } from 'vitest';
import { TEST_IDENTIFIERS } from '../../src/sandbox/registry.js';
import { LABELS } from '../../src/sandbox/jobs.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { table } from '../helpers/markdown.js';
import { open } from './support.js';

const of = (code: string) => {
  const entry = TEST_IDENTIFIERS.find((item) => item.code === code);
  return { cpf: entry?.cpf ?? '', cnpj: entry?.cnpj ?? '' };
};

const expected: Readonly<Record<string, readonly (number | string)[]>> = {
  '200': [200, 200, 200],
  '404': [404, 404, 404],
  '403': [403, 403, 403],
  '423': [403, 403, 403],
  '429': [429, 200, 429],
  '430': [429, 429, 429],
  '500': [500, 200, 500],
  '501': [500, 500, 500],
  '502': [502, 502, 200, 502, 502, 200],
  '503': [503, 503, 503, 503],
  '504': [503, 200, 503],
  '408': [200, 200],
  '444': ['dropped', 'dropped'],
  '499': ['dropped', 'dropped'],
};

test.each(
  TEST_IDENTIFIERS.flatMap(({ code }) => [['cpf', code] as const, ['cnpj', code] as const]),
)(
  '%s …%s… behaves as documented, repeatedly, and only a found one is charged',
  async (kind, code) => {
    // Another seed must not change what test identifiers do.
    const { get } = await open({ seed: 77 });
    const id = of(code)[kind];
    const ends = [];
    const isSuspended = code === '423';
    for (const wanted of expected[code] ?? []) {
      const before = (await get('/quota')).body.data.usedCredits;
      const end = await get(`/${kind}/${id}`).then(
        ({ status }) => status,
        () => 'dropped',
      );
      // The key is, for the balance, too.
      if (isSuspended) expect((await get('/quota')).status).toBe(403);
      const after = (await get('/quota')).body.data.usedCredits;
      ends.push(end);
      expect(after - before).toBe(wanted === 200 || code === '499' ? 1 : 0);
    }
    expect(ends).toEqual(expected[code]);
  },
);

test('in a batch all test identifiers are found except the one that is never found', async () => {
  const clock = createFakeClock();
  const { get, post } = await open({ clock });
  const cpfs = TEST_IDENTIFIERS.map(({ cpf }) => cpf);
  const { jobId } = (await post('/cpf/bulk', { cpfs })).body.data;
  clock.advance(1000);
  const job = (await get(`/cpf/bulk/${jobId}`)).body.data;
  expect(job.cpfs.filter((item) => !item.found).map((item) => item.cpf)).toEqual([of('404').cpf]);
});

const code = (text: string) => `\`${text}\``;
const dotted = (id: string) =>
  id.length === 11
    ? id.replace(/^(...)(...)(...)/, '$1.$2.$3-')
    : id.replace(/^(..)(...)(...)(....)/, '$1.$2.$3/$4-');

const named = async (section: string) =>
  (await table('sandbox.md', section)).map((row) => row.slice(0, -1)).toSorted();

test('the documentation lists the test identifiers and the labels of the sandbox', async () => {
  const identifiers = TEST_IDENTIFIERS.map(({ cpf, cnpj }) => [
    code(dotted(cpf)),
    code(dotted(cnpj)),
  ]);
  expect(await named('Test identifiers')).toEqual(identifiers.toSorted());
  const labels = LABELS.map((label) => [code(label)]);
  expect(await named('Labels for batches')).toEqual(labels.toSorted());
});
