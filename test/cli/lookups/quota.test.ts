import { PT, transcripts } from '../../helpers/transcript.js';
import { success } from '../../helpers/referee/wire.js';

const balance = (numbers: object) => ({
  service: 'GET /quota',
  does: success(200, { plan: 'Básico', ...numbers }),
});

transcripts('quota', [
  [
    'the balance is the record of the service under --json',
    { credits: 42 },
    'quota --json',
    'quota',
    `${PT} quota`,
  ],
  [
    '--min exits 7 only when fewer credits remain',
    { credits: 42 },
    'quota --min 42 -q',
    'quota --min 1000',
    `${PT} quota --min 1000`,
  ],
  [
    'a balance below zero and a part of a credit are shown in words',
    {},
    balance({ remainingCredits: -3, usedCredits: 1003 }),
    'quota',
    balance({ remainingCredits: 998, usedCredits: 1.5 }),
    'quota',
  ],
  [
    'what is running or in doubt is set aside in the balance',
    { credits: 1000, holdJobs: true, rows: 3 },
    'bulk submit in.csv -q',
    'quota',
    { happens: 'the job ends', act: ({ server }) => server.releaseJobs() },
    'bulk watch -q',
    'quota',
    { service: 'GET /cpf/', does: 'drop_after' },
    'cpf {9} -q',
    'quota',
  ],
]);
