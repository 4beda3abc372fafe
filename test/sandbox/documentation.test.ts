import { expect, test } from 'vitest';
import { ENDPOINTS, endpointNames } from '../../src/sandbox/http/endpoints.js';
import { KEYS } from '../../src/sandbox/account/keys.js';
import { LABELS } from '../../src/sandbox/jobs/batch-labels.js';
import { EVERYWHERE, OF_ENDPOINT } from '../../src/sandbox/faults/refusals.js';
import { TEST_IDENTIFIERS } from '../../src/sandbox/faults/test-identifiers.js';
import { table } from '../helpers/markdown.js';

const code = (text: string) => `\`${text}\``;
const dotted = (id: string) =>
  id.length === 11
    ? id.replace(/^(...)(...)(...)/, '$1.$2.$3-')
    : id.replace(/^(..)(...)(...)(....)/, '$1.$2.$3/$4-');

test('the documentation lists the test identifiers of the sandbox', async () => {
  expect(await table('sandbox.md', 'Test identifiers')).toEqual(
    TEST_IDENTIFIERS.map(({ cpf, cnpj, does }) => [code(dotted(cpf)), code(dotted(cnpj)), does]),
  );
});

test('the documentation lists the labels of the sandbox', async () => {
  const documented = await table('sandbox.md', 'Labels for batches');
  expect(documented).toEqual(LABELS.map(({ label, does }) => [code(label), does]));
});

test('the documentation lists the keys of the sandbox', async () => {
  expect(await table('sandbox.md', 'Keys')).toEqual(
    KEYS.map(({ suffix, does }) => [code(`<key>${suffix}`), does]),
  );
});

test('the documentation lists the answers of fault rules', async () => {
  const list = (names: readonly string[]) => names.map(code).join(', ');
  const own = endpointNames.map((name) => {
    const { method, path } = ENDPOINTS[name];
    return [code(`${method} ${path}`), list(OF_ENDPOINT[name])];
  });
  expect(await table('sandbox.md', 'Fault rules')).toEqual([
    ...own,
    ['every one', list(EVERYWHERE)],
  ]);
});
