import { Book } from '../../helpers/referee/book.js';
import { refusal, success } from '../../helpers/referee/wire.js';
import { PT, transcripts, types, type Row } from '../../helpers/transcript.js';
import { cpfs, makeCpf, PERSON, record } from '../support.js';

transcripts('cpf', [
  [
    'several identifiers are answered in order, and only those of people are charged',
    { missing: [makeCpf(1)] },
    'cpf {2} 529.982.247-24 {1} 529.982.247-25 --json',
    'cpf {2} 529.982.247-24 {1} 529.982.247-25',
  ],
  [
    'a paid record answers from the ledger until --fresh or --reuse asks again',
    { ran: ['cpf {1}'] },
    'cpf {1} --json',
    'cpf {1} --json --fresh',
    'cpf {1} --json --reuse 0s',
  ],
  [
    'what was not found was free and is asked for again; --exit-status makes it exit 9',
    { missing: [makeCpf(1)] },
    'cpf {1}',
    'cpf {1} --exit-status',
    `${PT} cpf {1}`,
  ],
  [
    '-v writes one masked line for each request',
    {},
    'cpf 52998224725 529.982.247-24 -v --fields name',
  ],
  [
    'no name or CPF of an invalid identifier goes to stderr',
    {},
    ['cpf -', { stdin: 'Maria\n' }],
    ['cnpj -', { stdin: 'maria@example.com\n' }],
    ['cnpj -', { stdin: '529982247250\n' }],
    ['cpf -', { stdin: '５２９９８２２４７２５0\n' }],
  ],
  ...[401, 403, 429, 503].map((status): Row => [
    `a refusal with ${status} is one sentence under -q, with what to do`,
    { always: { 'GET /cpf/': refusal(status, 'Motivo do serviço.') } },
    'cpf {1} -q --deadline 1s',
  ]),
]);

const REFUSED = refusal(403, 'Limite de créditos excedido');

const STALE = success(200, { ...new Book({}).quota() });

transcripts('lookup', [
  [
    'the kind of each identifier is found, from arguments and standard input, in order',
    {},
    [
      'lookup 529.982.247-24 - 1 --json',
      { stdin: [makeCpf(1), '12.abc.345/01de-35', makeCpf(2)].join('\n') },
    ],
  ],
  [
    'what would be ambiguous, or needs another command, is refused before anything is sent',
    {},
    'lookup 1000000028.0 --json',
    'lookup {1} --realtime',
  ],
  [
    'a balance that lags behind a limit refuses nothing',
    { settings: ['cost-cpf 1'] },
    { service: 'GET /quota', does: [STALE, STALE] },
    'lookup {c1} {1} --max-credits 2 -q --json',
  ],
  [
    'a series returns what was paid for before, even if the service refuses',
    { credits: 2, ran: ['cpf {1}'] },
    { service: 'GET /cpf/', does: REFUSED },
    'cpf {2} {1} {3} --json',
    { service: 'GET /cpf/', does: REFUSED },
    'cpf {2} {1} {3} --fields name',
  ],
]);

const found = (data: object) => success(200, data);
const ASK = 'cpf {1} --realtime --birth-date';

transcripts('cpf --realtime', [
  [
    'a real-time record answers simple lookups, but no other real-time lookup',
    {
      always: {
        'POST /cpf/realtime': found({ ...record('cpf', makeCpf(1)), situacao: 'Regular' }),
      },
    },
    `${ASK} 02/03/1980 --json`,
    `${ASK} 02031980 --json`,
    'cpf {1} --json',
  ],
  [
    'a real-time record that lacks a field or the name answers nothing later',
    {},
    { service: 'POST /', does: found({ cpf: makeCpf(1), name: PERSON, birthDate: '02/03/1980' }) },
    `${ASK} 02/03/1980 --json`,
    'cpf {1} --json',
    { service: 'POST /', does: found({ ...record('cpf', makeCpf(2)), name: '' }) },
    'cpf {2} --realtime --birth-date 02/03/1980 --json',
    'cpf {2} --json',
  ],
  [
    'the record of another CPF leaves a doubt and is shown to nobody',
    { always: { 'POST /cpf/realtime': found(record('cpf', makeCpf(9))) } },
    `${ASK} 02/03/1980 --json`,
  ],
  [
    'a refusal of the revenue authority is quoted',
    { always: { 'POST /cpf/realtime': refusal(422, 'Data de nascimento divergente.') } },
    `${ASK} 02/03/1980 --json`,
    `${ASK} 02/03/1980`,
    `${PT} ${ASK} 02/03/1980`,
  ],
  [
    'a birth date that cannot be, or more than one CPF, is refused before anything is sent',
    {},
    `${ASK} 31/02/1980`,
    `${ASK} 01/01/2990`,
    `${ASK} 1980-03-02`,
    'cpf {1} --realtime',
    `${ASK} 02/03/1980 {2}`,
  ],
]);

