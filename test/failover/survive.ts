import { forgetEarlier, inLedger } from '../helpers/postgres/databases.js';
import { newMachine } from '../helpers/postgres/machine.js';
import { startTcpProxy, type Passage, type TcpProxy } from '../helpers/postgres/proxy.js';
import {
  restartServer,
  stopServer,
  urlOf,
  type PostgresServer,
} from '../helpers/postgres/server.js';
import { startReferee, type Referee } from '../helpers/referee/index.js';
import type { Running, User } from '../helpers/run-confere.js';

const CPFS = ['52998224725', '11144477735', '12345678909', '98765432100'] as const;
const RUN = ['bulk', 'run', 'f.csv', '-y', '--interval', '100ms', '--settle', '200ms'];
// Whoever waits for another machine's lookup does so in the skipped time of this one, and that long.
const LOOKUP = ['cpf', CPFS[0], '--deadline', '5s'];

/** What the first machine does when the fault comes. */
export const works = { run: RUN, lookup: LOOKUP };

/** Each fault comes to a machine, or to its database, just before a statement. */
export const faults = {
  cut: () => 'cut',
  lose_answer: () => 'lose_answer',
  terminate: async ({ query }): Promise<Passage> => {
    await query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'confere'",
    );
    return 'pass';
  },
  shutdown: ({ postgres }) => {
    stopServer(postgres, 'immediate');
    restartServer(postgres);
    return 'cut';
  },
  kill: (_, running) => {
    running?.kill('SIGKILL');
    return 'cut';
  },
  kill_after: (_, running) => {
    running?.kill('SIGKILL');
    return 'pass';
  },
  freeze: async (world, running): Promise<Passage> => {
    running?.kill('SIGSTOP');
    await passLeases(world);
    await world.two.run(works[world.work]);
    running?.kill('SIGCONT');
    return 'pass';
  },
} satisfies Record<
  string,
  (world: World, running: Running | undefined) => Passage | Promise<Passage>
>;

/** Those that happen to the process, which then cannot be the one of the tests. */
const ofProcess: ReadonlySet<string> = new Set(['kill', 'kill_after', 'freeze']);

export interface Point {
  readonly work: keyof typeof works;
  readonly fault: keyof typeof faults;
  /** Before which statement of the work. */
  readonly number: number;
}

/** Two machines with one ledger: the first one's way to the database is in the hands of the test. */
interface World {
  readonly work: Point['work'];
  readonly service: Referee;
  readonly postgres: PostgresServer;
  readonly network: TcpProxy;
  readonly one: User;
  readonly two: User;
  readonly query: (sql: string) => Promise<readonly Record<string, unknown>[]>;
}

/** How often both machines try before a command counts as one that leads nowhere. */
const ROUNDS = 8;

/**
 * Lets the fault come at its point, and the machines do what their users would; then everything was paid once. Returns
 * whether the fault came: work with fewer statements has no such point.
 */
export async function survive(point: Point, postgres: PostgresServer): Promise<boolean> {
  const trail: string[] = [];
  await using service = await startReferee();
  await forgetEarlier(urlOf(postgres), service);
  await using network = await startTcpProxy(postgres.port);
  const direct = urlOf(postgres);
  const machine = async (url: string): Promise<User> => {
    const user = await newMachine(service, url);
    const run: User['run'] = async (args) => {
      const result = await user.run(args);
      trail.push(`${String(args)}: ${result.code ?? ''} ${result.stderr.slice(-300)}`);
      return result;
    };
    return { ...user, run };
  };
  await using one = await machine(urlOf(network));
  await using two = await machine(direct);
  for (const each of [one, two]) await each.file('f.csv', `cpf\n${CPFS.join('\n')}\n`);
  // The schema is made by whoever comes first, once; what is swept is the work.
  await two.run('quota');
  const query = (sql: string) => inLedger(direct, service, sql);
  const { work } = point;
  const world = { work, service, postgres, network, one, two, query };
  try {
    const wasStruck = await strike(world, point, trail);
    await recover(world);
    checkPaid(world);
    return wasStruck;
  } catch (error) {
    throw new Error([Object.values(point).join(' '), ...trail].join('\n'), { cause: error });
  }
}

async function strike(world: World, { fault, number }: Point, trail: string[]): Promise<boolean> {
  const { one, network, work } = world;
  let wasStruck = false;
  let isOver = false;
  let running: Running | undefined;
  network.at(number, () => {
    if (isOver) return 'pass';
    wasStruck = true;
    return faults[fault](world, running);
  });
  if (ofProcess.has(fault)) {
    running = one.start(works[work]);
    // One that does not end is killed, and the others go on.
    const end = await running.done.catch(String);
    trail.push(`${fault}: ${JSON.stringify(end)}`);
  } else await one.run(works[work]);
  isOver = true;
  return wasStruck;
}

/** Later than any lease and any request of a machine that is not heard of. */
async function passLeases({ query }: World): Promise<void> {
  await query('UPDATE leases SET until = until - 100000').catch(() => undefined);
}

/** Both machines go on until both have all; a doubt is resolved as the service's own list of jobs shows. */
async function recover(world: World): Promise<void> {
  const { one, two, work } = world;
  // The batch remembers the result that the other machine wrote last.
  const again = work === 'run' ? [...RUN, '--overwrite'] : LOOKUP;
  // Whatever waits on the first machine is delivered by its next command.
  await one.run('quota');
  for (const user of [two, one]) {
    let rounds = 0;
    for (let code: number | null = -1; code !== 0; rounds += 1) {
      if (rounds === ROUNDS) throw new Error('It comes to no end.');
      ({ code } = await user.run(again));
      if (code === 11) await passLeases(world);
      else if (code === 10) await decide(world, user);
      else if (code !== 0 && code !== 5) throw new Error(`It ended with ${code ?? 'a signal'}.`);
    }
  }
}

/** The user asks the service: what it has is adopted, what it has not is sent again. */
async function decide({ service, work, query }: World, user: User): Promise<void> {
  if (work === 'lookup') {
    // Nobody can say whether it was charged; a second one is by the user's word, if it was.
    service.book.takeBack(service.book.charged.length);
    await user.run([...LOOKUP, '--fresh', '-y']);
    return;
  }
  const known = await query('SELECT job_id FROM jobs WHERE job_id IS NOT NULL');
  const lost = service.jobIds().find((id) => !known.some((row) => row['job_id'] === id));
  const [batch] = await query('SELECT id FROM batches ORDER BY num DESC LIMIT 1');
  const decision = lost === undefined ? ['--resubmit'] : ['--adopt', lost];
  await user.run(['bulk', 'resolve', String(batch?.['id']), ...decision, '-y']);
}

function checkPaid({ service, work }: World): void {
  const { charged } = service.book;
  const wanted = work === 'run' ? CPFS.length : 1;
  if (new Set(charged).size !== charged.length || charged.length !== wanted)
    throw new Error(`These were charged, and not ${wanted} once: ${charged.join(', ')}`);
}
