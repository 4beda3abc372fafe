import { expect, test } from 'vitest';
import { KEYS } from '../../src/sandbox/keys.js';
import { LABELS } from '../../src/sandbox/submissions.js';
import { TEST_IDENTIFIERS } from '../../src/sandbox/registry.js';
import { table } from '../helpers/markdown.js';

const code = (text: string) => `\`${text}\``;
const dotted = (id: string) =>
  id.length === 11
    ? id.replace(/^(...)(...)(...)/, '$1.$2.$3-')
    : id.replace(/^(..)(...)(...)(....)/, '$1.$2.$3/$4-');

const named = async (section: string) =>
  (await table('sandbox.md', section)).map((row) => row.slice(0, -1)).toSorted();

test('the documentation lists the test identifiers, the labels and the keys of the sandbox', async () => {
  const identifiers = TEST_IDENTIFIERS.map(({ cpf, cnpj }) => [
    code(dotted(cpf)),
    code(dotted(cnpj)),
  ]);
  expect(await named('Test identifiers')).toEqual(identifiers.toSorted());
  const labels = Object.keys(LABELS).map((label) => [code(label)]);
  expect(await named('Labels for batches')).toEqual(labels.toSorted());
  const keys = Object.keys(KEYS).map((suffix) => [code(`<key>${suffix}`)]);
  expect(await named('Keys')).toEqual(keys.toSorted());
});
