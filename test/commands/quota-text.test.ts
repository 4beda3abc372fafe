import { describe, expect, it } from 'vitest';
import { quotaPrinter, quotaText } from '../../src/commands/quota.js';
import { flat, look } from './lookup/looks.js';

const quota = (plan: string, remainingCredits: number, usedCredits: number) => ({
  plan,
  remainingCredits,
  usedCredits,
  billingStatus: 'active',
  userId: 'u',
  email: 'a@exemplo.com',
});

describe('the balance for people', () => {
  it('is three lines, with grouped digits', () => {
    expect(quotaText(quota('Básico', 7500, 2500.5), look(80)))
      .toBe(`Plan          Básico, a@exemplo.com
Remaining     7,500 of 10,001 credits (25% used)
When used up  lookups continue, and the overage is billed on the next invoice
`);
  });

  it.each([
    ['Grátis', 'refused until the credits renew on the 1st of the month (UTC)'],
    ['Avançado', 'billed on the next invoice'],
  ])('%s: %s', (plan, words) => {
    expect(flat(quotaText(quota(plan, 1, 1), look(60)))).toContain(words);
  });

  it.each([
    [100, 0, '32'],
    [10, 95, '33'],
    [0, 95, '31'],
  ])('%i left and %i used is coloured %s', (left, used, colour) => {
    expect(quotaText(quota('Micro', left, used), look(80, true))).toContain(`\u001b[${colour}m`);
  });
});

it('a program gets every field of the answer', async () => {
  const record = { ...quota('Micro', 1, 2), staticCreditCost: 1, novo: { a: 1 } };
  const json = await quotaPrinter('json', look(80));
  expect(JSON.parse(json(record))).toEqual(record);
  const csv = await quotaPrinter('csv', look(80));
  expect(csv(record)).toMatch(/^plan,.*,staticCreditCost,novo\nMicro,.*,1,"\{""a"":1\}"\n$/);
});
