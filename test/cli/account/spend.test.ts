import { KEY } from '../../helpers/referee/index.js';
import { transcripts, type Step } from '../../helpers/transcript.js';
import { sized } from '../support.js';

const login = (more: string): Step => [
  `auth login --with-key --base-url {url}${more}`,
  { stdin: KEY },
];

transcripts('spend', [
  [
    'spend needs neither key nor ledger',
    { account: false },
    'CONFERE_BASE_URL=https://service.example spend',
    'spend',
  ],
  [
    'spend takes days, months and days ago, and refuses what is none',
    { ran: ['cpf {1}'] },
    'spend',
    'CONFERE_LANG=pt-BR spend',
    'spend --since 1d --format csv',
    'spend --until 1d --format csv',
    'spend --until 2020-01 --since 31/12/2019 --json',
    'spend --since 2026-01 --until 02/2026 --json',
    'spend --since 2026-13',
    'spend --since 2026-02-30',
    'spend --since 30/02/2026',
    'spend --since soon',
    'spend --since 2026-1',
  ],
  [
    'spend has a line for each profile, also of one that is gone, and for each kind',
    {
      account: false,
      ran: [login(''), login(' --profile work'), 'cpf {1}', 'cpf {1} {2} --profile work'],
    },
    'spend --by profile --json',
    'spend --by kind --format csv --profile work',
    'spend --format jsonl',
    'auth logout --profile work',
    'config unset base-url --profile work',
    'spend --by profile --format csv',
  ],
  [
    'spend marks what was sent again, also when its batch is gone',
    { plan: 'Básico', files: { 'a.csv': sized(5) } },
    { service: 'POST /cpf/bulk', does: 'drop_after' },
    'bulk submit a.csv -q',
    'spend --format csv',
    'bulk resolve batch_id_1 --resubmit -y -q',
    'bulk watch -q',
    'spend --format csv',
    'bulk delete batch_id_1 -y -q',
    'spend',
    'CONFERE_LANG=pt-BR spend',
  ],
]);
