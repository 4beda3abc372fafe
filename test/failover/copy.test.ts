import { describe, expect, it } from 'vitest';
import { makeCpf } from '../helpers/invented.js';
import { newInProcessUser } from '../helpers/in-process.js';
import { forgetEarlier } from '../helpers/postgres/databases.js';
import { startTcpProxy } from '../helpers/postgres/proxy.js';
import { urlOf } from '../helpers/postgres/server.js';
import { HAS_SERVER, sharedServer } from '../helpers/postgres/shared.js';
import { startReferee } from '../helpers/referee/index.js';

/** `npm run failover` kills it before every statement. */
const STEP = process.env['CONFERE_FAILOVER'] === undefined ? 90 : 1;
const FILE = `cpf\n${[1, 2, 3, 4].map(makeCpf).join('\n')}\n`;

describe.skipIf(!HAS_SERVER)('confere ledger copy', () => {
  it(
    'that is killed before a statement goes on when it is called again, and nobody pays twice',
    { timeout: 3_600_000 },
    async () => {
      const { port } = await sharedServer();
      let wasKilled = true;
      for (let number = 10; wasKilled; number += STEP) wasKilled = await copyKilledAt(port, number);
    },
  );
});

/** Returns whether it was killed: a copy with fewer statements has come to its end. */
async function copyKilledAt(port: number, number: number): Promise<boolean> {
  await using service = await startReferee();
  await forgetEarlier(urlOf({ port }), service);
  await using network = await startTcpProxy(port);
  await using user = await newInProcessUser(service);
  await user.file('f.csv', FILE);
  expect((await user.run(['bulk', 'run', 'f.csv', '-y', '--interval', '100ms'])).code).toBe(0);
  const killed = { at: 0, isOver: false };
  const copy = ['ledger', 'copy', '--to', urlOf(network)];
  const copying = user.start(copy);
  network.at(number, () => {
    if (killed.isOver) return 'pass';
    killed.at = number;
    copying.kill('SIGKILL');
    return number % 2 === 0 ? 'cut' : 'pass';
  });
  await copying.done;
  // A later command may be the first to come to this statement.
  killed.isOver = true;
  if (killed.at > 0) {
    const again = await user.run(copy);
    // It may have been killed after its last change.
    const isDone = again.stderr.includes('This ledger was moved to');
    expect({ number, code: again.code, stderr: again.stderr }).toMatchObject({
      code: isDone ? 5 : 0,
    });
  }
  const env = { CONFERE_LEDGER: urlOf(network) };
  expect((await user.run(['ledger', 'check'], { env })).code).toBe(0);
  expect((await user.run(['cpf', makeCpf(9)])).code).toBe(5);
  expect((await user.run(['cpf', makeCpf(1), '--json'], { env })).stdout).toContain('"ledger"');
  expect(new Set(service.book.charged).size).toBe(service.book.charged.length);
  return killed.at > 0;
}
