import type { Command } from 'commander';
import { theProgram } from '../cli/help/help-support.js';

/** With a base URL in the environment, any profile name is valid. */
const ENVIRONMENT = { CONFERE_BASE_URL: 'http://127.0.0.1:9', CONFERE_HOME: '/nowhere' };

/**
 * Parses a command line of the documentation without running it. Also accepts help, the version, and a
 * command in running text without its arguments.
 * @throws CommanderError for an unknown command or option
 */
export async function understands(line: string, { named = false } = {}): Promise<boolean> {
  const program = await theProgram(ENVIRONMENT);
  for (const command of allBelow(program)) command.action(() => undefined);
  const fine = ['help', 'helpDisplayed', 'version', ...(named ? ['missingArgument'] : [])];
  await program.parseAsync(words(line).slice(1), { from: 'user' }).catch((error: unknown) => {
    if (!fine.some((code) => isOf(error, `commander.${code}`))) throw error;
  });
  return true;
}

/** The words of a shell line up to a redirection or a pipe; `<n>` becomes a number. */
function words(line: string): string[] {
  const [own = ''] = line
    .replaceAll(/<n>/g, '5')
    .replaceAll(/<duration>/g, '5s')
    .replaceAll(/<([\w.]+)>/g, '$1')
    .split(/ (?:[|<>]|2>|&&|\|\|)/);
  const parts = own.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g);
  return [...parts].map(([, single, double, plain]) => single ?? double ?? plain ?? '');
}

function isOf(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function allBelow(command: Command): Command[] {
  return command.commands.flatMap((one) => (one.commands.length > 0 ? allBelow(one) : [one]));
}
