import { cp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from '../../helpers/with-service.js';
import { environmentOf, makeCnpj, makeCpf, type User } from '../support.js';

const [ONE, TWO] = [makeCpf(1), makeCpf(2)];
const GONE =
  'confere was updated or removed while this process ran, and cannot go on. Start it again';

/** A copy of the package that can be removed under a process. */
async function copyFor(user: User) {
  const folder = join(user.folder, 'package');
  for (const part of ['bin', 'dist', 'package.json'])
    await cp(part, join(folder, part), { recursive: true });
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  const command = join(folder, 'bin', 'confere.js');
  return { command, remove: () => rm(folder, { recursive: true }) };
}

describe('a package that is removed under its process', () => {
  it('has loaded what the tools of an MCP session need', async ({ server, user }) => {
    const { command, remove } = await copyFor(user);
    const args = [command, 'mcp', '--max-credits', '50'];
    const env = environmentOf(user.folder, server) as Record<string, string>;
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }),
    );
    const { tools } = await client.listTools();
    await remove();
    const given = { cpf: ONE, birthDate: '01/02/1980', cnpj: makeCnpj(1), identifier: TWO };
    for (const { name, inputSchema } of tools.filter((tool) => tool.name !== 'bulk_status')) {
      const names = Object.keys(inputSchema.properties ?? {});
      const own = Object.entries(given).filter(([one]) => names.includes(one));
      const answer = await client.callTool({ name, arguments: Object.fromEntries(own) });
      expect(answer.isError, `${name}: ${JSON.stringify(answer.content)}`).not.toBe(true);
    }
    await client.close();
  });

  it.for(['table', 'json'])(
    'is told before the first request, and nothing is sent or in doubt (%s)',
    async (format, { server, user }) => {
      const { command, remove } = await copyFor(user);
      const options = { command, stdin: '12\n', keepsTyping: true };
      const running = user.start(`lookup - --format ${format}`, options);
      await running.says(format === 'json' ? 'stdout' : 'stderr', '12');
      await remove();
      running.type(`${ONE}\n`);
      const { code, stderr } = await running.done;
      expect(code, stderr).toBe(5);
      expect(stderr.replaceAll(/\s+/g, ' ')).toContain(GONE);
      expect(server.log).toEqual([]);
      await user.ends(0, `cpf ${ONE}`);
      expect(server.book.charged).toEqual([ONE]);
    },
  );

  it('has what was paid for while a lookup was under way not paid for again', async ({
    server,
    user,
  }) => {
    const { command, remove } = await copyFor(user);
    server.script(`GET /cpf/${ONE}`, 'hold');
    const running = user.start(['cpf', ONE, TWO], { command });
    await server.seen(`GET /cpf/${ONE}`);
    await remove();
    server.releaseAnswers();
    await running.done;
    await user.ends(0, `cpf ${ONE} ${TWO}`);
    expect(server.book.charged).toEqual([ONE, TWO]);
  });
});
