import { describe, expect, it } from 'vitest';
import { newInProcessUser } from '../../helpers/in-process.js';
import { makeCpf } from '../../helpers/invented.js';
import { startSpecServer } from '../../helpers/spec-server.js';

describe('single lookups where nothing shows the price yet', () => {
  it.each([1, 2, 5])('several processes at once pass no budget at %i credits', async (price) => {
    await using server = await startSpecServer({ price });
    await using user = await newInProcessUser(server);
    const option = ['--max-credits-per-day', '10'];
    const asked = [1, 11, 21].map((from) => [0, 1, 2, 3, 4].map((n) => makeCpf(from + n)));
    await Promise.all(asked.map((some) => user.start(['cpf', ...some, ...option]).done));
    expect(server.book.length * price).toBeLessThanOrEqual(10);
    expect(server.book.length).toBeGreaterThan(0);
  });
});
