import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCnpj, makeCpf } from '../helpers/invented.js';
import { blocks, pages, prose, withoutComment, type Page } from '../helpers/markdown.js';
import { hasProgram, hasShell, newShellUser, type ShellUser } from '../helpers/shell.js';
import { startReferee } from '../helpers/referee/index.js';
import { parseWords } from '../cli/help/help-support.js';

/** The working folder changes while a command runs in this process. */
const ROOT = resolve('.');

/** What each block of a page prints; a change of the page must be checked here, too. */
const PRINTS: Readonly<Record<string, readonly RegExp[]>> = {
  'docs/automation.md': [
    /Sandbox/,
    /^$/,
    /^every row has its answer\n$/,
    /^$/,
    /^"\d{11}","found","[^"]+ \(fictício\)"$[^]*^\d{6,7}\n\{\s+"rows": 4,\s+"invalid": 1,\s+"reasons": \{\s+"check_digit": 1\s+\},\s+"estimated": \d/m,
    /^ +2 found\n +1 invalid\n +1 not_found\n$/,
    /^[a-z_]+\n$/,
    /^novos\.csv: done \(exit code 0\)\n/,
  ],
};

/** Lines for other batches and services than those of this test; transcripts and test/cli/processes run similar ones. */
const NOT_RUN: readonly string[] = [
  'confere bulk status 7k2m',
  'confere bulk resolve 7k2m --adopt <jobId>',
  'confere bulk resolve 7k2m --resubmit',
  'confere bulk resolve 7k2m --abandon',
  'confere sandbox --port 8787 --key sandbox-key',
  "confere sandbox --fault 'POST /cpf/bulk=503:2' 'GET /quota=drop:0.1' '*=slow:200'",
];

