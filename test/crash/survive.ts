import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { finalTrouble } from './check/checks.js';
import type { Ended } from './command.js';
import { makeInput } from './input.js';
import type { Scenario } from './scenario.js';
import { createUser, goalsOf, QUICK } from './user.js';
import { BEFORE_FROM, createWorld, refuse, Violation, type World } from './world.js';

/** The largest number of commands after the last disturbance; more than any state needs. */
const ENOUGH = 25;

/** What a command has come to: sent nothing, sent a job, stored its id, asked for its state, or written its result. */
export type Reached = 'planned' | 'sent' | 'accepted' | 'watched' | 'exported';

export interface Survived {
  /** False if the first command ended before the point of its kill. */
  readonly wasKilled: boolean;
  /** What the first command had come to when it ended. */
  readonly reached?: Reached;
  readonly trouble?: string;
  readonly trail: readonly string[];
}

/**
 * Runs a scenario as a persistent user would until its batch has ended, then checks the result. `inside`: only
 * commands that are killed, or two at once, are processes.
 */
export async function survive(scenario: Scenario, inside = false): Promise<Survived> {
  const world = await createWorld(scenario, inside);
  let trouble: string | undefined;
  let first: First | undefined;
  try {
    await batchBefore(world);
    first = await goOn(world);
    refuse(finalTrouble(world));
    await againChangesNothing(world);
  } catch (error) {
    trouble = error instanceof Violation ? error.message : inspect(error);
  } finally {
    await world.close();
  }
  const { trail } = world;
  return { trail, wasKilled: first?.ended.code === null, reached: first?.reached, trouble };
}

/** How it ended, in a text that a test compares. */
export function told({ trouble, trail }: Survived): string {
  return trouble === undefined ? 'survived' : [trouble, ...trail].join('\n');
}

async function batchBefore(world: World): Promise<void> {
  const { before, kind } = world.scenario;
  if (before === undefined) return;
  // The same charge as the scenario's batch, so that confere might confuse the two.
  const size = world.input.ids.length - world.input.missing.size;
  const path = join(world.place.folder, 'before.csv');
  await writeFile(path, makeInput({ kind, missingEvery: 0 }, size, BEFORE_FROM).text);
  const target = join(world.place.folder, 'old.csv');
  const { code } = await world.act(['bulk', 'run', path, '-o', target, '-q', ...QUICK], {});
  if (code !== 0) throw new Violation(`the batch before ended with ${code}`);
}

interface First {
  readonly ended: Ended;
  readonly reached: Reached;
}

/** Runs the user's next commands until the batch has ended. Returns how the first command ended. */
async function goOn(world: World): Promise<First> {
  const steps = [...world.scenario.steps];
  const before = world.scenario.before?.clockShift;
  const user = createUser(world);
  let first: First | undefined;
  for (let left = steps.length + ENOUGH; left > 0; left -= 1) {
    const step = steps.shift();
    if (step === undefined) world.server.calmDown();
    const shift = first === undefined && before !== undefined ? { clockShift: before } : {};
    const ended = await world.act(user.next(), { ...step, ...shift });
    first ??= { ended, reached: reachedIn(world) };
    if (user.sees(ended)) return first;
  }
  throw new Violation('the batch never ends');
}

function reachedIn(world: World): Reached {
  const { server, outputPath } = world;
  if (existsSync(outputPath)) return 'exported';
  if (server.count('GET /c') > 0) return 'watched';
  if (world.ledger().jobs.some(({ jobId }) => jobId !== null)) return 'accepted';
  return server.count('POST') > 0 ? 'sent' : 'planned';
}

/** Checks that repeating the command sends nothing and charges nothing. */
async function againChangesNothing(world: World): Promise<void> {
  const { server } = world;
  const sent = () => [server.count('POST'), server.book.charges.size].join();
  const before = sent();
  const [again] = goalsOf(world);
  const { code, stderr } = await world.act((again as (batch: string) => string[])(''), {});
  const isFine = code === 0 || code === 3;
  refuse([
    ...(isFine ? [] : [`the same command again ends with ${String(code)}: ${stderr}`]),
    ...(sent() === before ? [] : ['the same command again sent something']),
  ]);
}
