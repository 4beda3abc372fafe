// `npm run failover -- [--every N] [--from N] [-t "a run.*kill"]`: a machine works on a shared ledger, and before each
// of its statements the machine dies, is suspended, or loses the database. Exits 1 if something was paid twice or lost,
// or if no command can continue.
import { parseArgs } from 'node:util';
import { execa } from 'execa';

const { values } = parseArgs({
  options: {
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '1' },
    only: { type: 'string', short: 't', default: '' },
  },
});
const args = ['vitest', 'run', 'test/failover', '--testTimeout', '0', '-t', values.only];
const env = { CONFERE_FAILOVER: JSON.stringify(values) };
const { exitCode } = await execa('npx', args, { env, stdio: 'inherit', reject: false });
process.exitCode = exitCode;