/** Placeholders for data of the reader, and for input at a terminal. */
const INSTEAD: readonly (readonly [text: RegExp, here: string])[] = [
  [/^((?:cd|git clone|npm) .*)$/gm, ': npm'],
  [/^(confere (?:bulk delete|purge) [^#\n]*)/gm, '$1 --yes '],
  [
    /^(.*auth login.*) --base-url https:\/\/service\.example/gm,
    'CONFERE_SANDBOX= $1 --base-url "$SERVICE" --with-key < chave.txt',
  ],
  [/7k2m/g, '"$(confere bulk list --json | jq -r .[-1].batch)"'],
  [/9f3x/g, '"$(confere bulk list --json | jq -r .[0].batch)"'],
  [/--port 8787/g, '--port 0'],
];

const every = await pages();
// Its examples differ from the English ones only in what they print for people, as pt-br.test.ts compares.
const TRANSLATED = 'docs/pt-BR/automacao.md';
const all = every.filter((page) => page.path !== TRANSLATED && blocks(page, 'sh').length > 0);
/** The pages that are read first run as a whole, in an empty folder. */
const isReadFirst = ({ path }: Page) => /README|getting-started|primeiros-passos/.test(path);
const withExamples = all.filter((page) => !isReadFirst(page));

/** A translation has the same commands, which run once. */
const different = [...new Set(withExamples.map(commandsOf))].map((commands) => {
  const same = withExamples.filter((page) => commandsOf(page) === commands);
  return { paths: same.map(({ path }) => path).join(', '), page: same[0] as Page };
});

describe.skipIf(!hasShell)('the examples of the documentation', () => {
  it.concurrent.each(different)('$paths: every block works', { timeout: 120_000 }, ({ page }) =>
    runs(page),
  );

  it.concurrent.each(all.filter(isReadFirst))(
    '$path: every command works, from an empty folder',
    async (page) => {
      await using server = await startReferee();
      await using user = await newShellUser();
      // A reader brings a file for the real service.
      await user.file('carteira.csv', `Cliente;Documento\r\nJosé;${makeCpf(1)}\r\n`);
      // npm is not run again, and the key is typed at a prompt.
      const script = blocks(page, 'sh')
        .join('\n')
        .replaceAll(/^npm .*$/gm, ':')
        .replaceAll(/ https:\/\/service\.example$/gm, ' "$SERVICE" --with-key <<< "$KEY"');
      const env = { SERVICE: server.url, KEY: server.key };
      expect(await user.sh(`set -euo pipefail\n${script}`, env)).toMatchObject({ code: 0 });
      expect((await user.read('clientes.confere.csv')).split('\n')).toHaveLength(14);
    },
  );
});

/** The lines of the examples without comments. */
function commandsOf(page: Page): string {
  const lines = blocks(page, 'sh').flatMap((block) => ['', ...block.split('\n')]);
  return lines
    .filter((line) => !line.startsWith('#'))
    .map(withoutComment)
    .join('\n');
}

async function runs(page: Page): Promise<void> {
  await using server = await startReferee();
  await using user = await newShellUser();
  const env = await prepare(user, page, server);
  const prints = PRINTS[page.path];
  if (prints !== undefined) expect(blocks(page, 'sh')).toHaveLength(prints.length);
  for (const [n, block] of blocks(page, 'sh').entries()) {
    if (block.includes('jq') && !hasProgram('jq')) continue;
    const { code, stdout, stderr } = await user.sh(`set -euo pipefail\n${runnable(block)}`, env);
    expect({ block, code, stderr }).toEqual({
      block,
      code: 0,
      stderr: expect.not.stringMatching(/^confere:/m) as string,
    });
    expect(stdout).toMatch(prints?.[n] ?? '');
    // The next block starts with the original files, without the results of this one.
    await user.sh('rm -rf *.confere.* *.html resultado* ruins* socios* entrada/*.confere.*');
  }
}

/** Creates the files that the pages mention, and an account: at a test service for pages about logging in. */
async function prepare(
  user: ShellUser,
  { path, text }: Page,
  server: { url: string; key: string },
) {
  const cpfs = [1, 2, 3].map((n) => makeCpf(n));
  const list = `${cpfs.join('\n')}\n`;
  const cnpj = makeCnpj(1);
  await user.file('clientes.csv', `Nome;CPF\n${cpfs.map((cpf) => `x;${cpf}`).join('\n')}\n`);
  await user.file('empresas.csv', `cnpj\n${cnpj}\n`);
  if (path.endsWith('automation.md')) await user.file('clientes.csv', `cpf\n${list}52998224724\n`);
  for (const name of ['cpfs.txt', 'lista.txt', 'janeiro.csv', 'fevereiro.csv'])
    await user.file(name, list);
  await user.file('cnpjs.txt', `${cnpj}\n`);
  await user.file('chave.txt', `${server.key}\n`);
  await user.file('rotina.sh', '#!/bin/sh\nconfere quota > /dev/null\n');
  await mkdir(join(user.folder, 'entrada'));
  await user.file('entrada/novos.csv', list);
  for (const folder of ['recipes', 'fixtures'])
    await symlink(join(ROOT, folder), join(user.folder, folder));
  await symlink(join(ROOT, 'bin/confere.js'), join(user.folder, 'bin', 'confere.js'));
  const account: Readonly<Record<string, string>> = path.endsWith('configuration.md')
    ? { CONFERE_BASE_URL: server.url }
    : { CONFERE_SANDBOX: '1' };
  const env = { ...account, ROOT, SERVICE: server.url };
  for (const profile of ['default', 'cliente'])
    await user.sh(`confere config set interval 20ms --profile ${profile}`);
  const batch = /bulk (?:delete|report)/.test(text)
    ? 'confere bulk run clientes.csv -o old.csv'
    : ':';
  await user.sh(`chmod +x rotina.sh; ${batch}`, env);
  return env;
}

/** Replaces the placeholders of a block, and removes the lines that other tests run. */
function runnable(block: string): string {
  const lines = block.split('\n').map((line) => (NOT_RUN.includes(bare(line)) ? ':' : line));
  return INSTEAD.reduce((text, [what, here]) => text.replaceAll(what, here), lines.join('\n'));
}

/** Removes the comment of a line, and replaces npx calls by the installed command. */
function bare(line: string): string {
  return withoutComment(line).replace(/^node bin\/confere\.js/, 'confere');
}

it('the npm scripts that the pages name exist', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: object };
  const named = every.flatMap(({ text }) => [
    ...text.matchAll(/npm run (?:-s |--silent )?([a-z:]+)/g),
  ]);
  for (const [, name] of named) expect(Object.keys(scripts)).toContain(name);
});

/** Commands in running text, tables and transcripts. */
const spans = every.flatMap((page) => {
  const inline = [...prose(page).matchAll(/`(confere(?: [^`\n]+)?)`/g)].map(
    ([, line = '']) => line,
  );
  const shown = blocks(page, '').flatMap((block) => [...block.matchAll(/^\$ (confere .*)$/gm)]);
  return [...inline, ...shown.map(([, line = '']) => line)];
});

it('the command lines in running text are parsed, and wrong ones are not', async () => {
  // A file as the first word is bulk run in a terminal.
  const inText = spans.filter((one) => !/^confere \S+\.csv$/.test(one));
  for (const line of new Set([...inText, ...NOT_RUN]))
    expect(await understands(line, { named: true }), line).toBe(true);
  for (const line of ['confere blk run x', 'confere quota --mim 3', 'confere bulk rnu'])
    await expect(understands(line), line).rejects.toThrow();
});

/** With a base URL in the environment, any profile name is valid. */
const ENVIRONMENT = { CONFERE_BASE_URL: 'http://127.0.0.1:9', CONFERE_HOME: '/nowhere' };

/**
 * Parses a command line of the documentation without running it. Also accepts help, the version, and a
 * command in running text without its arguments.
 * @throws CommanderError for an unknown command or option
 */
async function understands(line: string, { named = false } = {}): Promise<boolean> {
  const fine = ['help', 'helpDisplayed', 'version', ...(named ? ['missingArgument'] : [])];
  await parseWords(words(line).slice(1), ENVIRONMENT).catch((error: unknown) => {
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
