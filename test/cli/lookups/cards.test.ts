import { COMPANY, PERSON } from '../../commands/lookup/records.js';
import { success } from '../../helpers/referee/wire.js';
import { PT, transcripts, types } from '../../helpers/transcript.js';

const CPF = `cpf ${PERSON.cpf} --fresh`;
const CNPJ = `cnpj ${COMPANY.cnpj}`;
const finds = (on: 'cpf' | 'cnpj', data: object) => ({
  service: `GET /${on}`,
  does: success(200, data),
});
const person = (more: object) => finds('cpf', { ...PERSON, ...more });

transcripts('cards', [
  [
    'the card of a person shows each value once, and also what is unknown or contradicts',
    {},
    person({}),
    CPF,
    person({ gender: null, situacao: 'Regular', dependentes: ['a', 'b'], lista: [] }),
    CPF,
    person({ year: 1981, nameUpper: 'OUTRA', cpf: '52998224725' }),
    `${PT} ${CPF}`,
    person({ name: 'A\u001b[2JB', '\u001b[31mfield': 'x' }),
    [CPF, types('', 40)],
  ],
  [
    'the card of a company uses Brazilian formats and names activities by the official table',
    {},
    finds('cnpj', { ...COMPANY, cnaes_secundarios: ['0115600', '9999999'] }),
    CNPJ,
    [CNPJ, types('', 60)],
    `${PT} ${CNPJ}`,
  ],
  [
    'the card of a company keeps every field, in any form, and says that data were hidden',
    {},
    finds('cnpj', {
      cnpj: COMPANY.cnpj,
      QSA: 'oculto',
      telefones: 'nenhum',
      capital_social: 12,
      novo: { a: [1] },
      opcao_mei: 'N',
      data_opcao_mei: '2009-07-01',
      lgpd_anonimizado: true,
    }),
    CNPJ,
    finds('cnpj', { cnpj: COMPANY.cnpj, QSA: [{ ...COMPANY.QSA[0], pais: 'Portugal' }] }),
    `${CNPJ} --fresh`,
  ],
]);

transcripts('fields of lookups', [
  [
    '--fields reduces an answer, keeps its shape and always an error',
    { always: { 'GET /cnpj': success(200, COMPANY) } },
    `${CNPJ} --fields QSA.nome_socio,uf,fetchedAt,data.novo,QSA.faixa_etaria --json`,
    'cnpj 1 --fields uf --json',
    `${CNPJ} --fields telefones.numero,telefones,id`,
    `${CNPJ} 1,2 --format csv --fields QSA.nome_socio,status,source,fetchedAt`,
  ],
]);
