import { expect, it, onTestFinished } from 'vitest';
import { createLookupSession } from '../../src/lookups/lookup.js';
import { listRule } from '../../src/lookups/stop-rule.js';
import { errorSentence } from '../../src/output/errors.js';
import { createClient } from '../../src/service/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { makeCpf } from '../helpers/invented.js';
import { HAS_SERVER } from '../helpers/postgres/shared.js';
import { sharedPlace } from '../ledger/postgres/support.js';
import { startFates, told } from './support.js';

const HOUR = 3_600_000;

it.runIf(HAS_SERVER)(
  'the day of a shared ledger is that of its database, whatever the clocks of the machines say',
  { timeout: 60_000 },
  async () => {
    const server = await startFates([]);
    const shared = await sharedPlace();
    const answers: string[] = [];
    for (const [n, ahead] of [0, -26 * HOUR, 26 * HOUR].entries()) {
      const clock = createFakeClock(Date.now() + ahead);
      const client = createClient({ baseUrl: server.url, apiKey: 'sk', userAgent: 'test', clock });
      onTestFinished(() => client.close());
      const session = createLookupSession({
        ...{ ledger: await shared.on(`host ${n}`), clock, stopRule: listRule, reusesOwn: false },
        ...{ keyFingerprint: 'finger', holder: `h${n}`, costs: { cpf: 1 } },
        periods: { maxPerDay: 2 },
        wording: errorSentence,
      });
      for (const id of [makeCpf(2 * n), makeCpf(2 * n + 1)]) {
        const request = { kind: 'cpf', input: id, id, reuseSince: 0 } as const;
        const call = { client, stop: new AbortController().signal, until: clock.now() + HOUR };
        answers.push(told(await session.lookUp(request, call)));
      }
    }
    const refused = 'over_period_budget';
    expect(answers).toEqual(['api', 'api', refused, refused, refused, refused]);
  },
);
