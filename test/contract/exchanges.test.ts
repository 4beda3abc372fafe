import { it } from 'vitest';
import { expectCases } from '../helpers/cases.js';
import { exchange } from './exchanges.js';

/** Every status of five calls alone is two thousand requests. */
const SLOW = { timeout: 180_000 };

it('each call ends as exchanges.txt says when the service answers so', SLOW, async () => {
  await expectCases(new URL('exchanges.txt', import.meta.url), exchange);
});
