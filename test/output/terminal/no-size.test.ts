import { expect, it } from 'vitest';
import { isLive } from '../../../src/output/terminal/live.js';

const terminal = { isTTY: true, cursorTo: () => true, write: () => true };
const wishes = { progress: true, color: 'auto' as const };

it.each([
  [80, true],
  [0, false],
])('a terminal %i columns wide: live is %s', (columns, live) => {
  expect(isLive({ stderr: { ...terminal, columns } as never, env: {} }, wishes)).toBe(live);
});