transcripts('lookups in doubt', [
  [
    'a lookup whose answer never came does not keep the others from being sent',
    {},
    { service: 'GET /cpf/', does: 'hang_after' },
    'cpf {1} {2} --timeout 300ms --fields name',
  ],
  [
    'under --fresh the advice is to leave --fresh out',
    {},
    { service: 'GET /cpf/', does: 'hang_after' },
    'cpf {1} {2} --timeout 300ms --fresh --fields name',
  ],
  [
    'where no balance can show whether it was charged, that is said at once',
    { settings: ['cost-cpf 1', 'shared true'] },
    { service: `GET /cpf/${makeCpf(2)}`, does: 'drop_after' },
    'cpf {1} {2} --fields name',
    'cpf {2}',
    'cpf {2} --fresh --fields name',
  ],
  [
    '--fresh is advised for the doubt alone, since it would pay for the others of a list again',
    {},
    { service: 'GET /cpf/', does: 'drop_after' },
    'cpf {1} {2} --json -q',
    'cpf {1} {2} --format csv --fields name',
    ['cpf - --fields name', { stdin: `${makeCpf(1)}\n${makeCpf(2)}\n` }],
    'cpf {1}',
    `${PT} cpf {1}`,
  ],
  [
    'a doubt is asked about in a terminal, and only a yes asks again',
    {},
    { service: 'GET /cpf/', does: 'drop_after' },
    'cpf {1} -q',
    ['cpf {1}', types('n\n')],
    ['cpf {1} --no-input', types('')],
    ['cpf {1} --yes', types('n\n')],
    ['cpf {1} --fields name', types('y\n')],
  ],
  [
    'the record of another person is none, and the balance proves that it was not charged',
    { always: { 'GET /cpf/': found({ cpf: makeCpf(2), name: 'Outra Pessoa' }) } },
    'cpf {1} --json',
    'cpf {1} --json',
  ],
]);

transcripts('limits of lookups', [
  [
    '--max-credits stops the list with exit 7, and the ledger still answers',
    { missing: [makeCpf(1)], ran: ['cpf {9}'] },
    'cpf {0} {1} {2} {3} {4} {9} --max-credits 2 --json --fields cpf',
    'cpf {3} --max-credits 0',
    `${PT} cpf {3} --max-credits 0`,
  ],
  [
    '--fresh under a limit advises nothing that pays again',
    {},
    'cpf {0..2} --fresh --max-credits 1 --format csv --fields cpf',
    'cpf {0..2} --max-credits 3 --format csv --fields cpf',
  ],
  [
    'a record that was dearer than told ends with exit 7, once',
    { price: 5 },
    'cpf {1} --max-credits 1 --json',
    'cpf {1} --max-credits 1 --json',
  ],
  [
    'the limit of the profile binds identifiers on standard input too',
    { settings: ['max-credits 3'] },
    ['cpf - --format csv --fields cpf', { stdin: cpfs(6).join('\n') }],
    'cpf {20} --max-credits 0',
  ],
  [
    'more than 20 identifiers are asked about in a terminal, without those that are known',
    { ran: ['cpf {0..1}'] },
    ['cpf {0..22} {22} 52998224724 -o out.csv', types('n\n')],
    ['cpf {0..22} --no-input', types('')],
    'config set max-credits 20',
    ['cpf {0..22}', types('n\n')],
    ['cpf {0..22} -q -o out.csv --fields cpf', types('y\n')],
  ],
  [
    'up to 20, a limit on the command line, --yes, or no terminal are not asked about',
    {},
    ['cpf {1..20} -q -o 1.csv', types('')],
    ['cpf {101..125} --yes -q -o 2.csv', types('')],
    ['cpf {201..225} --max-credits 30 -q -o 3.csv', types('')],
    'cpf {301..325} -q -o 4.csv',
  ],
  [
    'a lookup says what it cost and what is left, unless it was free, -q or --json',
    { credits: 100, missing: [makeCpf(3)] },
    'cpf {1} --fields name',
    'quota --json',
    'cpf {2} --format csv --fields name',
    'cpf {2} --fields name',
    'cpf {3}',
    'cpf {4} -q --fields name',
    'cpf {5} --json --fields name',
    { happens: '30 hours pass', act: ({ clock }) => clock.sleep(30 * 3_600_000) },
    `${PT} cpf {6} --fields name`,
  ],
  [
    'a doubt counts as charged in what is left',
    { credits: 100, settings: ['shared true'] },
    'quota --json',
    { service: 'GET /cpf', does: 'drop_after' },
    'cpf {1} -q',
    'cpf {2} --fields name',
  ],
  [
    'the minute is waited for, or told where the deadline comes first',
    {},
    'cpf {1} {2} --rate 2 -q --format csv --fields name',
    'cpf {3} --rate 2 --deadline 1ms',
    'cpf {3} --rate 2 --fields name',
  ],
  [
    'the wait that the service asks for is advised, from its header or its words',
    { files: { 'in.csv': 'cnpj\n12ABC34501DE35\n' } },
    ...['GET /cnpj', 'POST /cnpj/bulk'].map((service) => ({
      service,
      does: refusal(429, 'Limite excedido.', { 'retry-after': '3600' }),
    })),
    'cnpj 12ABC34501DE35 --deadline 30s',
    'bulk run in.csv --deadline 30s',
    {
      service: 'GET /cnpj',
      does: refusal(429, 'Limite excedido. Tente novamente em 7200 segundos.'),
    },
    'cnpj 12ABC34501DE35 --deadline 30s',
  ],
]);
