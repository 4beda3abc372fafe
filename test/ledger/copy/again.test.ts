import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { moveLedger } from '../../../src/ledger/move.js';
import { refuseOutdatedLedger } from '../../../src/ledger/lost.js';
import { opened, testFolder } from '../support.js';

let made = 0;
const newId = () => `t${(made += 1)}`;

it('a repeated move accepts no loss of a ledger that is in use', async () => {
  const [from, to] = [await opened(await testFolder()), await opened(await testFolder())];
  await from.keepPaid('99', 1_759_600_000_000);
  await moveLedger({ from, to, newId });
  // A backup came back that does not know a batch of this machine.
  const own = join(to.folder, 'batches', 'later00000');
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'input'), 'x');
  await moveLedger({ from, to, newId });
  expect(existsSync(own)).toBe(true);
  await expect(refuseOutdatedLedger(to, 'x')).rejects.toMatchObject({ code: 'ledger_lost' });
});
