import { firstCpfs } from './book.js';
import { makeCnpj } from '../helpers/invented.js';
import { batchOf, undecided } from './lost-answers.js';
import type { Scenario } from './promises.test.js';
import type { Answer } from './service.js';

const RUN = ['bulk', 'run', 'a.csv'];
const OTHER_ID = '11111111-1111-4111-8111-111111111111';

/** The status of a job with some fields changed. */
function changed(answer: Answer, fields: object): Answer {
  const { data } = answer.body as { data: object };
  return { ...answer, body: { success: true, data: { ...data, ...fields } } };
}

/** Services that answer as they should not, accounts that change, and plans with prices of their own. */
export const oddServices: readonly Scenario[] = [
  {
    name: 'a status answer is that of another job, which failed',
    play: async (world) => {
      world.write('a.csv', firstCpfs(5));
      const fields = { id: OTHER_ID, status: 'failed', cpfs: [], found: 0, processed: 0 };
      world.service.fault('GET /cpf/bulk/', 'after', (answer) => changed(answer, fields));
      await world.obey(RUN);
    },
    charged: 5,
    home: 5,
  },
  {
    name: 'a job that is done names fewer than it counts',
    play: async (world) => {
      world.write('a.csv', firstCpfs(5));
      world.service.book.conduct = { hides: 2 };
      await world.obey(RUN);
    },
    charged: 5,
    home: 3,
  },
  {
    name: 'a job that failed goes on',
    play: async (world) => {
      world.write('a.csv', firstCpfs(20));
      world.service.book.conduct = { failsAfter: 3, goesOn: true, speed: 1 };
      await world.obey(RUN);
    },
    charged: 20,
    home: 20,
  },
  {
    name: 'a job that never ends has a way out',
    play: async (world) => {
      world.write('a.csv', firstCpfs(5));
      world.service.book.conduct = { hangsAfter: 2 };
      await world.obey([...RUN, '--deadline', '5m']);
    },
    charged: 2,
    home: 2,
  },
  ...[
    { name: 'a job is adopted before it has begun', conduct: { startsAfter: 300_000 }, home: 5 },
    {
      name: 'a job of which the service discarded two is adopted',
      conduct: { discards: 2 },
      home: 3,
    },
  ].map(({ name, conduct, home }): Scenario => ({
    name,
    play: async (world) => {
      world.write('a.csv', firstCpfs(5));
      world.service.book.conduct = conduct;
      world.service.fault('POST /cpf/bulk', 'after', 'drop');
      await world.run(RUN);
      const [job] = world.service.book.jobs;
      await world.run(['bulk', 'resolve', batchOf(world), '--adopt', job?.id ?? '']);
      await world.obey(RUN);
    },
    charged: home,
    home,
  })),
  {
    name: 'a job that is not found for a while is asked for again before it is given up',
    play: async (world) => {
      world.write('a.csv', firstCpfs(5));
      world.service.fault('GET /cpf/bulk/', 'before', 404, undefined, 2);
      await world.obey(RUN);
    },
    exits: [10, 0],
    charged: 5,
    home: 5,
  },
  {
    name: 'the key is replaced while a job runs',
    play: async (world) => {
      const { book } = world.service;
      world.write('a.csv', firstCpfs(5));
      book.conduct = { speed: 0.01 };
      await world.run([...RUN, '--deadline', '1m']);
      book.conduct = {};
      book.replaceKey(world.key, 'chave-dois');
      world.key = 'chave-dois';
      await world.obey(RUN);
    },
    charged: 5,
  },
  {
    name: 'only the user can decide, and a renewal does not overturn that',
    play: async (world) => {
      await undecided(world);
      for (const account of world.service.book.accounts) account.used = 0;
      world.later(30 * 86_400_000);
      await world.obey(RUN);
    },
    charged: 5,
  },
  {
    name: 'a plan of half a credit, and another spender',
    account: { prices: { cpf: 0.5, cnpj: 1, realtime: 1.5 } },
    play: async (world) => {
      world.write('a.csv', firstCpfs(5));
      world.write('b.csv', firstCpfs(10, 20));
      world.service.fault('POST /cpf/bulk', 'after', 'drop');
      await world.run(RUN);
      await world.run(['bulk', 'run', 'b.csv']);
      await world.obey(RUN);
    },
    charged: 15,
  },
  {
    name: 'a 403 for credits at another price is about credits, and shows the balance',
    account: { plan: 'Grátis', allowance: 8, prices: { cpf: 2, cnpj: 2, realtime: 3 } },
    play: async (world) => {
      world.write('a.csv', firstCpfs(5));
      await world.run(['config', 'set', 'cost-cpf', '1']);
      await world.obey(RUN);
    },
    exits: [0, 7, 0],
    charged: 0,
  },
  {
    name: 'another price is shown by the first identifier, and the balance holds at that price',
    account: { plan: 'Grátis', allowance: 8, prices: { cpf: 2, cnpj: 2, realtime: 3 } },
    play: async (world) => {
      world.write('a.csv', firstCpfs(5));
      await world.run(RUN);
      await world.run([...RUN, '--fit-balance']);
    },
    exits: [7, 7],
    charged: 4,
    home: 4,
  },
  {
    name: 'a blocked account leads to the key, and the key to another one',
    account: { state: 'blocked' },
    play: async (world) => {
      world.write('a.csv', firstCpfs(5));
      await world.obey(RUN);
    },
    exits: [4, 4, 2, 2],
    charged: 0,
  },
  {
    name: 'batches of companies wait for the limit of pending ones',
    account: { pendingLimit: 1 },
    play: async (world) => {
      const cnpjs = [1, 2, 3, 4, 5, 6].map(makeCnpj);
      world.write('a.csv', cnpjs.slice(0, 3));
      world.write('b.csv', cnpjs.slice(3));
      world.service.book.conduct = { startsAfter: 120_000 };
      await world.run(['bulk', 'submit', 'a.csv']);
      world.service.book.conduct = {};
      await world.obey(['bulk', 'run', 'b.csv']);
      await world.obey(RUN);
    },
    exits: [0, 0, 0],
    charged: 6,
  },
  {
    name: 'identifiers are shared with a batch whose outcome is unknown',
    play: async (world) => {
      await undecided(world);
      world.write('b.csv', firstCpfs(5, 4));
      await world.obey(['bulk', 'run', 'b.csv']);
      await world.obey(['bulk', 'watch', batchOf(world)]);
    },
    charged: 5,
  },
];
