import { PT, transcripts, types } from '../helpers/transcript.js';
import { sized } from './support.js';

transcripts('questions', [
  [
    'a no, or no answer, to a new batch leaves no batch and no result',
    // A limit of the profile answers no question, unlike one on the command line.
    { rows: 3, settings: ['max-credits 100'], ran: ['cpf {0}'] },
    ['bulk run in.csv', types('n\n')],
    ['bulk run in.csv', types('\n')],
    ['bulk submit in.csv --json', types('')],
    [`${PT} bulk run in.csv`, types('n\n')],
    'bulk list',
  ],
  [
    'a no to a batch that was there before leaves it as it was',
    { rows: 4, credits: 2, ran: ['bulk run in.csv --fit-balance'] },
    {
      happens: '100 credits are bought',
      act: ({ server }) => (server.book.account.credits += 100),
    },
    ['bulk run in.csv', types('n\n')],
    ['bulk resume', types('n\n')],
    'bulk status',
  ],
  [
    'a no to bulk resolve changes nothing, and without a terminal it needs a yes',
    { rows: 4 },
    { service: 'POST', does: 'drop_after' },
    'bulk submit in.csv -q',
    ['bulk resolve batch_id_1 --resubmit', types('n\n')],
    ['bulk resolve batch_id_1 --abandon', types('n\n')],
    [`${PT} bulk resolve batch_id_1 --abandon`, types('n\n')],
    'bulk list',
  ],
  [
    '--no-input in a terminal spends nothing unasked; without a terminal calling it is agreeing',
    { rows: 3 },
    ['bulk run in.csv --no-input', types('')],
    ['bulk submit in.csv --no-input', types('')],
    'bulk list',
    'bulk run in.csv --no-input -q',
  ],
  [
    'too little balance makes no batch and no result, and tells no id',
    { credits: 2, files: { 'in.csv': sized(4) }, ran: ['cpf {0}'] },
    'bulk submit in.csv',
    'bulk run in.csv -o out.csv -q',
    'bulk list',
  ],
]);
