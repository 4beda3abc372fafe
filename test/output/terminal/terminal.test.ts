import { describe, expect, it } from 'vitest';
import { isLive } from '../../../src/output/terminal/live.js';
import { lookOf, type ColorWish } from '../../../src/output/terminal/terminal.js';

const paints = (isTTY: boolean, env: Record<string, string>, color: ColorWish = 'auto') =>
  lookOf({ isTTY, columns: 80 }, { env }, { color }).paint.red('x') !== 'x';

describe('lookOf', () => {
  it.each([
    ['a terminal', true, {}, 'auto', true],
    ['a pipe', false, {}, 'auto', false],
    ['NO_COLOR', true, { NO_COLOR: '1' }, 'auto', false],
    ['TERM=dumb', true, { TERM: 'dumb' }, 'auto', false],
    ['CI', true, { CI: 'true' }, 'auto', false],
    ['--no-color', true, {}, false, false],
    ['--color never', true, { FORCE_COLOR: '1' }, 'never', false],
    ['--color always in a pipe', false, { NO_COLOR: '1' }, 'always', true],
    ['FORCE_COLOR in a pipe', false, { FORCE_COLOR: '1', CI: 'true' }, 'auto', true],
    ['CLICOLOR_FORCE in a pipe', false, { CLICOLOR_FORCE: '1' }, 'auto', true],
    ['NO_COLOR beside FORCE_COLOR', true, { NO_COLOR: '1', FORCE_COLOR: '1' }, 'auto', false],
  ] as const)('%s', (_, isTTY, env, color, expected) => {
    expect(paints(isTTY, env, color)).toBe(expected);
  });

  it.each([
    [0, 80],
    [132, 132],
  ])('%s columns count as %s', (columns, expected) => {
    const stream = { isTTY: true, columns };
    expect(lookOf(stream, { env: {} }, { color: 'auto' }).columns).toBe(expected);
  });
});

it.each([
  [80, true],
  [0, false],
])('a terminal %i columns wide: live is %s', (columns, live) => {
  const stderr = { isTTY: true, cursorTo: () => true, write: () => true, columns } as never;
  expect(isLive({ stderr, env: {} }, { progress: true, color: 'auto' })).toBe(live);
});
