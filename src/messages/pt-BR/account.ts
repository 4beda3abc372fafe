import type { Messages } from '../en/index.js';
import { credits, identifiers, number, plural, s } from './phrases.js';

export const account: Messages['account'] = {
  baseUrl: 'URL base',
  account: 'Conta',
  key: 'Chave',
  fingerprint: (fingerprint) => s`código ${fingerprint}`,
  profile: 'Perfil',
  none: 'nenhuma',
  note: 'Aviso',
  keyStored: ({ profile, path }) =>
    s`O serviço aceita a chave. Ela está guardada para o perfil ${profile} em ${path}.`,
  keyForgotten: (profile) => s`Logout concluído: a chave do perfil ${profile} foi apagada.`,
  noStoredKey: (profile) => s`O perfil ${profile} não tem chave guardada.`,
  keyStaysInUse: (variable) => s`${variable} ainda está definida, e a chave dela continua em uso.`,
  hidesStoredKey: ({ source, profile }) =>
    s`${source} está definida e tem precedência sobre a chave do perfil ${profile}.`,
  hidesBaseUrl: ({ profile, stored }) =>
    s`CONFERE_BASE_URL está definida e tem precedência sobre a URL base do perfil ${profile}, ${stored}.`,
  keyFileReadable: ({ path, quotedPath }) =>
    s`Outros usuários desta máquina podem ler a chave em ${path}. Feche o acesso com: chmod 600 ${quotedPath}`,
  keyFrom(fingerprint, source, accepted) {
    const keyText = s`código ${fingerprint} (${source})`;
    if (accepted === null) return keyText;
    return accepted ? s`${keyText}, aceita` : s`${keyText}, recusada`;
  },

  planAndCredits: ({ plan, remainingCredits }) =>
    s`plano ${plan}, ${plural(remainingCredits, 'crédito restante', 'créditos restantes')}`,
  askBaseUrl: 'URL base do serviço (https://...): ',
  askKeyFor: ({ baseUrl, profile }) =>
    s`Chave de API para ${baseUrl}, perfil ${profile} (não é mostrada): `,
  keyWillBeReplaced: ({ profile }) =>
    s`O perfil ${profile} já tem uma chave, que a nova substituirá.`,
  unsetKeyCommand: (command) => s`Execute '${command}' para usar a chave guardada.`,
  awaitsKeyCommand: ({ from }) => s`aguardando o programa de ${from}`,
  unsetVariable: (variable) => s`Apague a variável ${variable} para usar a chave guardada.`,
  refusedWhenUsedUp: `as consultas são recusadas até os créditos se renovarem no dia 1º do mês (UTC)`,
  overageWhenUsedUp: 'as consultas continuam, e o excedente é cobrado na próxima fatura',
  day: 'dia (UTC)',
  free: 'gratuito (sem assinatura válida)',
  plan: 'Plano',
  used: 'Usados',
  remaining: 'Restantes',
  ifUsedUp: 'Quando acabarem',
  allUsedUp: (used) => s`0; a franquia acabou (${used} usados)`,
  underOnePercent: 'menos de 1',
  remainingOf: (left, allowance, percent) =>
    s`${left} de ${allowance} créditos (${percent}% ${/(^| )1$/.test(percent) ? 'usado' : 'usados'})`,
  whichKey: (command) => s`Para ver qual chave foi usada: '${command}'.`,
  loginWithAnotherKey: ({ command }) =>
    s`Para guardar outra chave: '${command}'. Uma variável ou --api-key-file tem precedência sobre ela.`,
  keyNotStored: (command) => s`Nada foi guardado. Execute ${command} de novo com uma chave válida.`,
  whenReasonGone: ({ quota, command }) =>
    s`Nada foi cobrado. Confira o plano e o saldo com '${quota}' e execute ${command} de novo.`,
};

export const config: Messages['config'] = {
  profile: (profile) => s`Perfil ${profile}`,
  profileAmong: ({ profile, others }) => s`Perfil ${profile} (há também ${others})`,
  notSet: (key, profile) => s`${key} não está definida no perfil ${profile}.`,
  tryKeyCommand: (status) => s`Para conferir se ele imprime a chave: '${status}'.`,
  notInSandbox: (key) => s`Guardado para o serviço real: o sandbox tem o seu próprio ${key}.`,
  sources: {
    flag: 'opção',
    environment: 'ambiente',
    profile: 'perfil',
    default: 'padrão',
  },
};

