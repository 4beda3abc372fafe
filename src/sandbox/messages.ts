/** Spec, "Messages by status", word for word. */
export const MESSAGES = {
  cpfFormat: 'CPF inválido. Deve conter 11 dígitos.',
  cpfDigits: 'CPF inválido. Dígito verificador incorreto.',
  cpfNotFound: 'CPF não encontrado na base de dados',
  cnpjInvalid: 'CNPJ inválido. Formato ou dígito verificador incorreto.',
  cnpjNotFound: 'CNPJ não encontrado na base de dados',
  birthDate: 'Data de nascimento inválida. Use o formato DD/MM/YYYY ou DDMMYYYY',
  keyMissing: 'API Key não fornecida',
  keyUnknown: 'API Key inválida',
  keyReplaced: 'API Key inativa',
  userInactive: 'Usuário inativo. Entre em contato com o suporte.',
  accountBlocked: 'Conta bloqueada. Entre em contato com o suporte.',
  credits: 'Limite de créditos excedido',
  batchCredits: (needed: number) => `Créditos insuficientes para o lote: ${needed} necessários.`,
  jobNotFound: 'Lote não encontrado.',
  rate: (seconds: number) =>
    `Limite de requisições por minuto excedido. Tente novamente em ${seconds} segundos.`,
  pending: (limit: number) => `Limite de ${limit} lotes pendentes por cliente excedido.`,
  plan: 'Erro ao validar assinatura',
  database: 'Banco de dados indisponível',
  batchFailed: 'Falha ao criar lote.',
  authorityUnreadable: 'Falha ao interpretar a resposta da Receita Federal.',
  reserve: 'Não foi possível reservar os créditos. Tente novamente.',
  save: 'Falha ao registrar validação',
  usage: 'usage_unavailable',
  cnpjDown: 'cnpj_unavailable',
  orphan: 'Worker interrompido (job órfão)',
  batchNotArray: (field: string) => `Campo '${field}' deve ser um array não vazio.`,
  batchTooLong: (name: string) => `Limite de 10000 ${name}s por lote excedido.`,
  batchNoneValid: (name: string) => `Nenhum ${name} válido na lista enviada.`,
} as const;

/** Invented messages, for answers whose text the spec does not show. */
export const INVENTED_MESSAGES = {
  keySuspended: 'API Key suspensa. Entre em contato com o suporte.',
  usage: 'Não foi possível consultar o saldo. Tente novamente.',
  authorityNotFound: 'CPF não encontrado na Receita Federal.',
  authorityMismatch: 'Data de nascimento informada diverge da constante na Receita Federal.',
  authorityBusy: 'A Receita Federal está com alta demanda. Tente novamente em instantes.',
  tooLarge: 'Corpo da requisição grande demais.',
} as const;
