import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const rows = await rowsOf('docs/troubleshooting.md');
const told = codesOf(rows);
const sources = await readSources();

/** Places that compute the code of an error, and the codes that they can give. */
const COMPUTED: Readonly<Record<string, readonly string[]>> = {
  'src/batch/stop.ts': ['interrupted', 'terminated'],
  'src/commands/auth/secret.ts': ['interrupted', 'terminated'],
  'src/commands/shared/stop-signal.ts': ['interrupted', 'terminated'],
  'src/lookups/stop-rule.ts': ['not_asked'],
};

/** Codes of answers instead of errors, and the one of `main`. */
const OTHERS = ['not_asked', 'defect'];

describe('docs/troubleshooting.md', () => {
  it('lists every code of an error', () => {
    const codes = [...written(), ...Object.values(COMPUTED).flat(), ...OTHERS];
    expect(codes.length).toBeGreaterThan(100);
    expect(missing(codes, told)).toEqual([]);
  });

  it('lists no code that does not exist', () => {
    const codes = [...written(), ...Object.values(COMPUTED).flat(), ...OTHERS];
    expect(missing(told, codes)).toEqual([]);
  });

  it('covers every error whose code is computed', () => {
    const computed = sources.filter(({ text }) =>
      [...text.matchAll(/new (?:UsageError|ConfereError)\(\s*([^\s,]+),\s*([^\s,]+)/g)].some(
        ([whole, first = '', second = '']) =>
          !(whole.includes('ConfereError') && !second.startsWith('{') ? second : first).startsWith(
            "'",
          ),
      ),
    );
    expect(computed.map(({ path }) => path).sort()).toEqual(Object.keys(COMPUTED).sort());
  });

  it('says of every error what it means and what to do', () => {
    for (const row of rows) expect(row.map((cell) => cell.trim())).not.toContain('');
  });

  it('lists the same codes in the same rows in Portuguese', async () => {
    const translated = await rowsOf('docs/pt-BR/problemas-e-solucoes.md');
    expect(translated.map((row) => codesOf([row]))).toEqual(rows.map((row) => codesOf([row])));
  });
});

/** The cells of each row that begins with a code. */
async function rowsOf(path: string): Promise<string[][]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  return lines
    .filter((line) => /^\| +`[a-z_0-9]+`/.test(line))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1));
}

function codesOf(given: readonly string[][]): string[] {
  return given.flatMap(([cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, code = '']) => code),
  );
}

/** The codes that are literals where errors are created. */
function written(): string[] {
  const makes = [
    /new (?!ConfereError)[A-Z]\w+(?:Error|Question)\(\s*'(\w+)'/g,
    /new ConfereError\(\s*\S+,\s*'(\w+)'/g,
    /new ConfereError\(\s*'(\w+)',\s*\{/g,
    /super\(\s*'\w+',\s*'(\w+)'/g,
    /super\(\s*'(\w+)',\s*(?:\{|request)/g,
  ];
  return sources.flatMap(({ text }) =>
    makes.flatMap((make) => [...text.matchAll(make)].map(([, code = '']) => code)),
  );
}

function missing(wanted: readonly (string | undefined)[], there: readonly (string | undefined)[]) {
  return [...new Set(wanted)].filter((code) => !there.includes(code)).sort();
}

async function readSources(): Promise<{ path: string; text: string }[]> {
  const names = (await readdir('src', { recursive: true })).filter((name) => name.endsWith('.ts'));
  return Promise.all(
    names.map(async (name) => ({
      path: join('src', name).replaceAll('\\', '/'),
      text: await readFile(join('src', name), 'utf8'),
    })),
  );
}
