import { expect, test } from 'vitest';
import { KEYS } from '../../src/sandbox/account/keys.js';
import { LABELS } from '../../src/sandbox/jobs/batch-labels.js';
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
