import { exitCodes } from '../../../src/base/exit-codes.js';
import { table } from '../../helpers/markdown.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import { newInProcessUser, sized, type User } from '../support.js';

/** What the guide leaves to the help, as its table would have it. */
const OTHERS = [
  ['0', '', '`confere cpf 990.000.200-85`'],
  ['2', '', '`confere bulk run nowhere.csv`'],
  ['3', '', '`confere cpf 990.000.200-00`'],
  ['4', "`--fault 'GET /quota=401'`", '`confere quota`'],
  ['9', '', '`confere cpf 990.000.404-34 --exit-status`'],
  ['11', '', '`confere bulk run clientes.csv --name sandbox:slow`, and again meanwhile'],
  ['130', '', '`confere bulk run clientes.csv --name sandbox:slow`, then Ctrl-C'],
  ['143', '', '`confere bulk run clientes.csv --name sandbox:slow`, then SIGTERM'],
];
const rows = [...(await table('sandbox.md', 'Exit codes to rehearse')), ...OTHERS];

/** The words of a command in the documentation; `'` may quote some. */
const words = (text: string) =>
  (text.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''));
const inCode = (cell: string) => /`([^`]*)`/.exec(cell)?.[1] ?? '';

describe.concurrent('docs/sandbox.md', () => {
  it.for(rows)(
    'has a command that causes exit code %s',
    async ([code = '', options = '', command = '']) => {
      await using user = await newInProcessUser();
      await user.file('clientes.csv', sized(20));
      const sandbox = user.start(['sandbox', '--port', '0', ...words(inCode(options))]);
      await sandbox.says('stdout', 'API_KEY=');
      await sandbox.says('stderr', 'ready');
      const env = environment(sandbox.text('stdout'));
      const [program, ...args] = words(inCode(command));
      expect(program).toBe('confere');
      const manner = command.split('`').at(-1)?.trim() ?? '';
      expect(await exitCode(user, args, env, manner)).toBe(Number(code));
    },
  );

  it('has every exit code but that of a defect', () => {
    const all = Object.values(exitCodes).filter((code) => code !== exitCodes.defect);
    expect(rows.map(([code]) => Number(code)).toSorted((a, b) => a - b)).toEqual(all);
  });
});

/** The `export` lines of the sandbox as an environment. */
function environment(lines: string): Record<string, string> {
  return Object.fromEntries(
    [...lines.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

async function exitCode(
  user: User,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  manner: string,
): Promise<number | null> {
  if (manner === '') return (await user.run(args, { env })).code;
  const first = user.start(args, { env });
  await first.says('stderr', 'sent');
  if (manner === ', and again meanwhile') return (await user.run(args, { env })).code;
  first.kill(manner === ', then Ctrl-C' ? 'SIGINT' : 'SIGTERM');
  return (await first.done).code;
}
