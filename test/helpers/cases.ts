import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { ConfereError } from '../../src/base/errors.js';

const ARROW = '  → ';

/**
 * A file of cases, one a line: what is given, and what becomes of it. A line that begins with `#` is the promise that the
 * lines below it show. `run` gets what is given and the promise; where it returns undefined, there is nothing to show, and a
 * ConfereError is shown by its code and facts. Who adds a case writes what is given, lets `vitest -u` write the rest, and
 * reviews it as text.
 */
export async function expectCases(
  file: URL,
  run: (given: string, promise: string) => unknown,
): Promise<void> {
  const lines: string[] = [];
  let promise = '';
  for (const line of readFileSync(file, 'utf8').split(/\r?\n/)) {
    const [given = ''] = line.split(ARROW);
    if (line.startsWith('# ')) promise = line.slice(2);
    const isCase = given !== '' && !given.startsWith('#');
    const outcome = isCase ? await outcomeOf(() => run(given, promise)) : undefined;
    lines.push(outcome === undefined ? given : given + ARROW + outcome);
  }
  await expect(lines.join('\n')).toMatchFileSnapshot(fileURLToPath(file));
}

/** The same where a line is the name of one of these ways and a value as JSON, which that gets. */
export function expectWays(
  file: URL,
  ways: Readonly<Record<string, (value: never) => unknown>>,
): Promise<void> {
  return expectCases(file, (given) => {
    const [, way = '', json = ''] = /^(\w+) (.*)$/.exec(given) ?? [];
    return ways[way]?.(JSON.parse(json) as never);
  });
}

async function outcomeOf(run: () => unknown): Promise<string | undefined> {
  try {
    const value = await run();
    return typeof value === 'string' ? value : JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof ConfereError)) throw error;
    return `refused: ${error.code} ${JSON.stringify(error.facts)}`;
  }
}

/** The same where each line is the code of a call, which knows these names; `tell` shows an error that is no ConfereError. */
export async function expectCalls(
  file: URL,
  names: Readonly<Record<string, unknown>>,
  tell?: (error: unknown) => string,
): Promise<void> {
  await expectCases(file, async (call) => {
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the file is ours
    const code = new Function(...Object.keys(names), `return ${call}`) as (
      ...all: unknown[]
    ) => unknown;
    try {
      return JSON.stringify(await code(...Object.values(names)));
    } catch (error) {
      if (tell === undefined) throw error;
      return tell(error);
    }
  });
}
