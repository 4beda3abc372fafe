import { expect, it } from 'vitest';
import { formatQuota } from '../../src/commands/quota.js';
import { look } from './lookup/looks.js';

it.each([
  [100, 0, '32'],
  [10, 95, '33'],
  [0, 95, '31'],
])('the balance is coloured by what is left: %i left and %i used is %s', (left, used, colour) => {
  const account = { plan: 'Micro', billingStatus: 'active', userId: 'u', email: 'a@exemplo.com' };
  const quota = { ...account, remainingCredits: left, usedCredits: used };
  expect(formatQuota(quota, look(80, true))).toContain(`\u001b[${colour}m`);
});