export const spend: Messages['spend'] = {
  month: 'mês (UTC)',
  saved: 'economizados',
  atRisk: 'em aberto',
  all: 'total',
  baseUrl: 'URL base',
  realtimeCpf: 'CPF em tempo real',
  singleLookups: 'consultas simples',
  sandbox: 'sandbox',
  deletedBatches: 'lotes apagados',
  otherCharges: 'Outras cobranças',
  otherChargesNote:
    'Outras cobranças: o que a conta foi cobrada além dos registros deste histórico local. ' +
    'Outro programa pode usar a conta, ou um registro custa mais do que está definido.',
  atRiskNote: `Em aberto: requisições em andamento ou sem confirmação, que podem ter sido cobradas ou ainda vir a ser.`,
  possiblyCharged: 'talvez cobrados',
  possiblyChargedNote: `Talvez cobrados: identificadores que você reenviou ou descartou; não se sabe se a primeira requisição foi cobrada.`,
  nothingCharged: 'Nada foi cobrado nem economizado neste período.',
};

export const service: Messages['service'] = {
  attempt: (attempt) => s` (tentativa ${attempt})`,
  noAnswer: 'sem resposta',
  tlsAlwaysChecked:
    'NODE_TLS_REJECT_UNAUTHORIZED é ignorada: os certificados são sempre verificados. ' +
    'Para confiar em uma certificadora sua, aponte NODE_EXTRA_CA_CERTS para o arquivo dela.',
  freeAskIn: (wait) => s`Nada foi cobrado. Tente de novo em ${wait}.`,
  freeAskLater: 'Nada foi cobrado. Tente de novo quando o serviço responder.',
  free: 'Nada foi cobrado.',
  refusedAgain:
    'Nada foi cobrado. O serviço recusaria de novo: corrija o arquivo ou --name e execute o corrigido.',
  quoted: (words) => s`O serviço respondeu: "${words}"`,
  mayBeChargedLookup({ priceAgain, isFresh }) {
    if (priceAgain !== undefined)
      return (
        'pode ter havido cobrança, e o saldo não pode mostrar isso: para consultar de novo, execute só este identificador com --fresh, ' +
        s`o que pode custar mais ${credits(priceAgain)}`
      );
    const same = isFresh ? 'a consulta sem --fresh' : 'o comando';
    return s`pode ter havido cobrança: repita ${same}; a consulta só será reenviada se o saldo mostrar que não houve`;
  },
  mayBeCharged: 'pode ter havido cobrança',
  tryAgain: 'tente de novo',
  tryWithMoreTime: 'tente de novo com mais tempo, por exemplo --timeout 5m',
};

export const servers: Messages['servers'] = {
  sandboxReady(sandbox) {
    const left = plural(sandbox.credits, 'crédito restante', 'créditos restantes');
    return s`Sandbox pronto: plano ${sandbox.plan}, ${left}. Todos os registros são inventados. Tecle Ctrl-C para encerrar.`;
  },
  sampleWritten: ({ file, command }) =>
    s`${file} tem 12 clientes inventados. Para consultá-los, sem custo: '${command}'.`,
  sandboxStateOutdated: `O estado do sandbox era de outra versão do confere: créditos e remessas recomeçam.`,
  mcp: (limit) =>
    s`Servindo o Model Context Protocol em stdin e stdout; ${describeSessionBudget(limit)}.`,
};

function describeSessionBudget(limit: number): string {
  if (limit === Infinity) return 'o sandbox é gratuito';
  if (limit > 0) return s`esta sessão pode gastar no máximo ${credits(limit)}`;
  return 'consultas pagas são recusadas. Para permitir: --max-credits <n>';
}

const FORMS = {
  cpf: 'Um CPF tem 11 dígitos',
  cnpj: 'Um CNPJ tem 12 letras ou dígitos mais 2 dígitos verificadores',
  both: 'Um CPF tem 11 dígitos; um CNPJ, 12 letras ou dígitos mais 2 dígitos verificadores',
};

