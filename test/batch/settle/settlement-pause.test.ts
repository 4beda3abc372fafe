import { describe, expect, it } from 'vitest';
import type { Work } from '../../../src/batch/dependencies.js';
import type { BatchEvent } from '../../../src/batch/events.js';
import { createSettlementPause, waitForSettling } from '../../../src/batch/settle.js';
import { LOOK_AGAIN } from '../../../src/money/book.js';
import type { Batch, Ledger, Settler } from '../../../src/ledger/index.js';
import { createFakeClock } from '../../helpers/clocks/fake-clock.js';

const BATCH = { id: 'abc' } as Batch;
const OTHER: Settler = { host: 'two', since: 1 };

interface Given {
  /** Whether each look in turn finds that another machine settles something. */
  readonly settling?: readonly boolean[];
  /** The times to wait that fit before the deadline. */
  readonly waits?: number;
}

/** What other machines do, told in advance; the calls of the ledger are noted. */
function scene(given: Given = {}) {
  const { settling = [], waits = 10 } = given;
  const clock = createFakeClock();
  const calls: string[] = [];
  const events: BatchEvent[] = [];
  let looks = 0;
  const ledger: Pick<Ledger, 'accountOf' | 'pauseOthers' | 'pausedBy'> = {
    accountOf: () => Promise.resolve('one'),
    pauseOthers(of) {
      calls.push(`pause ${of}`);
      if (settling[looks] === true) return Promise.resolve(undefined);
      return Promise.resolve({ release: () => Promise.resolve(void calls.push('release')) });
    },
    pausedBy: () => Promise.resolve(settling[looks++] === true ? OTHER : undefined),
  };
  const work = {
    ...{
      batch: BATCH,
      ledger,
      clock,
      keyFingerprint: 'finger',
      stop: new AbortController().signal,
    },
    deadline: clock.now() + waits * LOOK_AGAIN,
    emit: (event: BatchEvent) => void events.push(event),
  } as unknown as Work;
  return { work, clock, calls, events };
}

const TOLD = { type: 'others_settling', host: 'two' };
const REFUSED = { code: 'others_settling', facts: { batch: 'abc', by: OTHER } };

describe('a settlement pause', () => {
  it('begins when another machine has settled its own, which is told once', async () => {
    const { work, clock, calls, events } = scene({ settling: [true, true, false], waits: 2 });
    await createSettlementPause(work).begin();
    expect(calls).toEqual(['pause one', 'pause one', 'pause one']);
    expect(clock.sleeps).toEqual([LOOK_AGAIN, LOOK_AGAIN]);
    expect(events).toEqual([TOLD]);
  });

  it('is given up where the deadline leaves no time to wait', async () => {
    const { work, clock } = scene({ settling: [true, true, true], waits: 2 });
    await expect(createSettlementPause(work).begin()).resolves.toMatchObject(REFUSED);
    expect(clock.sleeps).toHaveLength(2);
  });
});

describe('a submission', () => {
  it('waits for another machine, while what runs is fetched', async () => {
    const { work, clock, events } = scene({ settling: [true, true] });
    let collected = 0;
    await waitForSettling(work, false, () => Promise.resolve((collected += 1)));
    expect(clock.sleeps).toEqual([LOOK_AGAIN, LOOK_AGAIN]);
    expect(collected).toBe(2);
    expect(events).toEqual([TOLD]);
  });

  it('of a job whose outcome was proved does not wait, because the proof does not last', async () => {
    const { work, clock } = scene({ settling: [true] });
    const waiting = waitForSettling(work, true);
    await expect(waiting).resolves.toMatchObject(REFUSED);
    expect(clock.sleeps).toEqual([]);
  });
});
