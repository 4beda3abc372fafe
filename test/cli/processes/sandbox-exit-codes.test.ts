import { table } from '../../helpers/markdown.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import { newInProcessUser, sized } from '../support.js';

const rows = await table('sandbox.md', 'Exit codes to rehearse');

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
      const lines = sandbox.text('stdout').matchAll(/^export (\w+)=(.*)$/gm);
      const env: Record<string, string> = {};
      for (const [, name = '', value = ''] of lines) env[name] = value;
      const [program, ...args] = words(inCode(command));
      expect(program).toBe('confere');
      await user.ends(Number(code), args, { env });
    },
  );
});
