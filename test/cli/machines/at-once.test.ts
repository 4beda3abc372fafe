import { describe, expect, it } from 'vitest';
import { createSkippingClock } from '../../helpers/clocks/skipping-clock.js';
import { makeCpf } from '../../helpers/invented.js';
import { HAS_SERVER } from '../../helpers/postgres/shared.js';
import { startReferee } from '../../helpers/referee/index.js';
import { systemClock } from '../../../src/system.js';
import { FAST, parsed, sized } from '../bulk/bulk-support.js';
import { ledgerUrl, newMachine } from './support.js';

const minute = () => Math.floor(Date.now() / 60_000);

/** Each identifier once. */
const once = (count: number) => Array.from({ length: count }, (_, n) => makeCpf(n)).sort();

describe.skipIf(!HAS_SERVER)('machines that work at the same time', { timeout: 60_000 }, () => {
  it('charge the same file once; the second is told which machine holds it', async () => {
    await using server = await startReferee();
    const url = await ledgerUrl();
    await using one = await newMachine(server, url);
    await using two = await newMachine(server, url);
    for (const machine of [one, two]) await machine.file('vinte.csv', sized(20));
    server.script('POST /cpf/bulk', 'hold');
    const first = one.start(['bulk', 'run', 'vinte.csv', '-y', ...FAST]);
    await server.seen('POST /cpf/bulk');
    const second = await two.run('bulk run vinte.csv -y');
    expect({ code: second.code, stderr: second.stderr }).toMatchObject({
      code: 11,
      stderr: expect.stringMatching(
        /Another run is working on batch \w+ \(on \S+, since /,
      ) as string,
    });
    server.releaseAnswers();
    expect((await first.done).code).toBe(0);
    const after = await two.run('bulk run vinte.csv -y --json');
    expect(parsed(after.stdout)).toMatchObject({ state: 'complete', found: 20, reused: 0 });
    expect(server.posts).toHaveLength(1);
    expect([...server.book.charged].sort()).toEqual(once(20));
  });

  it('ask once for one identifier: the second waits and gets the answer of the first', async () => {
    await using server = await startReferee();
    const url = await ledgerUrl();
    let wake: (() => void) | undefined;
    const waiting = new Promise<void>((resolve) => (wake = resolve));
    const clock = {
      ...systemClock,
      sleep: (...given: Parameters<typeof systemClock.sleep>) => {
        wake?.();
        return systemClock.sleep(...given);
      },
    };
    await using one = await newMachine(server, url);
    await using two = await newMachine(server, url, clock);
    server.script(`GET /cpf/${makeCpf(1)}`, 'hold');
    const first = one.start(['cpf', makeCpf(1), '--json']);
    await server.seen(`GET /cpf/${makeCpf(1)}`);
    const second = two.run(['cpf', makeCpf(1), '--json']);
    await waiting;
    server.releaseAnswers();
    for (const { code, stdout } of [await first.done, await second]) {
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ status: 'found', id: makeCpf(1) });
    }
    expect(server.book.charged).toEqual([makeCpf(1)]);
  });

  it('stay together within the requests of a minute', async () => {
    for (;;) {
      await using server = await startReferee();
      const url = await ledgerUrl();
      await using one = await newMachine(server, url, systemClock);
      await using two = await newMachine(server, url, systemClock);
      const from = (first: number) => Array.from({ length: 20 }, (_, n) => makeCpf(first + n));
      const before = minute();
      const first = await one.run(['cpf', ...from(0), '--deadline', '20s']);
      const second = await two.run(['cpf', ...from(20), '--deadline', '1ms']);
      if (minute() !== before) continue;
      expect([first.code, second.code]).toEqual([0, 6]);
      expect(server.log.filter((line) => line.startsWith('GET /cpf/'))).toHaveLength(30);
      return;
    }
  });
});

describe.skipIf(!HAS_SERVER)('a machine that is killed', { timeout: 60_000 }, () => {
  it('with a single lookup leaves it in doubt: at once on its own machine, later on others', async () => {
    await using server = await startReferee();
    const url = await ledgerUrl();
    await using one = await newMachine(server, url, createSkippingClock());
    await using two = await newMachine(server, url, createSkippingClock());
    server.script(`GET /cpf/${makeCpf(1)}`, 'hang_after');
    const running = one.start(['cpf', makeCpf(1)]);
    await server.seen(`GET /cpf/${makeCpf(1)}`);
    await one.ends(11, ['cpf', makeCpf(1), '--deadline', '2s']);
    running.kill('SIGKILL');
    await running.done;
    const wait = ['--deadline', '5s'];
    await two.ends(11, ['cpf', makeCpf(1), ...wait]);
    await one.ends(10, ['cpf', makeCpf(1), ...wait]);
    await two.ends(10, ['cpf', makeCpf(1), ...wait]);
    expect(server.book.charged).toHaveLength(1);
  });
});
