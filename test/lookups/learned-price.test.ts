import { describe, expect, it } from 'vitest';
import { newInProcessUser } from '../helpers/in-process.js';
import { makeCpf } from '../helpers/invented.js';
import { startReferee } from '../helpers/referee/index.js';

const ids = (count: number) => Array.from({ length: count }, (_, n) => makeCpf(n + 1));

describe('single lookups where nothing shows the price yet', () => {
  it.each([
    [1, 6, 6],
    [5, 6, 1],
    [4, 17, 4],
  ])('a record that costs %i credits passes no budget of %i', async (price, limit, lookups) => {
    await using server = await startReferee({ price });
    await using user = await newInProcessUser(server);
    const option = ['--max-credits-per-day', String(limit)];
    expect((await user.run(['cpf', ...ids(10), ...option])).code).toBe(7);
    expect(server.book.charged).toHaveLength(lookups);
    // The next process knows it, too.
    expect((await user.run(['cpf', makeCpf(20), ...option])).code).toBe(7);
    expect(server.book.charged).toHaveLength(lookups);
  });

  it('reads the balance around the first one, and no more while little of the limit is spent', async () => {
    await using server = await startReferee();
    await using user = await newInProcessUser(server);
    await user.run(['cpf', ...ids(2), '--max-credits-per-day', '15']);
    expect(server.log.filter((one) => one === 'GET /quota')).toHaveLength(2);
    await user.run(['cpf', makeCpf(3), '--max-credits-per-day', '15']);
    expect(server.log.filter((one) => one === 'GET /quota')).toHaveLength(2);
  });
});
