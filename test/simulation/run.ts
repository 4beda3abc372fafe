import { checkLimits } from './check/limits.js';
import { checkMoney, checkResult } from './check/results.js';
import { Violation } from './check/violation.js';
import { current } from './machine/current.js';
import type { Kind } from './kinds.js';
import { dropBudgets, setBudgets } from './user/budgets.js';
import { User } from './user/user.js';
import { Words } from './user/word.js';
import { World, type Tally } from './world.js';

export interface Ended {
  readonly seed: number;
  readonly tally: Tally;
  readonly steps: number;
  readonly kinds: readonly Kind[];
  readonly story: readonly string[];
  readonly violation?: { readonly promise: string; readonly message: string };
}

/** Runs the world of one seed to its end. */
export async function runSeed(
  seed: number,
  without: ReadonlySet<Kind>,
  tellsStory = false,
): Promise<Ended> {
  // The places in the code are asked for by whoever reads the story.
  Error.stackTraceLimit = tellsStory ? 30 : 0;
  const world = new World(seed, without, tellsStory);
  current.world = world;
  try {
    const violation = await live(world).then(() => undefined, asViolation);
    const { tally, scheduler, kinds, story } = world;
    const ended = { seed, tally, steps: scheduler.steps, kinds: [...kinds], story };
    return violation === undefined ? ended : { ...ended, violation };
  } finally {
    world.close();
    current.world = undefined;
  }
}

async function live(world: World): Promise<void> {
  const words = new Words(world);
  const count = world.kinds.has('second_process') ? 2 : 1;
  const users = Array.from({ length: count }, (_, number) => new User(world, number, words));
  await together(world, [setBudgets(world)]);
  await together(
    world,
    users.map((user) => user.struggle()),
  );
  world.calmDown();
  await together(world, [dropBudgets(world)]);
  await together(world, [finishAll(users)]);
  checkMoney(world, words);
  checkLimits(world);
  for (const user of users) for (const goal of user.goals) checkResult(world, goal, words);
}

async function finishAll(users: readonly User[]): Promise<void> {
  for (const user of users) await user.finish();
}

/** Lets the world go on until all of them are settled. */
async function together(world: World, all: readonly Promise<void>[]): Promise<void> {
  let isOver = false;
  const done = Promise.all(all).finally(() => {
    isOver = true;
  });
  done.catch(() => undefined);
  await world.scheduler.runUntil(() => isOver);
  await done;
}

function asViolation(error: unknown): NonNullable<Ended['violation']> {
  if (error instanceof Violation) return { promise: error.promise, message: error.message };
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { promise: 'no defect', message };
}
