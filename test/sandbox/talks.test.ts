import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LABELS } from '../../src/sandbox/jobs.js';
import { TEST_IDENTIFIERS } from '../../src/sandbox/registry.js';
import { expectCases } from '../helpers/cases.js';
import { table } from '../helpers/markdown.js';
import { talker } from './talk.js';
import { some } from '../helpers/runs.js';

const FOLDER = new URL('talks/', import.meta.url);

describe('the sandbox', () => {
  it.each(some(readdirSync(FOLDER), 3))('answers as it says there: %s', async (name) => {
    await expectCases(new URL(name, FOLDER), talker());
  });
});

const code = (text: string) => `\`${text}\``;
const dotted = (id: string) =>
  id.length === 11
    ? id.replace(/^(...)(...)(...)/, '$1.$2.$3-')
    : id.replace(/^(..)(...)(...)(....)/, '$1.$2.$3/$4-');
const named = async (section: string) =>
  (await table('sandbox.md', section)).map((row) => row.slice(0, -1)).toSorted();

it('the documentation lists the test identifiers and the labels of the sandbox', async () => {
  const identifiers = TEST_IDENTIFIERS.map(({ cpf, cnpj }) => [
    code(dotted(cpf)),
    code(dotted(cnpj)),
  ]);
  expect(await named('Test identifiers')).toEqual(identifiers.toSorted());
  const labels = LABELS.map((label) => [code(label)]);
  expect(await named('Labels for batches')).toEqual(labels.toSorted());
});
