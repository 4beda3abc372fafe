// `npm run failover -- [--every N] [--from N] [--minutes N] [--faults a,b] [--only "run kill 60"]`: a machine works on a
// shared ledger, and before each of its statements it dies, stands still, or loses its database. Exits 1 if something
// was paid twice or lost, or if no command goes on.
import { parseArgs } from 'node:util';
import { execa } from 'execa';

const { values } = parseArgs({
  options: {
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '600' },
    faults: { type: 'string', default: '' },
    only: { type: 'string' },
  },
});
// The work loads its parts when it needs them, so the runner of the tests stays.
const args = [
  'vitest',
  'run',
  'test/failover',
  '--testTimeout',
  '0',
  '--disable-console-intercept',
];
const env = { CONFERE_FAILOVER: JSON.stringify(values) };
const { exitCode } = await execa('npx', args, { env, stdio: 'inherit', reject: false });
process.exitCode = exitCode;
