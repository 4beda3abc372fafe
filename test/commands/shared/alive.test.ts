import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { alive } from '../../../src/commands/shared/alive.js';
import type { Host, Presentation } from '../../../src/commands/shared/options.js';
import { createFakeClock } from '../../helpers/clocks/fake-clock.js';
import { createScreen } from '../../helpers/terminal/screen.js';

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

const shown: Presentation = {
  ...{ json: false, quiet: false, verbose: false, color: 'auto', progress: true },
};

function begin(wishes: Partial<Presentation> = {}, env: Record<string, string> = {}) {
  const screen = createScreen(80, 10);
  const { stream: stderr } = screen;
  const clock = createFakeClock(0);
  const context = { stderr, clock, platform: 'linux', env: { TERM: 'xterm', ...env } };
  let end: ((value: number) => void) | undefined;
  const work = () => new Promise<number>((resolve) => (end = resolve));
  const host = { context } as unknown as Host;
  const running = alive(host, { ...shown, ...wishes }, 'removing', work);
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

it.each<[string, Partial<Presentation>, Record<string, string>]>([
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
