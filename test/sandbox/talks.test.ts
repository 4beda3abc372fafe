import { describe, expect, it } from 'vitest';
import { LABELS } from '../../src/sandbox/jobs.js';
import { TEST_IDENTIFIERS } from '../../src/sandbox/registry.js';
import { table } from '../helpers/markdown.js';
import { talkWith } from './talk.js';
import { TALKS } from './talks.js';

/** What test identifiers do is repeated this often: some answer otherwise the second time, or the third. */
const TIMES = 6;

async function allOf(talks: (typeof TALKS)[string]): Promise<string> {
  const texts = [];
  for (const [title, talk] of Object.entries(talks))
    texts.push(`# ${title}\n${shorter(await talkWith(talk))}\n`);
  return texts.join('\n');
}

/** Ten thousand identifiers say no more than the first. */
const shorter = (text: string) => text.replaceAll(/(\["\w+")(?:,"\w+"){20,}\]/g, '$1,…]');

describe('the sandbox', () => {
  it.each(Object.keys(TALKS))('answers as the golden file says: %s', async (name) => {
    const text = await allOf(TALKS[name] ?? {});
    await expect(text).toMatchFileSnapshot(`golden/${name}.txt`);
  });

  it('answers its test identifiers as documented, whatever the seed', async () => {
    const talks = TEST_IDENTIFIERS.map(({ code, cpf, cnpj }) => {
      const lines = [`/cpf/${cpf}`, `/cnpj/${cnpj}`].map((path) => `${TIMES}x GET ${path}`);
      return [code, { options: { seed: 77 }, lines: [...lines, 'GET /quota'] }] as const;
    });
    const text = await allOf(Object.fromEntries(talks));
    await expect(text).toMatchFileSnapshot('golden/test-identifiers.txt');
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
