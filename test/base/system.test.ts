import { expect, it } from 'vitest';
import { systemClock } from '../../src/base/system.js';

it('counts a sleep whole into the uptime of the machine, which never falls', async () => {
  const before = systemClock.uptime();
  await systemClock.sleep(2);
  const after = systemClock.uptime();
  expect(after.ms - before.ms).toBeGreaterThanOrEqual(2);
  expect(after).toMatchObject({ host: before.host, boot: before.boot });
});
