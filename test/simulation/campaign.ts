import type { Kind } from './kinds.js';
import { runSeed, type Ended } from './run.js';

export { runSeed };
export { allKinds } from './kinds.js';

export interface Campaign {
  readonly from: number;
  readonly seeds: number;
  /** Every how many-th seed is this worker's. */
  readonly stride: number;
  /** Ends after so many seconds of real time, if there are seeds left. */
  readonly seconds: number;
  /** Kinds of trouble to leave out. */
  readonly without: readonly Kind[];
}

export interface Totals {
  runs: number;
  commands: number;
  steps: number;
  faults: number;
  crashes: number;
  words: number;
}

/** Runs the seeds, one after the other. `onFailure` is told of each that breaks a promise; false ends it. */
export async function runSeeds(
  campaign: Campaign,
  onFailure: (ended: Ended) => boolean,
): Promise<Totals> {
  const totals: Totals = { runs: 0, commands: 0, steps: 0, faults: 0, crashes: 0, words: 0 };
  const without = new Set(campaign.without);
  const end = performance.now() + campaign.seconds * 1_000;
  for (let seed = campaign.from; seed < campaign.from + campaign.seeds; seed += campaign.stride) {
    const ended = await runSeed(seed, without);
    totals.runs += 1;
    totals.commands += ended.tally.commands;
    totals.steps += ended.steps;
    totals.faults += ended.tally.faults;
    totals.crashes += ended.tally.crashes;
    totals.words += ended.tally.words;
    if (ended.violation !== undefined && !onFailure(ended)) break;
    if (performance.now() > end) break;
  }
  return totals;
}
