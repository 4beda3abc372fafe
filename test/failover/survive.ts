import type { PostgresServer } from '../helpers/postgres/server.js';
import type { Result, User } from '../helpers/run-confere.js';
import { isOfProcess, passLeases, strike, type Fault } from './faults.js';
import { newWorld, type FailoverWorld } from './world.js';

/** What the first machine does when the fault comes. */
export const works = ['run', 'lookup'] as const;

export type Work = (typeof works)[number];

export interface Point {
  readonly work: Work;
  readonly fault: Fault;
  /** Before which of its statements. */
  readonly number: number;
}

export interface Survived {
  /** What went wrong; undefined if every promise was kept. */
  readonly trouble: string | undefined;
  /** What each command ended with. */
  readonly trail: readonly string[];
  /** Whether the fault came: work with fewer statements has no such point. */
  readonly wasStruck: boolean;
}

export const CPFS = ['52998224725', '11144477735', '12345678909', '98765432100'] as const;
const FILE = `cpf\n${CPFS.join('\n')}\n`;
const RUN = ['bulk', 'run', 'f.csv', '-y', '--interval', '100ms', '--settle', '200ms'];
// The batch remembers the result that the other machine wrote last.
const AGAIN = [...RUN, '--overwrite'];
// Whoever waits for another machine's lookup does so in the skipped time of this one, and that long.
const LOOKUP = ['cpf', CPFS[0], '--deadline', '5s'];

/** How often both machines try before a command counts as one that leads nowhere. */
const ROUNDS = 8;

/** How many statements the work takes where nothing goes wrong. */
export async function countPoints(postgres: PostgresServer, work: Work): Promise<number> {
  return inWorld({ postgres }, async ({ one, network }) => {
    const before = network.sent();
    await one.run(work === 'run' ? RUN : LOOKUP);
    return network.sent() - before;
  });
}

/** Lets the fault come at its point, and the machines do what their users would; then counts what was paid. */
export async function survive(
  postgres: PostgresServer,
  point: Point,
  standby?: PostgresServer,
): Promise<Survived> {
  return inWorld({ postgres, standby }, async (world) => {
    const trail: string[] = [];
    const wasStruck = await struckWork(world, point, trail);
    const trouble = await recover(world, point.work, trail).catch(String);
    return { trouble: trouble ?? paidWrong(world, point.work), trail, wasStruck };
  });
}

async function inWorld<T>(
  { postgres, standby }: { postgres: PostgresServer; standby?: PostgresServer },
  work: (world: FailoverWorld) => Promise<T>,
): Promise<T> {
  const world = await newWorld(postgres, standby);
  try {
    await prepare(world);
    return await work(world);
  } finally {
    await world[Symbol.asyncDispose]();
  }
}

async function prepare({ one, two }: FailoverWorld): Promise<void> {
  for (const machine of [one, two]) await machine.file('f.csv', FILE);
  // The schema is made by whoever comes first, once; what is swept is the work.
  await two.run(['quota']);
}

async function struckWork(
  world: FailoverWorld,
  { work, fault, number }: Point,
  trail: string[],
): Promise<boolean> {
  const { one, two, network } = world;
  const args = work === 'run' ? RUN : LOOKUP;
  let struck = false;
  const during = () => noted(trail, 'two', two, args);
  const running = isOfProcess(fault) ? { start: () => one.start(args) } : undefined;
  let process: ReturnType<User['start']> | undefined;
  network.at(number, () => {
    struck = true;
    return strike(world, fault, process, during);
  });
  if (running === undefined) await noted(trail, 'one', one, args);
  else {
    process = running.start();
    // One that does not end is killed, and the others go on.
    const ended = await process.done.then(
      ({ code, signal, stderr }) => `${code ?? signal ?? ''} ${stderr.slice(-200)}`,
      String,
    );
    trail.push(`one (${fault} at ${number}): ${ended}`);
  }
  return struck;
}

async function noted(
  trail: string[],
  who: string,
  machine: User,
  args: readonly string[],
): Promise<Result> {
  const result = await machine.run(args);
  trail.push(`${who}: ${args.join(' ')}: ${result.code ?? ''} ${result.stderr.slice(-300)}`);
  return result;
}

/** Both machines go on until both have all; a doubt is resolved as the service's own list of jobs shows. */
async function recover(
  world: FailoverWorld,
  work: Work,
  trail: string[],
): Promise<string | undefined> {
  const { one, two } = world;
  // Whatever waits on the first machine is delivered by its next command.
  await noted(trail, 'one', one, ['quota']);
  for (const [who, machine] of [
    ['two', two],
    ['one', one],
  ] as const) {
    let rounds = 0;
    for (let code: number | null = -1; code !== 0; rounds += 1) {
      if (rounds === ROUNDS) return `${who} comes to no end`;
      const result = await noted(trail, who, machine, work === 'run' ? AGAIN : LOOKUP);
      ({ code } = result);
      if (code === 11) await passLeases(world);
      else if (code === 10) await resolve(world, work, machine, trail);
      else if (code !== 0 && code !== 5) return `${who} ended with ${code ?? 'a signal'}`;
    }
  }
  return undefined;
}

/** The user asks the service: what it has is adopted, what it has not is sent again. */
async function resolve(world: FailoverWorld, work: Work, machine: User, trail: string[]) {
  const { service } = world;
  if (work === 'lookup') {
    // Nobody can say whether it was charged; a second one is by the user's word, if it was.
    service.book.takeBack(service.book.charged.length);
    await noted(trail, 'word', machine, [...LOOKUP, '--fresh', '-y']);
    return;
  }
  const known = await world.query('SELECT job_id FROM jobs WHERE job_id IS NOT NULL');
  const ids = new Set(known.map((row) => row['job_id']));
  const lost = service.jobIds().find((id) => !ids.has(id));
  const [batch] = await world.query('SELECT id FROM batches ORDER BY num DESC LIMIT 1');
  const decision = lost === undefined ? ['--resubmit'] : ['--adopt', lost];
  await noted(trail, 'word', machine, [
    'bulk',
    'resolve',
    String(batch?.['id']),
    ...decision,
    '-y',
  ]);
}

/** Each identifier is paid for once. */
function paidWrong({ service }: FailoverWorld, work: Work): string | undefined {
  const { charged } = service.book;
  const wanted = work === 'run' ? CPFS.length : 1;
  const twice = charged.filter((id, at) => charged.indexOf(id) !== at);
  if (twice.length > 0) return `charged twice: ${twice.join(', ')}`;
  return charged.length === wanted ? undefined : `${charged.length} of ${wanted} were charged`;
}
