import { firstCpfs } from './book.js';
import type { Scenario } from './promises.test.js';
import type { World } from './world.js';

const RUN = ['bulk', 'run', 'a.csv'];
const AGAIN = [...RUN, '--again', '--fresh', '--overwrite'];
const CPFS = firstCpfs(5);
const [CPF = ''] = CPFS;
const REALTIME = ['cpf', CPF, '--realtime', '--birth-date', '02/03/1980'];

/** What an MCP client writes to look up one CPF. */
const CALL = [
  {
    ...{ id: 1, method: 'initialize' },
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/call', params: { name: 'lookup_cpf', arguments: { cpf: CPF } } },
]
  .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  .join('');

/** The batch that the newest screen names. */
export function batchOf({ trail }: World): string {
  return /[Bb]atch (\w{10})/.exec(trail.at(-1)?.stderr ?? '')?.[1] ?? '';
}

/** A run whose answer is lost after the service made the job, and which the balance cannot settle. */
export async function undecided(world: World): Promise<string> {
  world.write('a.csv', CPFS);
  world.service.fault('POST /cpf/bulk', 'after', 'drop');
  await world.run(RUN);
  await world.run(RUN);
  return batchOf(world);
}

/** Answers that get lost, and processes that die. */
export const lostAnswers: readonly Scenario[] = [
  {
    name: 'an answer is lost after the job was made',
    play: async (world) => {
      await undecided(world);
      await world.obey(RUN);
    },
    charged: 5,
  },
  {
    name: 'an answer is lost before the job was made',
    play: async (world) => {
      world.write('a.csv', CPFS);
      world.service.fault('POST /cpf/bulk', 'before', 'drop');
      await world.obey(RUN);
    },
    charged: 5,
    home: 5,
  },
  ...[301, 413, 499].map((status): Scenario => ({
    name: `the job was made, but the answer is ${status}`,
    play: async (world) => {
      world.write('a.csv', CPFS);
      world.service.fault('POST /cpf/bulk', 'after', status);
      await world.obey(RUN);
    },
    charged: 5,
  })),
  {
    name: '--again is killed when its job was made, and repeated',
    play: async (world) => {
      world.write('a.csv', CPFS);
      await world.run(RUN);
      await world.killedAt('POST /cpf/bulk', AGAIN);
      await world.obey(AGAIN);
    },
    // Once by the run, once by the word `--again --fresh`.
    charged: 10,
  },
  {
    name: '--again is refused, and leaves nothing behind',
    play: async (world) => {
      world.write('a.csv', CPFS);
      await world.run(RUN);
      await world.run([...RUN, '--again', '-o', 'a.csv']);
      await world.obey(RUN);
      await world.obey(['bulk', 'watch']);
    },
    charged: 5,
    home: 5,
  },
  {
    name: 'a resubmission stopped by a budget leaves --adopt open',
    play: async (world) => {
      const batch = await undecided(world);
      await world.run(['bulk', 'resolve', batch, '--resubmit', '--max-credits', '2']);
      await world.run(['bulk', 'resolve', batch, '--adopt', world.service.book.jobs[0]?.id ?? '']);
      await world.obey(RUN);
    },
    charged: 5,
    home: 5,
  },
  {
    name: 'a resubmission whose answer is lost, too, is not sent a third time',
    play: async (world) => {
      const batch = await undecided(world);
      const resubmit = ['bulk', 'resolve', batch, '--resubmit', '--yes'];
      world.service.fault('POST /cpf/bulk', 'after', 'drop');
      await world.obey(resubmit);
      await world.run(resubmit);
    },
    charged: 10,
  },
  {
    name: 'a single lookup and a real-time lookup whose answers are lost',
    play: async (world) => {
      world.service.fault('GET /cpf/', 'after', 'drop');
      world.service.fault('POST /cpf/realtime', 'after', 'drop');
      await world.run(['cpf', CPF]);
      await world.run(['cpf', CPF]);
      await world.run(['cpf', firstCpfs(1, 9)[0] ?? '', ...REALTIME.slice(2)]);
      await world.run(['cpf', firstCpfs(1, 9)[0] ?? '', ...REALTIME.slice(2)]);
    },
    charged: 2,
  },
  {
    name: 'a lookup is killed, and a batch has the same identifier',
    play: async (world) => {
      world.write('a.csv', CPFS);
      await world.killedAt('GET /cpf/', ['cpf', CPF]);
      await world.obey(RUN);
    },
    charged: 5,
  },
  {
    name: 'the MCP server is killed during a lookup, and command and batch ask for the same',
    play: async (world) => {
      world.write('a.csv', CPFS);
      await world.killedAt('GET /cpf/', ['mcp', '--max-credits', '9'], {
        stdin: CALL,
        isOpen: true,
      });
      await world.run(['cpf', CPF]);
      await world.obey(RUN);
    },
    charged: 5,
  },
  {
    name: 'two series of lookups at once',
    play: async (world) => {
      await world.runTwice(['cpf', '-', '--json'], { stdin: CPFS.join('\n') });
    },
    charged: 5,
    home: 5,
  },
];
