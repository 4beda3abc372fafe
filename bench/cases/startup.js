// Start-up, compared with an empty Node process.
import { confere, node, run, sideBySide } from '../measure.js';

const TIMES = 31;

export async function startup() {
  const empty = async () => (await run(node(['-e', '0']))).ms;
  const version = async () => (await run(confere(['--version']))).ms;
  const check = async () => (await run(confere(['check', '529.982.247-25']))).ms;
  return [
    {
      what: 'confere --version',
      reference: 'node -e 0',
      reach: '≤ 1.4',
      ...(await sideBySide(version, empty, TIMES)),
    },
    {
      what: 'confere check <cpf>',
      reference: 'node -e 0',
      reach: '≤ 1.6',
      ...(await sideBySide(check, empty, TIMES)),
    },
  ];
}
