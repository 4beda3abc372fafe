import { describe, expect, it } from 'vitest';
import { newInProcessUser } from '../../helpers/in-process.js';
import { makeCpf } from '../../helpers/invented.js';
import { startReferee } from '../../helpers/referee/index.js';

describe('single lookups where nothing shows the price yet', () => {
  it.each([1, 2, 5])('several processes at once pass no budget at %i credits', async (price) => {
    await using server = await startReferee({ price });
    await using user = await newInProcessUser(server);
    const option = ['--max-credits-per-day', '10'];
    const asked = [1, 11, 21].map((from) => [0, 1, 2, 3, 4].map((n) => makeCpf(from + n)));
    await Promise.all(asked.map((some) => user.start(['cpf', ...some, ...option]).done));
    expect(server.book.charged.length * price).toBeLessThanOrEqual(10);
    expect(server.book.charged.length).toBeGreaterThan(0);
  });
});
