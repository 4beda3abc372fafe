// Start-up, compared with an empty Node process.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { confere, node, run, sideBySide } from '../measure.js';

const TIMES = 31;

export async function startup() {
  const empty = async () => (await run(node(['-e', '0']))).ms;
  // As on a machine that has a ledger, beside which newer Nodes keep compiled code.
  const home = mkdtempSync(join(tmpdir(), 'confere-bench-'));
  mkdirSync(join(home, '.local/state/confere'), { recursive: true, mode: 0o700 });
  const env = { HOME: home, CONFERE_HOME: undefined, XDG_STATE_HOME: undefined };
  const version = async () => (await run(confere(['--version'], { env }))).ms;
  const check = async () => (await run(confere(['check', '529.982.247-25'], { env }))).ms;
  const rows = [
    {
      what: 'confere --version',
      reference: 'node -e 0',
      reach: '≤ 1.4',
      ...(await sideBySide(version, empty, TIMES)),
    },
    {
      what: 'confere check <cpf>',
      reference: 'node -e 0',
      reach: '≤ 1.35',
      ...(await sideBySide(check, empty, TIMES)),
    },
  ];
  rmSync(home, { recursive: true });
  return rows;
}
