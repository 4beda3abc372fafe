import type { Messages } from '../en/index.js';
import { given, m } from '../sentence.js';
import { count, n, num, plural, s } from './phrases.js';

const form = {
  cpf: 'Um CPF tem 11 dígitos',
  cnpj: 'Um CNPJ tem 12 letras ou dígitos mais 2 dígitos verificadores',
  both: 'Um CPF tem 11 dígitos; um CNPJ, 12 letras ou dígitos mais 2 dígitos verificadores',
};

export const lookups: Messages['lookups'] = {
  invalidCount: (count) => s`${plural(count, 'inválido', 'inválidos')}`,
  askToSend: m`Enviar ${n.identifiers('count')} por no máximo ${n.credits('most')}?`,
  askAgain: (price) => s`Consultar de novo, o que pode custar mais ${n.credits(price)}?`,
  notAgain: 'Nada foi enviado; a consulta anterior pode ter sido cobrada.',
  valid: 'válido    ',
  invalid: 'inválido  ',
  empty: '(vazio)',
  otherKind: m`Isto é um ${'is'}, não um ${'asked'}: use 'confere ${'command'}'.`,
  needsZeros: (kind, zeros, meant) =>
    s`${form[kind]}. Com ${plural(zeros, 'zero', 'zeros')} à esquerda é válido: ${meant}.`,

  wrongLength: (kind, count) =>
    s`${form[kind]}. Aqui há ${plural(count, 'caractere', 'caracteres')}.`,
  wrongCharacter: (kind, odd) => s`${form[kind]}. Aqui há o caractere ${odd}.`,

  isEmpty: 'Está vazio.',
  checkDigitsDiffer: `Os dígitos verificadores não conferem: há um dígito errado, ou dois trocados de lugar.`,
  repeated: 'Todos os caracteres são iguais; um número assim nunca é emitido.',
  ambiguous: 'Com zeros à esquerda, pode ser um CPF ou um CNPJ. Escreva por inteiro.',
  rounded: `Uma planilha arredondou este número, e os últimos dígitos se perderam. Formate a coluna como texto e copie de novo.`,
  root: 'Estes são os 8 primeiros caracteres de um CNPJ; faltam a filial (quase sempre 0001) e os 2 dígitos verificadores.',
  cpfFilledUp: "Este é um CPF com zeros à esquerda: use 'confere cpf' com os últimos 11 dígitos.",
  atArgument: (argument) => s`argumento ${argument}, `,
  credits: m`${count('credits', 'crédito cobrado', 'créditos cobrados')}${given('left', m`; saldo: ${num('left')}`)}.`,
  notAskedCount: (count) => s`${plural(count, 'não consultado', 'não consultados')}`,
  fromLedgerCount: m`${count('reused', 'já pago', 'já pagos')}, ${count('reused', 'crédito economizado', 'créditos economizados')}`,
  fromLedger: m`já pago antes${given('at', m`, obtido em ${'at'}`)}; nada cobrado`,
  notValid: (input, kind) => s`${input}: não é um ${kind} válido.`,
};

export const card: Messages['card'] = {
  anonymised: 'Anonimizado',
  legalName: 'Razão social',
  tradeName: 'Nome fantasia',
  status: 'Situação cadastral',
  branch: 'Matriz/filial',
  city: 'Município',
  opened: 'Abertura',
  legalNature: 'Natureza jurídica',
  size: 'Porte',
  capital: 'Capital social',
  simples: 'Simples',
  mei: 'MEI',
  mainActivity: 'Atividade principal',
  otherActivities: 'Outras atividades',
  address: 'Endereço',
  phone: 'Telefone',
  email: 'E-mail',
  anonymisedNote: 'a pedido do titular (LGPD); alguns campos estão ocultos',
  no: 'não',
  stateSince: (state, day) => s`${state} desde ${day}`,
  yes: 'sim',
  noButOptedIn: (before) => s`não (optou em ${before})`,
  name: 'Nome',
  gender: 'Sexo',
  born: 'Nascimento',
  female: 'feminino',
  male: 'masculino',
  birthAndAge: m`${'birthDate'} (${count('age', 'ano', 'anos')})`,
  result: 'Resultado',
  found: 'encontrado',
  notFound: 'não encontrado',
  invalid: 'inválido',
  unconfirmed: 'sem confirmação',
  notAsked: 'não consultado',
  failed: 'com falha',
  partners: 'Sócios e administradores (QSA)',
  role: 'Qualificação',
  since: 'Desde',
  document: 'Documento',
  kind: 'Tipo',
  ageRange: 'Faixa etária',
};
