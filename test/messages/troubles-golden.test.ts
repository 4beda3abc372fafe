import { describe, expect, it } from 'vitest';
import { sampleErrors, serviceWordsErrors } from '../helpers/error-samples.js';
import type { JobTrouble } from '../../src/base/facts.js';
import { requestErrors } from '../../src/messages/en/errors/requests.js';
import { en, loadMessages, withMessages } from '../../src/messages/index.js';
import {
  describeTroubleForProgram,
  modelDoubt,
  describeTroubleForModel,
  describeSessionBudget,
} from '../../src/messages/programs.js';
import { leaveUnquoted, describeTroubleForPerson } from '../../src/messages/people.js';
import { entriesFor, entry, listReaders } from './recorded.js';

const portuguese = await loadMessages('pt-BR');

const troublesOfJobs: readonly JobTrouble[] = [
  { code: 'run_ended' },
  { code: 'not_covered' },
  ...[
    { items: 2, total: 1 },
    { items: 3000, total: 1000 },
    { items: 1, total: 0 },
  ].map((facts) => ({ code: 'adopted_part', ...facts }) as const),
  { code: 'lookup_in_doubt' },
  ...[
    { found: 1, unnamed: 1 },
    { found: 3000, unnamed: 2000 },
  ].map((facts) => ({ code: 'unnamed', ...facts }) as const),
  { code: 'miscounted', total: 1 },
  { code: 'miscounted', total: 3000 },
  { said: 'Lote inválido' },
];

const requests: ReadonlySet<string> = new Set(Object.keys(requestErrors));
const troublesOfRequests = [...sampleErrors, ...serviceWordsErrors]
  // A job never fails because a user stops, and a job that meets the rate limit is sent again.
  .filter(({ code }) => requests.has(code) && !['interrupted', 'rate_limited'].includes(code))
  .map(({ code, facts }) => ({ code, facts }) as JobTrouble);

/** A code that the ledger may have from a newer version. */
const unknown = { code: 'newer_code' } as unknown as JobTrouble;
const troubles = [...troublesOfJobs, ...troublesOfRequests, unknown];

function writeHeading(trouble: JobTrouble, at: number): string {
  return `${'said' in trouble ? 'the words of the service' : trouble.code} · sample ${at + 1}`;
}

const people = [
  { name: 'a person', read: (trouble: JobTrouble) => describeTroubleForPerson(trouble) },
  {
    name: 'a program',
    read: (trouble: JobTrouble) => describeTroubleForPerson(trouble, leaveUnquoted),
  },
];
const others = [
  { name: 'a call', read: describeTroubleForProgram },
  { name: 'a model', read: describeTroubleForModel },
];

function recordTroubles(readers: typeof people): string {
  const entries = troubles.map((trouble, at) => {
    const texts = readers.map(({ name, read }) => ({ name, text: read(trouble) }));
    return entriesFor(writeHeading(trouble, at), texts);
  });
  return [listReaders(readers), ...entries].join('\n');
}

describe('sentences about troubles of jobs', () => {
  it('every trouble has a sample', () => {
    const sampled = new Set(troubles.map((trouble) => ('code' in trouble ? trouble.code : '')));
    for (const messages of [en, portuguese])
      for (const code of Object.keys(messages.troubles)) expect(sampled).toContain(code);
  });

  it('the command line prints the recorded sentences in English', async () => {
    await expect(recordTroubles(people)).toMatchFileSnapshot('golden/troubles.en.txt');
  });

  it('the command line prints the recorded sentences in Portuguese', async () => {
    const text = withMessages(portuguese, () => recordTroubles(people));
    await expect(text).toMatchFileSnapshot('golden/troubles.pt-BR.txt');
  });

  it('the library and the MCP server write the recorded English sentences even when the process is in Portuguese', async () => {
    const budgets = [0, 0.5, 1, 2500].map((limit) =>
      entry(`session budget · ${limit}`, describeSessionBudget(limit)),
    );
    const text = withMessages(portuguese, () => recordTroubles(others));
    const all = [text, ...budgets, entry('doubt · a model', modelDoubt)].join('\n');
    await expect(all).toMatchFileSnapshot('golden/troubles.programs.txt');
  });
});
