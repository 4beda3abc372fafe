import { writeFile } from 'node:fs/promises';
import { transcripts } from '../../helpers/transcript.js';
import { ledgerOf } from '../support.js';

transcripts('balance-book', {
  'the ledger is damaged': async ({ user }) => writeFile(await ledgerOf(user), 'no database'),
});
transcripts('spend');
