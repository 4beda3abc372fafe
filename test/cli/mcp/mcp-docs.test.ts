import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { tools } from '../../../src/mcp/tools.js';
import { table } from '../../helpers/markdown.js';
import { theProgram } from '../help/help-support.js';

interface Settings {
  readonly mcpServers: Readonly<Record<string, { command: string; args: string[] }>>;
}

it('lists all its tools and their arguments', async () => {
  const documented = await table('mcp.md', 'Tools');
  expect(
    documented.map(([name = '', given = '']) => [name, given.match(/\w+(?=`)/g) ?? []]),
  ).toEqual(
    Object.entries(tools).map(([name, { inputSchema }]) => [
      `\`${name}\``,
      Object.keys(inputSchema['properties'] as object),
    ]),
  );
});

it('has client settings that the program accepts', async () => {
  const text = await readFile(new URL('../../../docs/mcp.md', import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, block = '']) => block);
  expect(blocks).toHaveLength(1);
  for (const block of blocks) {
    const [server] = Object.values((JSON.parse(block) as Settings).mcpServers);
    const program = await theProgram();
    const ran: string[] = [];
    for (const one of program.commands) one.action(() => void ran.push(one.name()));
    // The base URL replaces the profile, which does not exist here.
    const given = [...(server?.args ?? []), '--base-url', 'https://service.example'];
    await program.parseAsync(given, { from: 'user' });
    expect([server?.command, ran]).toEqual(['confere', ['mcp']]);
  }
});
