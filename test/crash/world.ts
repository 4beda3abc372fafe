import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leaks, startCommand, startInside, type Ended, type Place } from './command.js';
import { readLedger, type LedgerView } from './check/ledger-view.js';
import { outputTrouble } from './check/output-check.js';
import { makeInput, type Input } from './input.js';
import type { Scenario, Step } from './scenario.js';
import { startReferee, type Referee, type Rule } from '../helpers/referee/index.js';
import { summaryOf, summaryTrouble } from './check/summary-check.js';

/** A promise that a scenario broke; the message names it. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

export interface World {
  readonly scenario: Scenario;
  /** Whether commands that nothing kills run in this process, which saves starting Node. */
  readonly inside: boolean;
  readonly input: Input;
  readonly place: Place;
  readonly inputPath: string;
  readonly outputPath: string;
  readonly server: Referee;
  /** One line per command. */
  readonly trail: string[];
  ledger(): LedgerView;
  /** Runs a command (twice at the same time for a twin) with a step, and checks what must always hold. */
  act(args: readonly string[], step: Step): Promise<Ended>;
  close(): Promise<void>;
}

/** The number of identifiers that a job processes with each request to the service. */
const PACE = 4;

/** The number of identifiers of the earlier batch. */
export const BEFORE_FROM = 500;

export async function createWorld(scenario: Scenario, inside: boolean): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-crash-'));
  const [work, scratch] = [join(folder, 'work'), join(folder, 'scratch')];
  for (const path of [work, scratch]) await mkdir(path);
  const input = makeInput(scenario, scenario.unique);
  const server = await startReferee(bookOptions(scenario, input));
  const place = {
    folder: work,
    home: join(folder, 'home'),
    clock: join(scratch, 'clock'),
    url: server.url,
  };
  const inputPath = join(work, 'in.csv');
  await writeFile(place.clock, '0');
  await writeFile(inputPath, input.text);
  const world: World = {
    ...{ scenario, inside, input, place, inputPath, server, trail: [] },
    outputPath: join(work, 'out.csv'),
    ledger: () => readLedger(place.home, scratch),
    act: (args, step) => act(world, args, step),
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return world;
}

function bookOptions({ credits, fates, before, unique, kind }: Scenario, { missing }: Input) {
  const each = { missing, pace: PACE };
  if (before === undefined) return { ...each, credits, jobs: fates };
  // The earlier batch has one job per kind.
  const done = kind === 'both' ? (['done', 'done'] as const) : (['done'] as const);
  return { ...each, credits: credits + unique, jobs: [...done, ...fates] };
}

async function act(world: World, args: readonly string[], step: Step): Promise<Ended> {
  const { place, server, trail } = world;
  if (step.clockShift !== undefined) await shiftClock(place.clock, step.clockShift);
  const commands = startAll(world, args, step);
  server.arm(step.faults ?? [], () => {
    for (const { kill } of commands) kill();
  });
  const all = await Promise.all(commands.map(({ done }) => done));
  for (const ended of all) {
    trail.push(trailLine(ended, step));
    refuse(commandTrouble(ended));
  }
  refuse(stateTrouble(world));
  // The process that got furthest shows how to continue.
  return all.find(({ code }) => code !== 11) ?? (all[0] as Ended);
}

function startAll({ place, inside }: World, args: readonly string[], step: Step) {
  if (inside && livesOn(step)) return [startInside(place, args)];
  return Array.from({ length: step.twin === true ? 2 : 1 }, (_, n) =>
    startCommand(place, args, n === 0 ? step : {}),
  );
}

/** Whether one process runs to its end, whatever the service does to it. */
function livesOn({ faults = [], ...others }: Step): boolean {
  return Object.keys(others).every((name) => name === 'clockShift') && !faults.some(isKill);
}

const isKill = ({ what }: Rule): boolean => what === 'kill_before' || what === 'kill_after';

async function shiftClock(path: string, by: number): Promise<void> {
  const offset = Number(await readFile(path, 'utf8'));
  await writeFile(path, String(offset + by));
}

function trailLine({ args, code, stderr, stdout }: Ended, step: Step): string {
  const told = stderr.trim().split('\n').at(-1) ?? '';
  const state = summaryOf(stdout)?.state ?? '';
  return `${args.slice(0, 3).join(' ')} ${JSON.stringify(step)} -> ${code ?? 'killed'} ${state} ${told}`;
}

export function refuse(troubles: readonly string[]): void {
  if (troubles.length > 0) throw new Violation(troubles.join('\n'));
}

/** Checks what no command may do. */
function commandTrouble({ args, code, hung, stderr, stdout }: Ended): string[] {
  const leaked = leaks(stderr);
  return [
    ...(hung ? ['the command hangs'] : []),
    ...(code === 1 ? [`a defect of ours: ${stderr}`] : []),
    ...(leaked.length > 0 ? [`stderr shows ${leaked.join(', ')}`] : []),
    ...summaryTrouble(args[1] ?? '', stdout, code),
  ];
}

/** Checks what must hold at any time, also after a kill. */
function stateTrouble(world: World): string[] {
  const twice = [...world.server.book.charges].filter(([, times]) => times > 1);
  return [
    ...twice.map(([id, times]) => `${id} was charged ${times} times`),
    ...world.ledger().damage,
    ...outputTrouble(world.outputPath, world.input),
  ];
}
