import { it } from 'vitest';
import { expectCases } from '../helpers/cases.js';
import { exchange } from './exchanges.js';

it('each call ends as exchanges.txt says when the service answers so', async () => {
  await expectCases(new URL('exchanges.txt', import.meta.url), exchange);
});
