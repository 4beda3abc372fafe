import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Uptime } from '../../src/clock.js';
import { leastElapsed } from '../../src/ledger/least-elapsed.js';
import { systemClock } from '../../src/system.js';
import { testLedger } from './support.js';

/** What happens to a machine: it runs for a while, or it restarts. */
const history = fc.array(fc.record({ ms: fc.nat(10_000_000), restarts: fc.boolean() }), {
  maxLength: 6,
});

it('is never more than what has passed, however often the machine has restarted', () => {
  const machine = fc.record({ ranFor: fc.nat(10_000_000), tellsBoot: fc.boolean(), history });
  fc.assert(
    fc.property(machine, ({ ranFor, tellsBoot, history: events }) => {
      let [ms, boot, passed] = [ranFor, 0, 0];
      const uptime = (): Uptime => ({ ms, host: 'h', boot: tellsBoot ? `boot ${boot}` : '' });
      const then = uptime();
      for (const event of events) {
        passed += event.ms;
        if (event.restarts) [ms, boot] = [0, boot + 1];
        else ms += event.ms;
      }
      const least = leastElapsed(then, uptime()) ?? NaN;
      expect(least).toBeGreaterThanOrEqual(0);
      expect(least).toBeLessThanOrEqual(passed);
      if (boot === 0) expect(least).toBe(passed);
      else if (tellsBoot) expect(least).toBe(ms);
    }),
  );
});

it('is unknown between two machines, unless they are containers of one', () => {
  const then = { ms: 5, host: 'a', boot: '' };
  expect(leastElapsed(then, { ms: 9, host: 'b', boot: '' })).toBeUndefined();
  expect(leastElapsed({ ...then, boot: 'x' }, { ms: 9, host: 'b', boot: 'y' })).toBeUndefined();
  expect(leastElapsed({ ...then, boot: 'x' }, { ms: 9, host: 'b', boot: 'x' })).toBe(4);
});

it('is not the time of day, which is that of the machine', async () => {
  const ledger = await testLedger({ ...systemClock, now: () => 1_234 });
  expect(await ledger.now()).toBe(1_234);
});

it('is counted for each machine from its first measurement', async () => {
  const now = { ms: 1_000, host: 'one', boot: 'a' };
  const ledger = await testLedger({ ...systemClock, uptime: () => ({ ...now }) });
  const [tick, later] = [await ledger.tick(), await ledger.tick()];
  expect(await ledger.leastElapsed([tick])).toBe(0);
  now.ms += 500;
  expect(await ledger.leastElapsed([tick])).toBe(500);
  expect(await ledger.leastElapsed([tick, later])).toBe(0);
  now.ms += 200;
  expect(await ledger.leastElapsed([later, tick])).toBe(200);
  Object.assign(now, { ms: 9_000, host: 'two', boot: 'b' });
  expect(await ledger.leastElapsed([tick])).toBe(0);
  now.ms += 50;
  expect(await ledger.leastElapsed([tick])).toBe(50);
});
