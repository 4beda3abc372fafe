import { expect, it } from 'vitest';
import { asSteps, runAtOnce, type StepTables } from '../../src/ledger/transactions/steps.js';

/** Ticks that count up, and nothing else. */
function countingTicks(): StepTables {
  let tick = 0;
  return asSteps({ ticks: { next: () => (tick += 1) } } as unknown as Parameters<
    typeof asSteps
  >[0]);
}

it('a statement answers where it stands', () => {
  const sum = runAtOnce(function* ({ ticks }) {
    return (yield* ticks.next()) + (yield* ticks.next());
  }, countingTicks());
  expect(sum).toBe(3);
});

it('a statement without `yield*`, which would never run, makes the transaction fail', () => {
  const steps = countingTicks();
  expect(() => {
    // eslint-disable-next-line require-yield -- this is the mistake
    runAtOnce(function* ({ ticks }) {
      ticks.next();
    }, steps);
  }).toThrow('Statement not taken');
});
