// One request to a local server, compared with the smallest script that makes the same request.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { confereCommand, nodeCommand, run, measureInTurns } from '../measure.js';
import { startServer } from '../server.js';

const TIMES = 31;
const GET_SCRIPT = fileURLToPath(new URL('../references/get.js', import.meta.url));
const reference = 'a script with undici';

export async function requests() {
  const server = await startServer();
  const home = mkdtempSync(join(tmpdir(), 'confere-bench-'));
  const env = { CONFERE_HOME: home, CONFERE_BASE_URL: server.url, CONFERE_API_KEY: 'key' };
  const timeConfere = (args) => async () => (await run(confereCommand(args, { env }))).ms;
  const timeScript = (path) => async () =>
    (await run(nodeCommand([GET_SCRIPT, server.url + path, 'key']))).ms;
  // This case does not measure the rate limit.
  const cpfArguments = ['cpf', '52998224725', '--fresh', '--rate', '100000'];
  const rows = [
    {
      what: 'confere quota',
      reference,
      reach: '≤ 1.15',
      ...(await measureInTurns(timeConfere(['quota']), timeScript('/quota'), TIMES)),
    },
    {
      what: 'confere cpf',
      reference,
      reach: '≤ 1.05',
      ...(await measureInTurns(timeConfere(cpfArguments), timeScript('/cpf/52998224725'), TIMES)),
    },
  ];
  server.close();
  rmSync(home, { recursive: true });
  return rows;
}
