import { describe, expect, it } from 'vitest';
import { createLiveLookups } from '../../../src/commands/lookup/live-lookups.js';
import { createFakeClock } from '../../helpers/clocks/fake-clock.js';
import { makeCpf } from '../../helpers/invented.js';
import { createScreen, type Screen } from '../../helpers/terminal/screen.js';
import { flat } from './looks.js';

const wishes = { progress: true, color: 'auto' as const };
const start = Date.UTC(2026, 0, 5, 12, 0, 0);

function liveOn(screen: Screen, total: number, env: Record<string, string> = {}) {
  const clock = createFakeClock(start);
  const typed = { count: total, isComplete: true };
  const { stream: stderr } = screen;
  const surroundings = { env: { TERM: 'xterm', ...env }, platform: 'linux', stderr, clock };
  return { clock, ...createLiveLookups(surroundings, wishes, { kind: 'cpf', typed }) };
}

describe('lookups in a terminal', () => {
  it('a lookup is alive in a narrow window until its answer comes', async () => {
    const screen = createScreen(40, 10);
    const { showDuring, showWait, clock } = liveOn(screen, 45);
    let answer: (card: string) => void = () => undefined;
    const done = showDuring(makeCpf(1), () => new Promise<string>((resolve) => (answer = resolve)));
    await expect.poll(() => screen.text()).toMatch(/^. \*{3}\.000\.007-\*\* {2}0 of 45$/);
    showWait({ reason: 'rate_limit', ms: 23_000 });
    await expect
      .poll(async () => flat(await screen.text()))
      .toMatch(/^For a list, use bulk run: it sends .* 0 of 45 waiting for the next minute, 23 s$/);
    clock.advance(4000);
    showWait({ reason: 'rate_limit', ms: 19_000 });
    await expect.poll(async () => flat(await screen.text())).toContain('minute, 19 s');
    expect((await screen.text()).match(/For a list/g)).toHaveLength(1);
    answer('card');
    expect(await done).toBe('card');
    await expect.poll(() => screen.text()).not.toContain('0 of 45');
  });

  it('an answer that comes at once shows no wait', async () => {
    const screen = createScreen(60, 20);
    const { showDuring } = liveOn(screen, 2);
    expect(await showDuring(makeCpf(1), () => Promise.resolve('card'))).toBe('card');
    expect(await screen.text()).toBe('');
    expect(screen.isCursorHidden()).toBe(false);
  });

  it('under CI nothing moves, and a wait is left to a plain line', async () => {
    const screen = createScreen(60, 20);
    const { showDuring, showWait } = liveOn(screen, 2, { CI: '1' });
    expect(
      await showDuring(makeCpf(1), () => Promise.resolve(showWait({ reason: 'backoff', ms: 1 }))),
    ).toBe(false);
    expect(await screen.text()).toBe('');
  });
});
