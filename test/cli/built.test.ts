import { readFile } from 'node:fs/promises';
import { execa, execaSync } from 'execa';
import { describe, expect, it } from '../helpers/with-service.js';
import { COMMAND, newUser } from './support.js';

describe('the built package', () => {
  it.each(['0.12.18', '8.17.0', '20.18.3'])(
    'on Node %s it is one sentence and exit 2',
    async (node) => {
      await using user = await newUser();
      const old = await user.file(
        'old.cjs',
        `Object.defineProperty(process, 'versions', { value: { node: '${node}' } });`,
      );
      const args = ['--require', old, COMMAND, '--version'];
      const plain = { reject: false, stripFinalNewline: false } as const;
      const { exitCode, stdout, stderr } = execaSync(process.execPath, args, plain);
      expect({ exitCode, stdout, stderr }).toEqual({
        exitCode: 2,
        stdout: '',
        stderr: `confere needs Node 20.19 or newer; this is Node ${node}.\n`,
      });
    },
  );

  it('a clone that is not built says so', async () => {
    await using user = await newUser();
    const clone = await user.file('confere.cjs', await readFile(COMMAND));
    const { exitCode, stderr } = await execa(process.execPath, [clone], { reject: false });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: "confere is not built yet; run 'npm run build' in its folder.",
    });
  });
});
