import { expect, it } from '../helpers/with-service.js';
import { makeCpf, newInProcessUser, sized, startReferee, type RefereeOptions } from './support.js';

const BATCH = ['bulk', 'run', 'in.csv'] as const;

/** A user whose first run of this command ended in doubt, by `fault`, after the price was known. */
async function waiting(args: readonly string[], options: RefereeOptions, fault?: string) {
  const server = await startReferee(options);
  const user = await newInProcessUser(server);
  await user.file('in.csv', sized(2));
  if (fault !== undefined) {
    await user.run(['bulk', 'run', await user.file('before.csv', sized(2, 50))]);
    server.script(fault, 'hang');
    await user.ends(10, [...args, '--timeout', '200ms']);
  }
  return {
    run: (...more: readonly string[]) => user.run([...args, ...more]),
    async [Symbol.asyncDispose]() {
      await user[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

/** Seconds from each line with a time to the next one. */
function pauses(stderr: string): number[] {
  const times = Array.from(stderr.matchAll(/^(\d{4}-\S+) /gm), ([, time]) =>
    Date.parse(time ?? ''),
  );
  return times.slice(1).map((time, n) => (time - (times[n] ?? 0)) / 1_000);
}

const WAITS = [
  ['waiting for the doubt about a job', BATCH, {}, 'POST /cpf/bulk', 11],
  ['waiting for a job that runs', [...BATCH, '--deadline', '5m'], { holdJobs: true }, undefined, 5],
] as const;

it.each(WAITS)('%s has a line about every 30 s', async (_, args, options, fault, minutes) => {
  await using given = await waiting(args, options, fault);
  const { stderr } = await given.run('--timestamps');
  const all = pauses(stderr);
  expect(Math.max(...all), stderr).toBeLessThanOrEqual(36);
  const long = all.filter((seconds) => seconds >= 20);
  expect(long.length, stderr).toBeGreaterThanOrEqual(2 * minutes - 2);
  expect(all.length, stderr).toBeLessThanOrEqual(2 * minutes + 14);
});

it('under --json no line comes while a doubt is waited for', async () => {
  await using given = await waiting(['cpf', makeCpf(1)], {}, `GET /cpf/${makeCpf(1)}`);
  const { code, stderr } = await given.run('--json');
  expect(code).toBe(0);
  expect(stderr).not.toContain('till waiting');
});
