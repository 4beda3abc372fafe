import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { isRunning, stopServer } from '../helpers/postgres/server.js';
import { HAS_SERVER } from '../helpers/postgres/shared.js';
import { startReplicated } from '../helpers/postgres/standby.js';
import { survive } from './survive.js';

/** One statement between a submission and its results; `npm run failover` takes every fifth of all. */
const SAMPLE = 300;
const isCampaign = process.env['CONFERE_FAILOVER'] !== undefined;

describe.skipIf(!HAS_SERVER)('a standby that has every commit of the primary', () => {
  it(
    'takes over before a statement of a batch, the batch goes on there, and nobody pays twice',
    { timeout: 3_600_000 },
    async () => {
      let number = isCampaign ? 1 : SAMPLE;
      while ((await takenOverAt(number)) && isCampaign) number += 5;
    },
  );
});

/** Returns whether the work has that many statements. */
async function takenOverAt(number: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'confere-standby-'));
  // The servers may run as another user.
  chmodSync(folder, 0o755);
  const { primary, standby } = await startReplicated(folder);
  try {
    return await survive({ work: 'run', fault: 'takeover', number }, primary, standby);
  } finally {
    for (const server of [primary, standby]) if (isRunning(server)) stopServer(server, 'immediate');
    rmSync(folder, { recursive: true });
  }
}
