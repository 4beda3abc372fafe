import { REQUESTER } from '../helpers/requester.js';
import { expect, it } from 'vitest';
import { ConfereError } from '../../src/base/errors.js';
import { openLedger as openForPrograms } from '../../src/index.js';
import { openLedger } from '../../src/ledger/index.js';
import { createToolLookup } from '../../src/mcp/server.js';
import { createClient } from '../../src/service/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { newFolder } from '../helpers/files/scratch.js';
import { startReferee } from '../helpers/referee/index.js';
import { makeCpf } from '../helpers/invented.js';
import { describeAnswer, lookupsAt, scriptFates, SHARED, type Fate } from './support.js';

/** Identifiers requested one after another, and what the service does with each request. */
const ASKED = [1, 1, 2, 2, 3, 3, 4, 1, 5, 6, 7, 1, 4];
const FATES: readonly Fate[] = ['found', 'lost', 'missing', 'missing', 'lost', 'lost', 'lost'];
const ANSWERS = [
  ...['api', 'ledger', 'unconfirmed', 'unconfirmed', 'not_found', 'not_found'],
  ...['unconfirmed', 'ledger', 'unconfirmed', 'unconfirmed'],
  // After three failures in a row, only known and unconfirmed lookups have an answer.
  ...['not_asked', 'ledger', 'unconfirmed'],
];

type FrontEnd = (url: string, folder: string, asked: Asked) => Promise<string[]>;

interface Asked {
  readonly numbers: readonly number[];
  readonly allowOverage?: boolean;
}

const library: FrontEnd = async (url, folder, { numbers, allowOverage }) => {
  const ledger = await openForPrograms({
    folder,
    baseUrl: url,
    apiKey: 'sk',
    shared: true,
    costs: { cpf: 1 },
    allowOverage,
  });
  const answers: string[] = [];
  for (const n of numbers) {
    const answer = await ledger.lookup('cpf', makeCpf(n)).then(
      (answer) => describeAnswer({ answer }),
      (error: unknown) => {
        if (!(error instanceof ConfereError)) throw error;
        return error.kind === 'unconfirmed' ? error.kind : error.code;
      },
    );
    answers.push(answer);
  }
  await ledger.close();
  return answers;
};

const mcp: FrontEnd = async (url, folder, { numbers, allowOverage }) => {
  const clock = createFakeClock();
  const client = createClient({ baseUrl: url, apiKey: 'sk', userAgent: 'test', clock });
  const ledger = await openLedger(folder, clock);
  const lookUp = createToolLookup({
    client,
    ledger,
    clock,
    maxCredits: 100,
    reuse: 86_400_000,
    keyFingerprint: 'finger',
    holder: 'test',
    requester: REQUESTER,
    longestWait: 60_000,
    terms: SHARED,
    allowOverage,
  });
  const never = new AbortController().signal;
  const answers: string[] = [];
  for (const n of numbers)
    answers.push(describeAnswer(await lookUp({ kind: 'cpf', input: makeCpf(n) }, never)));
  await client.close();
  await ledger.close();
  return answers;
};

it.each([
  ['the library', library],
  ['the tools', mcp],
])(
  '%s sends the same requests, and passes the balance only if overage is accepted',
  async (_, run) => {
    await using server = await startReferee({ key: 'sk', plan: 'Micro' });
    scriptFates(server, FATES);
    expect(await run(server.url, newFolder(), { numbers: ASKED })).toEqual(ANSWERS);
    const asked = [1, 2, 3, 3, 4, 5, 6].map((n) => `GET /cpf/${makeCpf(n)}`);
    expect(lookupsAt(server)).toEqual(asked);

    await using poor = await startReferee({ key: 'sk', plan: 'Micro', credits: 3, overage: true });
    const numbers = [1, 2, 3, 4, 5];
    const folder = newFolder();
    const answers = await run(poor.url, folder, { numbers });
    expect(answers.slice(0, 2)).toEqual(['api', 'api']);
    expect(answers.slice(3)).toEqual(['over_balance', 'over_balance']);
    const all = await run(poor.url, folder, { numbers, allowOverage: true });
    expect(all.filter((one) => one !== 'ledger' && one !== 'api')).toEqual([]);
  },
);
