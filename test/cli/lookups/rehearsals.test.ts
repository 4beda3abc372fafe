import { transcripts } from '../../helpers/transcript.js';

const SANDBOX = 'CONFERE_SANDBOX=1';

transcripts('rehearsals', [
  [
    'the rehearsal of a lost answer comes to an end, for all jobs of the batch',
    { account: false, rows: 60, settings: ['cost-cpf 1'] },
    `${SANDBOX} bulk run in.csv --name sandbox:lost-answer --max-credits 100`,
    `${SANDBOX} bulk resolve batch_id_1 --resubmit --yes --max-credits 100`,
    `${SANDBOX} bulk run in.csv --name sandbox:lost-answer --max-credits 100`,
  ],
  [
    'the rehearsal of a suspended key sends nobody to the balance',
    { account: false },
    `${SANDBOX} cpf 990.000.423-05`,
    `${SANDBOX} quota --json`,
  ],
]);
