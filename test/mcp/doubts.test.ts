import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openLedger } from '../../src/ledger/index.js';
import { createLookups } from '../../src/mcp/server.js';
import { createClient, type ServiceClient } from '../../src/service/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { makeCpf } from '../helpers/invented.js';
import { startReferee } from '../helpers/referee/index.js';

const NEVER = new AbortController().signal;
const CPF = makeCpf(1);

/** Sessions of one ledger, each as if its server had just been started. */
async function servers() {
  const service = await startReferee();
  const folder = await mkdtemp(join(tmpdir(), 'confere-mcp-doubts-'));
  const clock = createFakeClock();
  onTestFinished(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });
  let started = 0;
  /** Looks up once, in a session of its own, and says what came of it. */
  const ask = async (change = (client: ServiceClient) => client) => {
    const account = { baseUrl: service.url, apiKey: service.key, userAgent: 'test', clock };
    const client = createClient(account);
    const ledger = await openLedger(folder, clock);
    const { lookUp } = createLookups({
      ...{ ledger, clock, keyFingerprint: 'finger', holder: `server ${(started += 1)}` },
      ...{ client: change(client), periods: {} },
      ...{ reuse: 86_400_000, longestWait: 60_000 },
    });
    const told = await lookUp({ kind: 'cpf', input: CPF }, NEVER).then(
      ({ answer, failure }) => failure?.code ?? answer.status,
      (error: unknown) => (error instanceof TypeError ? 'defect' : 'another error'),
    );
    await client.close();
    await ledger.close();
    return told;
  };
  return { service, ask };
}

it('a defect after the request was sent leaves a doubt, and nothing is paid twice', async () => {
  const { service, ask } = await servers();
  const broken = (client: ServiceClient): ServiceClient => ({
    ...client,
    within: () => broken(client),
    cpf: async (id) => {
      await client.cpf(id);
      throw new TypeError('a defect behind the answer');
    },
  });
  expect([await ask(broken), await ask()]).toEqual(['defect', 'lookup_in_doubt']);
  expect(service.book.charged).toEqual([CPF]);
});
