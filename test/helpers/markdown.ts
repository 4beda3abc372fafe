import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';

/** The cells of the first table of a document, or of a section, without the table's header. */
export async function table(document: string, heading?: string): Promise<string[][]> {
  const text = await readFile(new URL(`../../docs/${document}`, import.meta.url), 'utf8');
  const section = heading === undefined ? text : text.split(`\n## ${heading}\n`)[1];
  const [rows] = /(?:^\|.*\n)+/m.exec(section ?? '') ?? [''];
  return rows
    .trimEnd()
    .split('\n')
    .slice(2)
    .map((row) => cells(row));
}

function cells(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

export interface Page {
  readonly path: string;
  readonly text: string;
}

const ROOT = new URL('../../', import.meta.url);

/** The pages in the root, docs/, docs/pt-BR/ and recipes/. */
export async function pages(): Promise<Page[]> {
  const folders = ['.', 'docs', 'docs/pt-BR', 'recipes'];
  const names = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(new URL(folder, ROOT)))
        .filter((name) => name.endsWith('.md'))
        .map((name) => posix.join(folder, name)),
    ),
  );
  return Promise.all(
    names.flat().map(async (path) => ({ path, text: await readFile(new URL(path, ROOT), 'utf8') })),
  );
}

/** The fenced blocks of a language; '' selects those without one. */
export function blocks({ text }: Page, language: string): string[] {
  return [...text.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)]
    .filter(([, given]) => given === language)
    .map(([, , block = '']) => block);
}

export function prose({ text }: Page): string {
  return text.replaceAll(/^```.*?^```$/gms, '');
}

export interface Heading {
  readonly level: number;
  readonly anchor: string;
}

export function headings(page: Page): Heading[] {
  const seen = new Map<string, number>();
  return [...prose(page).matchAll(/^(#{1,6}) +(.*)$/gm)].map(([, marks = '', heading = '']) => {
    const slug = heading
      .replaceAll(/\[(.*?)\]\(.*?\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return { level: marks.length, anchor: times === 0 ? slug : `${slug}-${times}` };
  });
}

export function linksOf(page: Page): string[] {
  const text = prose(page).replaceAll(/`[^`\n]*`/g, '`');
  const inline = text.matchAll(/\]\(([^)\s]+)\)/g);
  const html = text.matchAll(/(?:src|srcset|href)="([^"]+)"/g);
  return [...inline, ...html].map(([, to = '']) => to).filter((to) => !/^[a-z]+:/.test(to));
}

export function withoutComment(line: string): string {
  return line.replace(/(?:^| +)# .*$/, '').trim();
}
