import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { createLiveLine } from '../../../src/terminal/live.js';
import { createFakeClock } from '../../helpers/clocks/fake-clock.js';
import { readAll } from '../../helpers/read-all.js';

it('the progress of a comparison is one line every 30 seconds where nothing can move', () => {
  const stderr = new PassThrough();
  const clock = createFakeClock(0);
  const wishes = { progress: true, color: 'auto' as const };
  const progress = createLiveLine({ env: {}, platform: 'linux', stderr, clock }, wishes, 0);
  progress.show('10,000 rows');
  expect(readAll(stderr)).toBe('');
  clock.advance(30_000);
  progress.show('20,000 rows');
  progress.show('30,000 rows');
  progress.end();
  expect(readAll(stderr)).toBe('20,000 rows\n');
});
