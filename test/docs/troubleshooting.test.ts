import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const page = await readFile('docs/troubleshooting.md', 'utf8');
const rows = page
  .split('\n')
  .filter((line) => /^\| +`(?!code`)[a-z_0-9]+`/.test(line))
  .map((line) => line.split(/(?<!\\)\|/).slice(1, -1));
const told = rows.flatMap(([codes = '']) =>
  [...codes.matchAll(/`(\w+)`/g)].map(([, code]) => code),
);
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

  it('quotes the messages of the command', () => {
    const all = sources.map(({ text }) => text).join('\n');
    const quoted = rows.flatMap(([, message = '']) => message.split(/…|, (?=[A-Z…])/));
    const pieces = quoted.map((piece) => piece.trim()).filter((piece) => piece.length > 2);
    expect(pieces.length).toBeGreaterThan(80);
    expect(pieces.filter((piece) => !all.includes(piece))).toEqual([]);
  });
});

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
