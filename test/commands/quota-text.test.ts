import { describe, expect, it } from 'vitest';
import { createQuotaFormatter, formatQuota } from '../../src/commands/quota.js';
import { look } from './lookup/looks.js';

const quota = (plan: string, remainingCredits: number, usedCredits: number) => ({
  plan,
  remainingCredits,
  usedCredits,
  billingStatus: 'active',
  userId: 'u',
  email: 'a@exemplo.com',
});

describe('the balance', () => {
  it.each([
    [100, 0, '32'],
    [10, 95, '33'],
    [0, 95, '31'],
  ])('is coloured by what is left: %i left and %i used is %s', (left, used, colour) => {
    expect(formatQuota(quota('Micro', left, used), look(80, true))).toContain(`\u001b[${colour}m`);
  });

  it('has every field of the answer for a program', async () => {
    const record = { ...quota('Micro', 1, 2), staticCreditCost: 1, novo: { a: 1 } };
    const json = await createQuotaFormatter('json', look(80));
    expect(JSON.parse(json(record))).toEqual(record);
    const csv = await createQuotaFormatter('csv', look(80));
    expect(csv(record)).toMatch(/^plan,.*,staticCreditCost,novo\nMicro,.*,1,"\{""a"":1\}"\n$/);
  });
});
