import { describe, expect, it } from 'vitest';
import { lookOf } from '../../../src/output/terminal/terminal.js';

const paints = (isTTY: boolean, env: Record<string, string>, color = true) =>
  lookOf({ isTTY, columns: 80 }, { env }, { color }).paint.red('x') !== 'x';

describe('lookOf', () => {
  it.each([
    ['a terminal', true, {}, true, true],
    ['a pipe', false, {}, true, false],
    ['NO_COLOR', true, { NO_COLOR: '1' }, true, false],
    ['an empty NO_COLOR', true, { NO_COLOR: '' }, true, true],
    ['TERM=dumb', true, { TERM: 'dumb' }, true, false],
    ['CI', true, { CI: 'true' }, true, false],
    ['--no-color', true, {}, false, false],
  ] as const)('%s', (_, isTTY, env, color, expected) => {
    expect(paints(isTTY, env, color)).toBe(expected);
  });

  it.each([
    [undefined, 80],
    [0, 80],
    [132, 132],
  ])('%s columns count as %s', (columns, expected) => {
    const stream = { isTTY: true, columns };
    expect(lookOf(stream, { env: {} }, { color: true }).columns).toBe(expected);
  });
});
