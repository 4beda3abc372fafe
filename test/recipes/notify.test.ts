import { chmod } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { makeCnpj } from '../helpers/invented.js';
import { startReferee } from '../helpers/referee/index.js';
import { hasProgram, newShellUser } from '../helpers/shell.js';

/** The stand-ins for `mail` and `curl` write down what they were given. */
const STUB = `#!/bin/sh
{ basename "$0"; for word; do case $word in */changes.csv) cat "$word" ;; *) echo "$word" ;; esac; done; cat; } >> sent
`;

it.skipIf(!hasProgram('jq'))(
  'the recipe of --notify sends what changed since the last batch of a file, and nothing without a change',
  { timeout: 60_000 },
  async () => {
    let isFound = false;
    await using server = await startReferee({ isFound: (id) => isFound || id !== makeCnpj(1) });
    await using user = await newShellUser(server, { asProcesses: true });
    await user.file('a.csv', `Nome;CNPJ\nAna;${makeCnpj(1)}\nBia;${makeCnpj(2)}\n`);
    for (const name of ['mail', 'curl']) await chmod(await user.file(`bin/${name}`, STUB), 0o755);
    const env = {
      MAIL_TO: 'a@b.example',
      TEAMS_WEBHOOK: 'https://teams.example',
      WITH: 'Nome',
    };
    const run = async () => {
      const notify = `sh ${resolve('recipes/notify-changes.sh')}`;
      const command = `confere bulk run a.csv --again --fresh --overwrite --interval 10ms --notify "${notify}"`;
      const { code, stderr } = await user.sh(`: > sent; ${command}`, env);
      return [code, stderr.includes('notify'), await user.read('sent')];
    };
    expect(await run()).toEqual([0, false, '']);
    expect(await run()).toEqual([0, false, '']);
    isFound = true;
    const [code, , sent = ''] = await run();
    expect(code).toBe(0);
    await expect(sent).toMatchFileSnapshot('golden/notify.txt');
  },
);
