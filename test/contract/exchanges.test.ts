import { it } from 'vitest';
import { expectCases } from '../helpers/cases.js';
import { isQuick } from '../helpers/runs.js';
import { exchange } from './exchanges.js';

it('each call ends as exchanges.txt says when the service answers so', async () => {
  await expectCases(new URL('exchanges.txt', import.meta.url), exchange);
});

/** Five calls with three hundred statuses, each up to four times. */
const SLOW = { timeout: 180_000, skip: isQuick };

it('a status that the spec does not list is an unknown outcome', SLOW, async () => {
  await expectCases(new URL('every-status.txt', import.meta.url), exchange);
});
