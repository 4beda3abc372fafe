// npm run stress -- --minutes 5: SQLite under several writing processes, for longer than the tests take.
// --unguarded also shows libsql as it comes, with its own checkpoints: that run may fail.
import { parseArgs } from 'node:util';
import { execa } from 'execa';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    unguarded: { type: 'boolean', default: false },
  },
});
const env = {
  ...process.env,
  CONFERE_STRESS_SECONDS: String(Number(values.minutes) * 60),
  ...(values.unguarded ? { CONFERE_STRESS_UNGUARDED: '1' } : {}),
};
const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'test/sqlite/stress.test.ts'];
const options = { stdio: 'inherit', env, reject: false };
const { exitCode } = await execa(process.execPath, vitest, options);
process.exitCode = exitCode ?? 1;
