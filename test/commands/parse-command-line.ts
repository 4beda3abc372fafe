import { PassThrough } from 'node:stream';
import { processContext } from '../../src/base/context.js';
import { buildProgram } from '../../src/program.js';

/** What a command works with for a command line: its options and what they say together; it does not run. */
export async function parseCommandLine(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = { CONFERE_BASE_URL: 'https://api.example.com' },
): Promise<Readonly<Record<string, unknown>>> {
  const own = { CONFERE_HOME: '/nowhere/confere', ...env };
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  let parsed: Record<string, unknown> | undefined;
  const outcome = {
    finish: () => undefined,
    runInstead: ({ options, ...command }: object & { readonly options: object }) =>
      (parsed = { ...command, options, ...options }),
  };
  const program = await buildProgram({ ...processContext(), ...streams, env: own }, outcome);
  await program.parseAsync([...argv], { from: 'user' });
  if (parsed === undefined) throw new Error(`no command in ${argv.join(' ')}`);
  return parsed;
}
