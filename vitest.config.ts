import { defineConfig } from 'vitest/config';
import { ramDisk } from './test/helpers/ram-disk.js';

/** One replaces a module of confere, one measures its process: each has a worker of its own. */
const ALONE = ['test/batch/summary-all.test.ts', 'test/commands/bulk/watch-day.test.ts'];

const common = { testTimeout: 30_000, setupFiles: ['test/helpers/setup.ts'], env: ramDisk() };

/**
 * A worker loads confere once and runs many files: that is half of the time. What a file leaves behind is
 * put back by `setup.ts`. Forks, not threads: a test may change its working folder.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    pool: 'forks',
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          ...common,
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: ALONE,
          isolate: false,
        },
      },
      { test: { ...common, name: 'alone', include: ALONE, isolate: true } },
    ],
  },
});
