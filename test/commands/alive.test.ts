import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { alive } from '../../src/commands/shared/tell.js';
import type { Host } from '../../src/commands/shared/host.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { createScreen } from '../helpers/terminal/screen.js';

const real = globalThis.setTimeout;
/** What is to happen after the second that no test waits for. */
let late: (() => void) | undefined;

beforeEach(() => {
  late = undefined;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((work: () => void, ms?: number) => {
    if (ms !== 1_000) return real(work, ms);
    late = work;
    return real(() => undefined, 0);
  });
});
afterEach(() => vi.restoreAllMocks());

const shown = { quiet: false, color: 'auto', progress: true };

function begin(wishes: Partial<Host> = {}, env: Record<string, string> = {}) {
  const screen = createScreen(80, 10);
  const { stream: stderr } = screen;
  const clock = createFakeClock(0);
  const context = { stderr, clock, platform: 'linux', env: { TERM: 'xterm', ...env } };
  let end: ((value: number) => void) | undefined;
  const work = () => new Promise<number>((resolve) => (end = resolve));
  const host = { context, ...shown, ...wishes } as unknown as Host;
  const running = alive(host, 'removing', work);
  const finish = (value: number) => {
    end?.(value);
    return running;
  };
  return { screen, finish, isAtWork: () => end !== undefined };
}

it('shows what is done after a second, until it is done', async () => {
  const { screen, finish } = begin();
  await expect.poll(() => late).toBeDefined();
  expect(await screen.text()).toBe('');
  late?.();
  await expect.poll(() => screen.text()).toBe('⠋ removing');
  expect(await finish(7)).toBe(7);
  expect(await screen.text()).toBe('');
});

it.each<[string, Partial<Host>, Record<string, string>]>([
  ['--quiet', { quiet: true }, {}],
  ['--no-progress', { progress: false }, {}],
  ['NO_COLOR', {}, { NO_COLOR: '1' }],
])('shows nothing with %s', async (_, wishes, env) => {
  const { screen, isAtWork, finish } = begin(wishes, env);
  await expect.poll(isAtWork).toBe(true);
  expect(late).toBeUndefined();
  expect(await screen.text()).toBe('');
  expect(await finish(7)).toBe(7);
});
