import { describe, expect, it } from 'vitest';
import { makeCpf } from '../helpers/invented.js';
import { newDatabase } from '../helpers/postgres/databases.js';
import { newMachine } from '../helpers/postgres/machine.js';
import { HAS_SERVER } from '../helpers/postgres/shared.js';
import { startReferee } from '../helpers/referee/index.js';

/** `npm run failover` has a crowd. */
const MACHINES = process.env['CONFERE_FAILOVER'] === undefined ? 4 : 16;

const ids = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => makeCpf(from + n));
const csv = (cpfs: readonly string[]) => `cpf\n${cpfs.join('\n')}\n`;
const RUN = ['bulk', 'run', '-y', '--interval', '100ms'];

describe.skipIf(!HAS_SERVER)('many machines on one ledger', () => {
  it(
    `${MACHINES} work at once, one is killed, and nobody pays twice or asks too often`,
    { timeout: 300_000 },
    async () => {
      const service = await startReferee();
      const { url } = await newDatabase();
      const all = await Promise.all(
        Array.from({ length: MACHINES }, () => newMachine(service, url)),
      );
      const lookups = Math.max(2, Math.floor(24 / MACHINES));
      try {
        // Files that overlap, one that all of them have, and identifiers that are looked up one by one.
        for (const [at, one] of all.entries()) {
          await one.file('own.csv', csv(ids(at * 5, 10)));
          await one.file('all.csv', csv(ids(500, 20)));
          // Else all wait until the doubt of the killed one is over, which takes minutes.
          await one.ends(0, ['config', 'set', 'shared', 'true']);
        }
        const work = all.flatMap((one, at) => [
          one.start([...RUN, at % 2 === 0 ? 'own.csv' : 'all.csv']),
          one.start(['cpf', ...ids(900, lookups), '--deadline', '20s', '-q']),
        ]);
        await service.seen('POST /cpf/bulk');
        work[0]?.kill('SIGKILL');
        for (const { done } of work) await done.catch(() => undefined);
        const perMinute = new Map<number, number>();
        const twice = service.book.charged.filter(
          (id, at) => service.book.charged.indexOf(id) !== at,
        );
        expect(twice).toEqual([]);
        for (const at of service.times) {
          const minute = Math.floor(at / 60_000);
          perMinute.set(minute, (perMinute.get(minute) ?? 0) + 1);
        }
        expect(Math.max(...perMinute.values())).toBeLessThanOrEqual(30);
        expect(new Set(service.book.charged).size).toBeGreaterThanOrEqual(20 + lookups);
      } finally {
        for (const one of all) await one[Symbol.asyncDispose]();
        await service.close();
      }
    },
  );
});
