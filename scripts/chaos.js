// `npm run chaos`: kills a batch at each of its changes of state, one after the other, and lets the user continue.
// Exits 1 if something was paid twice or lost, or cannot continue.
import { execa } from 'execa';

const args = ['vitest', 'run', 'test/crash/survival.test.ts', '--testTimeout', '0'];
const env = { CONFERE_CHAOS: '1' };
const { exitCode } = await execa('npx', args, { env, stdio: 'inherit', reject: false });
process.exitCode = exitCode;
