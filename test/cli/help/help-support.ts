import { Writable } from 'node:stream';
import type { Command } from 'commander';
import { processContext, type Context } from '../../../src/base/context.js';
import type { MainCallbacks } from '../../../src/commands/shared/command.js';
import { main } from '../../../src/main.js';
import { buildProgram } from '../../../src/program.js';

/** A stream that keeps what is written, with the width of a terminal of `columns`. */
class Screen extends Writable {
  text = '';
  constructor(readonly columns: number) {
    super({ decodeStrings: false });
  }
  override _write(chunk: string, _: string, done: () => void): void {
    this.text += chunk;
    done();
  }
}

/** Runs a command line in this process, for tests of its sentences only. */
export async function say(
  args: readonly string[],
  columns = 80,
  env: Readonly<Record<string, string>> = {},
) {
  const { context: plain, stdout, stderr } = screens(columns);
  const context = { ...plain, env };
  const code = await main(args, context);
  return { code, stdout: stdout.text, stderr: stderr.text };
}

/** The commands that help shows, as paths such as `bulk run`; '' is the program itself. */
export async function everyCommand(): Promise<{ path: string; command: Command }[]> {
  return below(await theProgram(), '');
}

/** The command line, with only `env` as its environment. */
export function theProgram(
  env: Context['env'] = {},
  outcome: MainCallbacks = { finish: () => undefined },
): Promise<Command> {
  return buildProgram({ ...screens(80).context, env }, outcome);
}

/** Parses the words of a command line, and returns the names of the commands that would run. */
export async function parseWords(
  words: readonly string[],
  env?: Context['env'],
): Promise<string[]> {
  const program = await theProgram(env);
  const ran: string[] = [];
  const watch = (command: Command): void => {
    command.action(() => void ran.push(command.name()));
    command.commands.forEach(watch);
  };
  program.commands.forEach(watch);
  await program.parseAsync([...words], { from: 'user' });
  return ran;
}

function screens(columns: number) {
  const [stdout, stderr] = [new Screen(columns), new Screen(columns)];
  const context: Context = { ...processContext(), env: {}, stdout, stderr };
  return { context, stdout, stderr };
}

function below(command: Command, path: string): { path: string; command: Command }[] {
  const visible = command.createHelp().visibleCommands(command);
  return [
    { path, command },
    ...visible.flatMap((one) => below(one, `${path} ${one.name()}`.trim())),
  ];
}
