import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { runs } from './helpers/runs.js';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

/** Small ones first: what doubles with each character would never end at the larger ones. */
const SIZES = [16, 20, 24, 64, 256, 1024, 2048];
/** One of each class that patterns distinguish. */
const CHARACTERS = [...Array.from(' \t\n"\'.,:-/\\<>[(0aA_é\0\u00ad\u2800'), '\u{e0041}'];
/** Milliseconds that are worth a closer look; a pattern that is linear needs a tenth of it. */
const LONG = 0.25;

/** Every literal pattern of the source, once. */
function patternsOfSource(): Set<string> {
  const patterns = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) patterns.add(node.text);
    ts.forEachChild(node, visit);
  };
  for (const name of readdirSync(SRC, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.ts'))
      visit(ts.createSourceFile(name, readFileSync(join(SRC, name), 'utf8'), 99));
  return patterns;
}

type Run = readonly [before: string, repeated: string];

/** Runs of every class from the start on, and after each beginning of texts that the pattern is made for. */
function runsFor(source: string, flags: string): Run[] {
  // Only what comes before a run matters: assertions become groups, and what a class leaves out a few characters.
  const made = source
    .replace(/\(\?<?[=!]/g, '(?:')
    .replace(/\\[bB]/g, '')
    .replace(/\[(?:\\.|[^\]\\])*\]|\\[DS]|\\p\{\w+\}/g, (set) =>
      /^\[\^|^\\|\\p/.test(set) ? '[ x1"]' : set,
    );
  const texts = fc.sample(fc.stringMatching(new RegExp(made, flags.replace(/[giy]/g, ''))), {
    numRuns: runs(15),
    seed: 1,
  });
  const within = texts.flatMap((text) => {
    const characters = Array.from(text).slice(0, 40);
    return characters.map((each, at): Run => [characters.slice(0, at).join(''), each]);
  });
  return [...CHARACTERS.map((each): Run => ['', each]), ...within];
}

/** The text of a run at which a fourfold length takes much more than four times as long. */
function superlinear(pattern: string): string | undefined {
  const end = pattern.lastIndexOf('/');
  const [source, flags] = [pattern.slice(1, end), pattern.slice(end + 1)];
  const everywhere = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  for (const [before, repeated] of runsFor(source, flags)) {
    const time = (size: number): number => {
      const text = `${before}${repeated.repeat(size)}\u2603`;
      const begin = performance.now();
      text.replace(everywhere, '');
      return performance.now() - begin;
    };
    // The best of several, in the same moment: what else the machine does makes single ones longer.
    const best = (size: number) => Math.min(...Array.from({ length: 5 }, () => time(size)));
    for (const size of SIZES)
      if (time(size) > LONG && best(size) > LONG / 2 && best(size) > 8 * best(size / 4))
        return `${pattern} at ${JSON.stringify([before, repeated])}`;
  }
  return undefined;
}

it('has no pattern that needs more than linear time for a long run of any class of characters', () => {
  const planted = String.raw`/^\s*=?\s*(["'])(.*?)["']?,?\s*$/s`;
  expect(superlinear(planted)).toBeDefined();
  const patterns = [...patternsOfSource()];
  expect(patterns.length).toBeGreaterThan(100);
  expect(patterns.flatMap((pattern) => superlinear(pattern) ?? [])).toEqual([]);
});
