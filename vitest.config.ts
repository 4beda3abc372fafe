import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ramDisk } from './test/helpers/files/ram-disk.js';

const under = (folder: string, names: readonly string[]) =>
  names.map((name) => `test/${folder}/${name}`);

/**
 * The full tier alone runs these: they start many processes, servers, compilers or browsers, walk through every moment of a
 * crash, every status of an answer or every limit of a file, or follow the documentation. The longest come first, so that no worker is busy with one when the other has ended.
 */
const FULL = [
  ...under('package', ['**']),
  ...under('crash', ['survival.test.ts']),
  ...under('library', ['types.test.ts', 'docs.test.ts']),
  ...under('docs', ['commands.test.ts', 'session.test.ts']),
  ...under('failover', ['**']),
  ...under('cli/hostile', ['**']),
  ...under('cli/machines', ['**']),
  ...under('cli/mcp', ['**']),
  ...under('cli/processes', ['**']),
  ...under('cli/terminal', ['**']),
  ...under('recipes', ['**']),
  ...under('browser', ['**']),
  ...under('fuzz', ['**']),
  ...under('windows', ['**']),
  ...under('cli', ['removal.test.ts', 'purposes.test.ts']),
  ...under('cli/bulk', ['files.test.ts', 'own-workbook.test.ts']),
  'test/patterns.test.ts',
  ...under('messages', ['every-piece.test.ts']),
  ...under('ledger', ['copy/move-ledger.test.ts']),
  ...under('input', ['limits.test.ts']),
].map((path) => path.replace(/\*\*$/, '**/*.test.ts'));

/** These replace a module or measure their process: each has a worker of its own. */
const ALONE = [
  'test/base/flush.test.ts',
  'test/windows/drives.test.ts',
  'test/windows/held-files.test.ts',
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const place = FULL.findIndex((path) => moduleId.includes(path.split('**')[0] ?? path));
      return place < 0 ? FULL.length : place;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
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
const together = { ...common, isolate: false };
const EVERY = 'test/**/*.test.ts';

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
      { test: { ...together, name: 'quick', include: [EVERY], exclude: [...FULL, ...ALONE] } },
      { test: { ...together, name: 'full', include: FULL, exclude: ALONE } },
      { test: { ...common, name: 'alone', include: ALONE, isolate: true } },
    ],
  },
});
