import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newInProcessUser } from '../helpers/in-process.js';
import {
  blocks,
  headings,
  linksOf,
  pages,
  prose,
  withoutComment,
  type Page,
} from '../helpers/markdown.js';

/** The guides of a language together, as `wc -w` counts. A guide that needs more words takes them from another. */
const MOST_WORDS = { English: 8570, Portuguese: 7405 };

/** Each guide for users, and its Portuguese one in docs/pt-BR. */
const PORTUGUESE: Readonly<Record<string, string>> = {
  'README.md': 'README.md',
  'getting-started.md': 'primeiros-passos.md',
  'lookups.md': 'consultas.md',
  'files.md': 'arquivos.md',
  'results.md': 'resultados.md',
  'comparing.md': 'comparacoes.md',
  'credits.md': 'creditos.md',
  'unconfirmed-charges.md': 'cobrancas-sem-confirmacao.md',
  'automation.md': 'automacao.md',
  'windows.md': 'windows.md',
  'configuration.md': 'configuracao.md',
  'team.md': 'equipe.md',
  'privacy.md': 'privacidade.md',
  'sandbox.md': 'ambiente-de-testes.md',
  'troubleshooting.md': 'problemas-e-solucoes.md',
};

/** What an example prints for a person. */
const SENTENCE = /(?<=echo )"[^"]*"|(?<=\{ )'[^']*'(?= \})/;

const every = await pages();
const english = new Map(Object.entries(PORTUGUESE).map(([own, other]) => [other, own]));

it.each([
  ['English', 'docs'],
  ['Portuguese', 'docs/pt-BR'],
] as const)('the guides are short in %s', (language, folder) => {
  const guides = every.filter(
    ({ path }) => posix.dirname(path) === folder && !path.endsWith('architecture.md'),
  );
  const counts = guides.map((page) => [page.path, wordsIn(page)] as const);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const each = counts.map(([path, count]) => `${count} ${path}`).join('\n');
  process.stdout.write(`${total} words in ${language}\n`);
  expect(total, each).toBeLessThanOrEqual(MOST_WORDS[language]);
});

it('each Portuguese guide belongs to an English one', () => {
  const names = every.flatMap(({ path }) =>
    path.startsWith('docs/pt-BR/') ? posix.basename(path) : [],
  );
  expect(names.sort()).toEqual([...english.keys()].sort());
});

describe.each(Object.entries(PORTUGUESE))('%s and %s', (own, other) => {
  const [original, translation] = [pageAt(`docs/${own}`), pageAt(`docs/pt-BR/${other}`)] as const;

  it.each([
    ['have the same headings', levelsOf],
    ['show the same commands', commandsOf],
    ['name the same options', optionsOf],
    ['have tables of the same size', rowsOf],
    ['link the same places', placesOf],
  ])('%s', (_, of: (page: Page) => readonly unknown[]) => {
    expect(of(translation)).toEqual(of(original));
  });
});

/** Pages with a command and what it prints. */
const shown = every.flatMap((page) =>
  blocks(page, '')
    .filter((block) => block.startsWith('$ confere '))
    .map((block) => ({ path: page.path, block })),
);

it.each(shown)('what $path shows of a command is what it prints', async ({ path, block }) => {
  const [, line = '', prints] = /^\$ confere ([^\n]*)\n(.*)$/s.exec(block) ?? [];
  const env = { CONFERE_LANG: path.includes('pt-BR') ? 'pt-BR' : 'en', CONFERE_SANDBOX: '1' };
  await using user = await newInProcessUser();
  expect((await user.run(line, { env })).stdout).toBe(prints);
});

function pageAt(path: string): Page {
  const page = every.find((one) => one.path === path);
  if (page === undefined) throw new Error(`There is no ${path}.`);
  return page;
}

function wordsIn({ text }: Page): number {
  return text.match(/\S+/g)?.length ?? 0;
}

function levelsOf(page: Page): number[] {
  return headings(page).map(({ level }) => level);
}

/** The code of every block without its comments and sentences; of transcripts only what is typed. */
function commandsOf(page: Page): string[] {
  const shown = ['sh', 'powershell', 'ts', 'json'].flatMap((language) => blocks(page, language));
  const typed = blocks(page, '').map((block) => (block.match(/^\$ .*$/gm) ?? []).join('\n'));
  return [...shown, ...typed].map((block) =>
    block
      .split('\n')
      .map((line) => withoutComment(line).replace(SENTENCE, "'…'"))
      .filter((line) => line !== '')
      .join('\n'),
  );
}

function optionsOf(page: Page): string[] {
  return [...new Set(prose(page).match(/--[a-z][a-z-]+/g) ?? [])].sort();
}

function rowsOf(page: Page): number[] {
  return [...prose(page).matchAll(/(?:^\|.*\n)+/gm)].map(([rows]) => rows.split('\n').length);
}

/** Where the links of a page lead: the English guide, and the position of the heading in it. */
function placesOf(page: Page): string[] {
  const places = linksOf(page).map((to) => {
    const [file = '', anchor] = to.split('#');
    const path = file === '' ? page.path : posix.join(posix.dirname(page.path), file);
    const target = path.replace(/^docs\/pt-BR\//, 'docs/').replace(/[^/]+$/, (name) => {
      return path.startsWith('docs/pt-BR/') ? (english.get(name) ?? name) : name;
    });
    return anchor === undefined ? target : `${target}#${positionOf(path, anchor)}`;
  });
  return [...new Set(places)].sort();
}

function positionOf(path: string, anchor: string): number {
  return headings(pageAt(path)).findIndex((heading) => heading.anchor === anchor);
}
