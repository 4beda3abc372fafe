import { describe, expect, it } from 'vitest';
import { table } from '../../helpers/markdown.js';
import { newInProcessUser } from '../../helpers/in-process.js';
import type { User } from '../../helpers/run-confere.js';
import { sized } from '../bulk/bulk-support.js';

const rows = await table('sandbox.md', 'Every exit code');

/** The words of a command in the documentation; `'` may quote some. */
const words = (text: string) =>
  (text.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''));
const inCode = (cell: string) => /`([^`]*)`/.exec(cell)?.[1] ?? '';

describe.concurrent('docs/sandbox.md', () => {
  it.for(rows)('has a command that causes: %s', async ([code = '', options = '', command = '']) => {
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
  });

  it('has every exit code except that of a defect', async () => {
    const all = (await table('scripting.md', 'Exit codes')).map(([code]) => code);
    expect(all).toContain('0');
    expect(rows.map(([code]) => code)).toEqual(
      all.flatMap((code) => code?.split(', ') ?? []).filter((code) => code !== '1'),
    );
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
  await first.says('stderr', 'accepted as');
  if (manner === ', and again meanwhile') return (await user.run(args, { env })).code;
  first.kill(manner === ', then Ctrl-C' ? 'SIGINT' : 'SIGTERM');
  return (await first.done).code;
}
