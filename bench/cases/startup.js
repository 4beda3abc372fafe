// Start-up, compared with an empty Node process.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { confereCommand, nodeCommand, run, measureInTurns } from '../measure.js';

const TIMES = 31;

export async function startup() {
  const timeEmpty = async () => (await run(nodeCommand(['-e', '0']))).ms;
  // The folder of the ledgers exists, as on a machine in use, so that newer Nodes keep compiled code in it.
  const home = mkdtempSync(join(tmpdir(), 'confere-bench-'));
  mkdirSync(join(home, '.local/state/confere'), { recursive: true, mode: 0o700 });
  const env = { HOME: home, CONFERE_HOME: undefined, XDG_STATE_HOME: undefined };
  const timeVersion = async () => (await run(confereCommand(['--version'], { env }))).ms;
  const timeCheck = async () =>
    (await run(confereCommand(['check', '529.982.247-25'], { env }))).ms;
  const rows = [
    {
      what: 'confere --version',
      reference: 'node -e 0',
      reach: '≤ 1.4',
      ...(await measureInTurns(timeVersion, timeEmpty, TIMES)),
    },
    {
      what: 'confere check <cpf>',
      reference: 'node -e 0',
      reach: '≤ 1.35',
      ...(await measureInTurns(timeCheck, timeEmpty, TIMES)),
    },
  ];
  rmSync(home, { recursive: true });
  return rows;
}
