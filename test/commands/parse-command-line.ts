import { theProgram } from '../cli/help/help-support.js';

/** What a command works with for a command line: its options and what they say together; it does not run. */
export async function parseCommandLine(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = { CONFERE_BASE_URL: 'https://api.example.com' },
): Promise<Readonly<Record<string, unknown>>> {
  let parsed: Record<string, unknown> | undefined;
  const outcome = {
    finish: () => undefined,
    runInstead: ({ options, ...command }: object & { readonly options: object }) =>
      (parsed = { ...command, options, ...options }),
  };
  const program = await theProgram({ CONFERE_HOME: '/nowhere/confere', ...env }, outcome);
  await program.parseAsync([...argv], { from: 'user' });
  if (parsed === undefined) throw new Error(`no command in ${argv.join(' ')}`);
  return parsed;
}
