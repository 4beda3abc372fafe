import { describe, expect, it } from 'vitest';
import { cpfs, csv, INTERVAL, mostOften, testWorld } from '../support.js';

describe('an answer that does not fit its job', () => {
  it('is asked for again if it carries the id of another job', async () => {
    const world = await testWorld({ jobs: [{ otherIdFor: 2 }] });
    const { summary } = await world.run(await world.file(csv(cpfs(10))));
    expect(summary).toMatchObject({ state: 'complete', found: 10 });
    expect(world.service.count('POST')).toBe(1);
  });

  it('is an error of the service if it never fits; the job stays accepted', async () => {
    const world = await testWorld({ jobs: [{ otherIdFor: 4 }] });
    const path = await world.file(csv(cpfs(10)));
    const { summary, error } = await world.run(path);
    expect(error).toMatchObject({ kind: 'service', code: 'unreadable_answer' });
    expect(summary).toMatchObject({ state: 'running', pending: 10 });
    expect((await world.run(path)).summary).toMatchObject({ state: 'complete', found: 10 });
    expect(world.service.count('POST')).toBe(1);
  });

  it('is believed if its numbers do not add up but every identifier is answered', async () => {
    const world = await testWorld({ jobs: ['miscounts'] });
    const { summary } = await world.run(await world.file(csv(cpfs(10))));
    expect(summary).toMatchObject({ state: 'complete', found: 10 });
  });
});

describe('a job that says failed', () => {
  it('is looked at again after the interval, and kept if it goes on', async () => {
    const world = await testWorld({ jobs: [{ failsFor: 1 }] });
    const began = world.clock.now();
    const { summary } = await world.run(await world.file(csv(cpfs(10))));
    expect(summary).toMatchObject({ state: 'complete', found: 10, failed: 0 });
    expect(summary.jobs).toMatchObject([{ status: 'done', found: 10 }]);
    expect(world.service.count('POST')).toBe(1);
    expect(mostOften(world.service.charges)).toBe(1);
    expect(world.clock.now() - began).toBeGreaterThanOrEqual(2 * INTERVAL);
  });

  it('has failed when a second look shows the same numbers', async () => {
    const world = await testWorld({ jobs: [{ failAfter: 3 }] });
    const { summary } = await world.run(await world.file(csv(cpfs(10))));
    expect(summary.jobs).toMatchObject([{ status: 'failed', found: 3 }, { status: 'done' }]);
    const first = world.service.jobs[0]?.id ?? '';
    expect(world.service.count(`GET /cpf/bulk/${first}`)).toBeGreaterThanOrEqual(2);
    expect(mostOften(world.service.charges)).toBe(1);
  });

  it('stays accepted if the deadline leaves no time for a second look', async () => {
    const world = await testWorld({ jobs: [{ failsFor: 2 }] });
    const path = await world.file(csv(cpfs(10)));
    const first = await world.run(path, { deadline: world.clock.now() + INTERVAL + 1_000 });
    expect(world.service.count('GET /cpf/bulk/')).toBe(2);
    expect(first.summary).toMatchObject({ state: 'running', found: 5, pending: 5 });
    expect((await world.run(path)).summary).toMatchObject({ state: 'complete', found: 10 });
    expect(world.service.count('POST')).toBe(1);
  });
});
