import { theProgram } from '../cli/help-support.js';

/** Any profile is there, where the environment names a base URL. */
const ENVIRONMENT = { CONFERE_BASE_URL: 'http://127.0.0.1:9', CONFERE_HOME: '/nowhere' };

/**
 * Whether commander takes a command line of the documentation; nothing is run. Help, the version, and
 * in running text a command that is named without its arguments, are understood as well.
 * @throws CommanderError for a command or an option that there is not
 */
export async function understands(line: string, { named = false } = {}): Promise<boolean> {
  const program = theProgram(ENVIRONMENT);
  for (const command of allBelow(program)) command.action(() => undefined);
  const fine = [
    'help',
    'helpDisplayed',
    'version',
    ...(named ? ['missingArgument', 'missingMandatoryOptionValue'] : []),
  ];
  await program.parseAsync(words(line).slice(1), { from: 'user' }).catch((error: unknown) => {
    if (!fine.some((code) => isOf(error, `commander.${code}`))) throw error;
  });
  return true;
}

/** The words of a shell line up to a redirection or a pipe; `<n>` stands for a number. */
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

function allBelow(command: ReturnType<typeof theProgram>): ReturnType<typeof theProgram>[] {
  return command.commands.flatMap((one) => (one.commands.length > 0 ? allBelow(one) : [one]));
}
