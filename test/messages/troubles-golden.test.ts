import { describe, expect, it } from 'vitest';
import { sampleErrors, serviceWordsErrors } from '../helpers/error-samples.js';
import type { JobTrouble } from '../../src/base/facts.js';
import { requestErrors } from '../../src/messages/en/errors/requests.js';
import { en, messagesIn, withMessages } from '../../src/messages/index.js';
import {
  describeTroubleForProgram,
  modelDoubt,
  describeTroubleForModel,
  sessionBudget,
} from '../../src/messages/programs.js';
import { leaveUnquoted, describeTroubleForPerson } from '../../src/messages/people.js';
import { entriesFor, entry, readersIn } from './recorded.js';

const portuguese = await messagesIn('pt-BR');

const ofJobs: readonly JobTrouble[] = [
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
const ofRequests = [...sampleErrors, ...serviceWordsErrors]
  // A job is never in trouble because a user stopped, and one that was refused for the moment is sent again.
  .filter(({ code }) => requests.has(code) && !['interrupted', 'rate_limited'].includes(code))
  .map(({ code, facts }) => ({ code, facts }) as JobTrouble);

/** It may stand in a ledger that a newer version wrote. */
const unknown = { code: 'newer_code' } as unknown as JobTrouble;
const troubles = [...ofJobs, ...ofRequests, unknown];

function headingOf(trouble: JobTrouble, at: number): string {
  return `${'said' in trouble ? 'the words of the service' : trouble.code} · sample ${at + 1}`;
}

const people = [
  { name: 'a person', tell: (trouble: JobTrouble) => describeTroubleForPerson(trouble) },
  {
    name: 'a program',
    tell: (trouble: JobTrouble) => describeTroubleForPerson(trouble, leaveUnquoted),
  },
];
const others = [
  { name: 'a call', tell: describeTroubleForProgram },
  { name: 'a model', tell: describeTroubleForModel },
];

function recorded(readers: typeof people): string {
  const entries = troubles.map((trouble, at) => {
    const told = readers.map(({ name, tell }) => ({ name, text: tell(trouble) }));
    return entriesFor(headingOf(trouble, at), told);
  });
  return [readersIn(readers), ...entries].join('\n');
}

describe('the recorded sentences about jobs', () => {
  it('are of every trouble', () => {
    const told = new Set(troubles.map((trouble) => ('code' in trouble ? trouble.code : '')));
    for (const messages of [en, portuguese])
      for (const code of Object.keys(messages.troubles)) expect(told).toContain(code);
  });

  it('are those of the command line in English', async () => {
    await expect(recorded(people)).toMatchFileSnapshot('golden/troubles.en.txt');
  });

  it('are those of the command line in Portuguese', async () => {
    const text = withMessages(portuguese, () => recorded(people));
    await expect(text).toMatchFileSnapshot('golden/troubles.pt-BR.txt');
  });

  it('are those of library and MCP, in English whatever the language is', async () => {
    const budgets = [0, 0.5, 1, 2500].map((limit) =>
      entry(`session budget · ${limit}`, sessionBudget(limit)),
    );
    const text = withMessages(portuguese, () => recorded(others));
    const all = [text, ...budgets, entry('doubt · a model', modelDoubt)].join('\n');
    await expect(all).toMatchFileSnapshot('golden/troubles.programs.txt');
  });
});