export const lookups: Messages['lookups'] = {
  invalidCount: (count) => plural(count, 'inválido', 'inválidos'),
  askToSend: ({ count, worstCase, money = '' }) =>
    s`Enviar ${identifiers(count)} por no máximo ${credits(worstCase)}${money}?`,
  askAgain: ({ price, money = '' }) =>
    s`Consultar de novo? Pode custar mais ${credits(price)}${money}.`,
  notAgain: 'Nada foi enviado; a consulta anterior pode ter sido cobrada.',
  valid: 'válido    ',
  invalid: 'inválido  ',
  empty: '(vazio)',
  otherKind: ({ is, asked, use }) => s`Isto é um ${is}, não um ${asked}: use ${use}.`,
  needsZeros: ({ kind, zeros, full }) =>
    s`${FORMS[kind]}. Com ${plural(zeros, 'zero', 'zeros')} à esquerda é válido: ${full}.`,
  hasZeros: ({ kind, zeros, full }) =>
    s`${FORMS[kind]}. Sem ${plural(zeros, 'zero', 'zeros')} à esquerda é válido: ${full}.`,
  severalIdentifiers:
    'São vários identificadores: separe-os com um espaço, ou ponha um em cada linha.',

  noDigits: (kind) => s`${FORMS[kind]}. Aqui não há nenhum, e nomes não podem ser consultados.`,
  wrongLength: ({ kind, count }) =>
    s`${FORMS[kind]}. Aqui há ${plural(count, 'caractere', 'caracteres')}.`,
  wrongCharacter: ({ kind, odd }) => s`${FORMS[kind]}. Aqui há o caractere ${odd}.`,

  atArgument: (argument) => s`argumento ${argument}, `,
  credits({ credits: charged, money = '', left }) {
    const balance = left === undefined ? '' : s`; saldo: ${number(left)}`;
    return s`${plural(charged, 'crédito cobrado', 'créditos cobrados')}${money}${balance}.`;
  },
  notAskedCount: (count) => plural(count, 'não consultado', 'não consultados'),
  fromLedgerCount({ reused }) {
    const saved = plural(reused, 'crédito economizado', 'créditos economizados');
    return s`${plural(reused, 'já pago', 'já pagos')}, ${saved}`;
  },
  fromLedger: ({ at }) => s`já pago antes${at ? s`, obtido em ${at}` : ''}; nada cobrado`,
  thisNotValid: (kind) => s`Isto não é um ${kind} válido.`,
  notValid: (input, kind) => s`${input}: não é um ${kind} válido.`,
  reasons: {
    empty: 'Está vazio.',
    check_digit: `Os dígitos verificadores não conferem: há um dígito errado, ou dois trocados de lugar.`,
    repeated: 'Todos os caracteres são iguais; um número assim nunca é emitido.',
    ambiguous: 'Com zeros à esquerda, pode ser um CPF ou um CNPJ. Escreva por inteiro.',
    spreadsheet_number: `Está escrito como número arredondado, e os últimos dígitos podem ter se perdido. Formate a coluna como texto e copie de novo.`,
    cnpj_root:
      'Estes são os 8 primeiros caracteres de um CNPJ; faltam a filial (quase sempre 0001) e os 2 dígitos verificadores.',
    cpf_in_cnpj_column:
      "Este é um CPF com zeros à esquerda: use 'confere cpf' com os últimos 11 dígitos.",
  },
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
  birthAndAge: ({ birthDate, age }) => s`${birthDate} (${plural(age, 'ano', 'anos')})`,
  result: 'Resultado',
  match: (field) => s`Confere (${field})`,
  nothingToCompare: 'nada a comparar',
  verdicts: { equal: 'igual', similar: 'parecido', different: 'diferente' },
  partners: 'Sócios e administradores (QSA)',
  statuses: {
    found: 'encontrado',
    not_found: 'não encontrado',
    invalid: 'inválido',
    unconfirmed: 'sem confirmação',
    error: 'com falha',
    not_asked: 'não consultado',
  },
  partner: {
    nome_socio: 'Nome',
    qualificacao_socio: 'Qualificação',
    data_entrada_sociedade: 'Desde',
    cnpj_cpf_socio: 'Documento',
    identificador_socio: 'Tipo',
    faixa_etaria: 'Faixa etária',
  },
};
