import { onTestFinished } from 'vitest';
import type { Clock } from '../../src/base/clock.js';
import { openLedger } from '../../src/ledger/index.js';
import { createClient } from '../../src/service/index.js';
import { newFolder } from '../helpers/files/scratch.js';
import { startReferee, type RefereeOptions } from '../helpers/referee/index.js';

/** A service, a client of it and an empty ledger. */
export async function openWorld(clock: Clock, options: RefereeOptions = {}) {
  const service = await startReferee({ plan: 'Micro', ...options });
  const account = { baseUrl: service.url, apiKey: service.key, userAgent: 'test' };
  const rates = { rate: 1e6, realtimeRate: 1e6 };
  const client = createClient({ ...account, ...rates, clock, timeout: 60_000 });
  const ledger = await openLedger(newFolder(), clock);
  onTestFinished(async () => {
    await client.close();
    await ledger.close();
    await service.close();
  });
  return { service, client, ledger, clock, keyFingerprint: 'finger' };
}
