import { readFile } from 'node:fs/promises';
import { tools } from '../../../src/mcp/tools.js';
import { table } from '../../helpers/markdown.js';
import { parseWords } from '../help/help-support.js';
import { expect, it } from '../../helpers/with-service.js';

it('docs/mcp.md has all tools and their arguments', async () => {
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

it('docs/mcp.md and server.json have command lines that the program accepts', async () => {
  const read = (name: string) => readFile(new URL(`../../../${name}`, import.meta.url), 'utf8');
  const text = await read('docs/mcp.md');
  const lines = [...text.matchAll(/ -- confere (.*?)`/g)].map(([, args = '']) => args.split(' '));
  const [, object = '{}'] = /--add-mcp '(.*?)'/.exec(text) ?? [];
  const { command, args } = JSON.parse(object) as { command: string; args: string[] };
  expect([command, lines.length]).toEqual(['confere', 2]);
  const server = JSON.parse(await read('server.json')) as Server;
  expect(server.description.length).toBeLessThanOrEqual(100);
  const given = server.packages[0].packageArguments;
  const ofServer = given.map((one) => one.value ?? `${one.name}=${one.default}`);
  // The base URL replaces the profile, which does not exist here.
  const where = ['--base-url', 'https://service.example'];
  for (const line of [...lines, args, ofServer])
    expect(await parseWords([...line, ...where])).toEqual(['mcp']);
});

interface Server {
  readonly description: string;
  readonly packages: readonly [
    { readonly packageArguments: readonly { value?: string; name?: string; default?: string }[] },
  ];
}
