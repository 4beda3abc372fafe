import { defineConfig } from 'vitest/config';
import { ramDisk } from './test/helpers/files/ram-disk.js';

/** For `npm run mutate`: the tests that stand for what stryker.config.json changes. */
export default defineConfig({
  test: {
    include: [
      'test/money/**/*.test.ts',
      'test/identifiers/mask.test.ts',
      'test/service/redact.test.ts',
      'test/service/retry-policy.test.ts',
      'test/contract/{exchanges,limits}.test.ts',
      'test/batch/{plan,sending,settling,doubts}.test.ts',
      'test/lookups/*.test.ts',
      'test/export/{export,rows,shapes,whole}.test.ts',
      'test/ledger/**/*.test.ts',
    ],
    testTimeout: 30_000,
    setupFiles: ['test/helpers/setup.ts'],
    env: { ...ramDisk(), TZ: 'UTC' },
  },
});
