import { describe, expect, it } from 'vitest';
import { eventually } from '../helpers/clocks/eventually.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { worded } from '../helpers/sentence.js';
import { errorOf, job, JOB, scripted, type Step } from './support.js';

describe('the results of a job', () => {
  /** Sends them in parts, each `ms` after the client took the one before it; only the first if `isCut`. */
  async function inParts(ms: number, isCut: boolean, deadline?: number) {
    const own = createFakeClock();
    let begun = 0;
    const clock = { ...own, timeout: (limit: number) => ((begun += 1), own.timeout(limit)) };
    const text = JSON.stringify({ success: true, data: { ...job, cpfs: [] } });
    const answer: Step = async (response) => {
      for (const part of text.match(/.{1,60}/gs) ?? []) {
        const before = begun;
        response.write(part);
        if (deadline === undefined) {
          await eventually(() => {
            expect(begun).toBeGreaterThan(before);
          });
        }
        own.advance(ms);
        if (isCut) return;
      }
      response.end();
    };
    const until = deadline === undefined ? undefined : own.now() + deadline;
    return scripted(answer, { clock, deadline: until });
  }

  it('may take longer than 60 s, as long as they move', async () => {
    const { client, server } = await inParts(40_000, false);
    expect(await client.batchJob('cpf', JOB)).toMatchObject({ id: JOB, status: 'done' });
    expect(server.requests).toHaveLength(1);
  });

  it('that stand still are asked for again, and the sentence names the option', async () => {
    const { client, server } = await inParts(60_000, true);
    const error = await errorOf(client.batchJob('cpf', JOB));
    expect(error).toMatchObject({ kind: 'network', mayHaveCharged: false, attempts: 4 });
    expect(worded(error)).toMatch(/in time.*--timeout 5m/);
    expect(server.requests).toHaveLength(4);
  });

  it('have the time of any request when the deadline has passed', async () => {
    const { client } = await inParts(40_000, false, -1);
    expect(await errorOf(client.batchJob('cpf', JOB))).toMatchObject({ code: 'network' });
  });
});
