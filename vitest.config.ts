import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ramDisk } from './test/helpers/files/ram-disk.js';

/** These replace a module or measure their process: each has a worker of its own. */
const ALONE = [
  'test/batch/summary-all.test.ts',
  'test/commands/bulk/watch-day.test.ts',
  'test/windows/drives.test.ts',
  'test/windows/held-files.test.ts',
];

/** Begun first, so that no worker is still busy with one of them when the other has ended. */
const LONG = [
  ...['commands/bulk/watch-day', 'crash/survival', 'package/matrix', 'library/types'],
  ...['docs/commands', 'docs/newcomer', 'recipes/folder', 'independent/promises', 'fuzz/hostile'],
  ...['cli/hostile/hostile-files', 'cli/hostile/full-stdout', 'cli/both-ways'],
  ...['cli/lookups/learned-price', 'cli/sandbox/sandbox-exit-codes'],
  ...['failover/crowd', 'failover/failover'],
].map((name) => `/test/${name}.test.ts`);

/** Without the times of an earlier run, vitest begins with the largest files. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      LONG.some((name) => moduleId.endsWith(name));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** No test waits for real time, but a machine that does much else may need several times as long as usual. */
const patience = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
};
const common = {
  ...patience,
  setupFiles: ['test/helpers/setup.ts'],
  env: { ...ramDisk(), TZ: 'UTC' },
};

/**
 * A worker loads confere once and runs many files: that is half of the time. What a file leaves behind is
 * put back by `setup.ts`. Forks, not threads: a test may change its working folder.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    pool: 'forks',
    globalSetup: ['test/helpers/postgres/each-run.ts'],
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
