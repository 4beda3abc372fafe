import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { createSkippingClock } from '../../helpers/clocks/skipping-clock.js';
import { newInProcessUser } from '../../helpers/in-process.js';
import { makeCpf } from '../../helpers/invented.js';
import { startReferee } from '../../helpers/referee/index.js';

describe.concurrent('what a lookup cost', () => {
  it('is said with what is left, where a reading of the balance is known', async () => {
    await using server = await startReferee({ credits: 100, missing: [makeCpf(3)] });
    const clock = createSkippingClock();
    await using user = await newInProcessUser(server, clock);
    const asked = async (...args: string[]) => (await user.run(['cpf', ...args])).stderr;
    expect(await asked(makeCpf(1))).toBe('1 credit.\n');
    await user.run('quota');
    expect(await asked(makeCpf(2))).toBe('1 credit; 98 left.\n');
    await user.run('quota');
    // The balance was read a moment after a charge, and may lack it.
    expect(await asked(makeCpf(10))).toBe('1 credit.\n');
    await clock.sleep(10_000);
    await user.run('quota');
    expect(await asked(makeCpf(3), makeCpf(4), makeCpf(5))).toContain('2 credits; 95 left.\n');
    expect(await asked(makeCpf(6), '--format', 'csv')).toBe('1 credit; 94 left.\n');
    // What is free says so itself.
    expect(await asked(makeCpf(6))).toBe('');
    expect(await asked(makeCpf(3))).not.toContain('credit');
    expect(await asked(makeCpf(7), '-q')).toBe('');
    expect(await asked(makeCpf(8), '--json')).toBe('');
    const log = server.log.filter((line) => line.includes('/quota'));
    expect(log).toHaveLength(3);
    await clock.sleep(30 * 3_600_000);
    const env = { CONFERE_LANG: 'pt-BR' };
    expect((await user.run(['cpf', makeCpf(9)], { env })).stderr).toBe('1 crédito cobrado.\n');
  });

  it('is not known while a doubt may have been charged', async ({ arrange }) => {
    const { server, user } = await arrange({ credits: 100 });
    await user.run('quota');
    server.script('GET /cpf', 'drop_after');
    await user.run(['cpf', makeCpf(1)]);
    expect((await user.run(['cpf', makeCpf(2)])).stderr).toBe('1 credit.\n');
  });
});
