import { expect, it } from '../../helpers/with-service.js';
import { hasShell, newShellUser } from '../../helpers/shell.js';
import { makeCpf } from '../support.js';

it.skipIf(!hasShell || process.platform !== 'linux').for([
  ['files', 'ulimit -n 20', 'ulimit -n'],
  ['addresses', 'ulimit -v 3000000', '--disable-wasm-trap-handler'],
  ['compilers', 'export NODE_OPTIONS=--jitless', '--jitless'],
])('too few %s that the system allows are told, and nothing is sent', async ([, limit, told]) => {
  await using user = await newShellUser(undefined, { asProcesses: true });
  const line = `confere cpf ${makeCpf(1)} --sandbox`;
  const { code, stderr } = await user.sh(`(${limit}; ${line})`);
  expect(stderr).toContain(told);
  expect(stderr).not.toMatch(/ at .*:\d+:\d+/);
  expect(code).toBe(5);
  // Nothing is in doubt.
  expect((await user.sh(line)).stderr).toContain('1 credit; ');
});
