import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { processContext, type Context } from '../../src/context.js';
import { buildProgram } from '../../src/program.js';

/** The arguments that a command receives for a command line; the command itself does not run. */
export interface ParsedLine {
  readonly operands: readonly unknown[];
  /** As commander gives them, with values of environment and defaults; each test knows its command. */
  readonly options: never;
  readonly surroundings: Pick<Context, 'env'>;
}

/** Parses words as the program does, on a machine without profiles. */
export async function parseCommandLine(
  argv: readonly string[],
  given: Readonly<Record<string, string>> = {},
): Promise<ParsedLine> {
  const env = { CONFERE_HOME: '/nowhere/confere', ...given };
  const context = {
    ...processContext(),
    env,
    stdout: new PassThrough(),
    stderr: new PassThrough(),
  };
  const program = await buildProgram(context, { finish: () => undefined });
  let line: ParsedLine | undefined;
  for (const command of leavesOf(program)) {
    command.action((...args: unknown[]) => {
      const options = command.optsWithGlobals<never>();
      line = { operands: args.slice(0, -2), options, surroundings: { env } };
    });
  }
  await program.parseAsync([...argv], { from: 'user' });
  if (line === undefined) throw new Error(`no command in ${argv.join(' ')}`);
  return line;
}

function leavesOf(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}
