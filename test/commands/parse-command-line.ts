import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { readOptions } from '../../src/commands/shared/account.js';
import { processContext } from '../../src/context.js';
import { buildProgram } from '../../src/program.js';

/** The options that a command works with for a command line; the command itself does not run. */
export async function parseCommandLine(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = { CONFERE_BASE_URL: 'https://api.example.com' },
): Promise<Readonly<Record<string, unknown>>> {
  const own = { CONFERE_HOME: '/nowhere/confere', ...env };
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const context = { ...processContext(), ...streams, env: own };
  const program = await buildProgram(context, { finish: () => undefined });
  let options: Record<string, unknown> | undefined;
  for (const command of leavesOf(program))
    command.action(() => {
      options = { ...readOptions(command, { context }) };
    });
  await program.parseAsync([...argv], { from: 'user' });
  if (options === undefined) throw new Error(`no command in ${argv.join(' ')}`);
  return options;
}

function leavesOf(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}
