import { checkLimits } from './check/limits.js';
import { checkMeter, checkSpend, isSpendingKnown } from './check/meter.js';
import { checkMoney, checkResult } from './check/promises.js';
import { current } from './machine/current.js';
import { Violation } from './machine/scheduler.js';
import { dropBudgets, setProfile, tellPrices } from './user/goals.js';
import { User } from './user/user.js';
import { World } from './world.js';

interface Campaign {
  readonly from: number;
  readonly seeds: number;
  /** Every how many-th seed is this worker's. */
  readonly stride: number;
  /** Ends after so many seconds of real time, if there are seeds left. */
  readonly seconds: number;
}

type Ended = Awaited<ReturnType<typeof runSeed>>;

/** Runs the seeds, one after the other. `onFailure` is told of each that breaks a promise; false ends it. */
export async function runSeeds(campaign: Campaign, onFailure: (ended: Ended) => boolean) {
  const totals = { runs: 0, commands: 0, steps: 0, faults: 0, crashes: 0, words: 0 };
  const end = performance.now() + campaign.seconds * 1_000;
  for (let seed = campaign.from; seed < campaign.from + campaign.seeds; seed += campaign.stride) {
    const ended = await runSeed(seed);
    const counted = { ...ended.tally, runs: 1 };
    for (const name of Object.keys(totals) as (keyof typeof totals)[])
      totals[name] += counted[name];
    if (ended.violation !== undefined && !onFailure(ended)) break;
    if (performance.now() > end) break;
  }
  return totals;
}

export async function runSeed(seed: number, tellsStory = false) {
  // The places in the code are asked for by whoever reads the story.
  Error.stackTraceLimit = tellsStory ? 30 : 0;
  const world = new World(seed, tellsStory);
  current.world = world;
  try {
    const violation = await live(world).then(() => undefined, asViolation);
    const { tally, kinds, story } = world;
    return { seed, tally, kinds: [...kinds], story, violation };
  } finally {
    world.close();
    current.world = undefined;
  }
}

async function live(world: World): Promise<void> {
  const count = world.kinds.has('second_process') ? 2 : 1;
  const users = Array.from({ length: count }, (_, number) => new User(world, number));
  await together(world, setProfile(world));
  await together(world, tellMidway(world), ...users.map((user) => user.struggle()));
  world.calmDown();
  await together(world, dropBudgets(world));
  await together(world, finishAll(users));
  checkMoney(world);
  checkLimits(world);
  checkMeter(world);
  for (const user of users) for (const goal of user.goals) checkResult(world, goal);
  if (isSpendingKnown(world)) await together(world, tellSpending(world));
}

/** Somebody tells the true price while others work. */
async function tellMidway(world: World): Promise<void> {
  const { kinds, random, scheduler } = world;
  if (!kinds.has('told_midway')) return;
  const ms = random.pick([random.int(1, 600_000), random.int(1, 86_400_000)]);
  await new Promise<void>((resolve) => {
    scheduler.after(ms, 'somebody tells the price', resolve);
  });
  await tellPrices(world, 1);
}

/** Some minutes later, the ledger tells what was spent. */
async function tellSpending(world: World): Promise<void> {
  await new Promise<void>((resolve) => {
    world.scheduler.after(300_000, 'the user looks what was spent', resolve);
  });
  checkSpend(world, await world.run(['spend', '--json'], 'key-one'));
}

async function finishAll(users: readonly User[]): Promise<void> {
  for (const user of users) await user.finish();
}

async function together(world: World, ...all: readonly Promise<void>[]): Promise<void> {
  let isOver = false;
  const done = Promise.all(all).finally(() => {
    isOver = true;
  });
  done.catch(() => undefined);
  await world.scheduler.runUntil(() => isOver);
  await done;
}

function asViolation(error: unknown): { readonly message: string } {
  if (error instanceof Violation) return error;
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { message: `no defect: ${message}` };
}
