import type { Catalogue } from '../../voice.js';

/** What each exit code means. */
export const exitCodes: Catalogue = {
  'everything asked was answered; "not found" is an answer':
    'tudo o que foi pedido teve resposta; "não encontrado" é uma resposta',
  'a defect of confere; -v shows where': 'defeito do confere; -v mostra onde',
  'wrong usage, unreadable or unusable input, missing configuration':
    'uso incorreto, entrada ilegível ou inutilizável, configuração ausente',
  'finished, but some identifiers or rows were invalid (bulk: with --strict) or failed':
    'terminou, mas alguns identificadores ou linhas eram inválidos (bulk: com --strict) ou falharam',
  'the key or the account was refused (401, or 403 that is not about credits)':
    'a chave ou a conta foi recusada (401, ou 403 que não é por créditos)',
  'the service, the network, the ledger or the disk failed, and no charge is uncertain: fix that and run it again':
    'o serviço, a rede, o histórico local ou o disco falhou, sem cobrança incerta: corrija e execute de novo',
  'rate limited, and waiting would pass the deadline':
    'limite de requisições atingido, e a espera passaria do prazo',
  'not enough credits or budget, rows skipped or pending, or fewer than quota --min':
    'saldo ou teto de gasto insuficiente, linhas sem saldo ou em aberto, ou menos que quota --min',
  'jobs are still processing at the service when the deadline passed':
    'o prazo terminou com remessas ainda em processamento no serviço',
  'with --exit-status only: not found (cpf, cnpj), or a difference (bulk diff)':
    'só com --exit-status: não encontrado (cpf, cnpj) ou diferença (bulk diff)',
  'outcome unknown: something may have been charged; use bulk resolve (one lookup: --fresh), nothing is resent automatically':
    'sem confirmação: algo pode ter sido cobrado; use bulk resolve (consulta simples: --fresh), nada é reenviado automaticamente',
  'another run holds this batch, or another batch is looking up the same identifiers':
    'outra execução está com este lote, ou outro lote está consultando os mesmos identificadores',
  'interrupted (Ctrl-C, SIGTERM): what was sent is saved, the message says how to continue; or you answered no':
    'interrompido (Ctrl-C, SIGTERM): o que foi enviado está salvo, e a mensagem diz como continuar; ou você respondeu não',
  'How a command ended, for scripts:': 'Como um comando terminou, para scripts:',
  'Several at once: the most serious one, in the order 10, 7, 4, 6, 5, 8, 3. In a batch, invalid rows alone leave it at 0, unless --strict.':
    'Vários ao mesmo tempo: o mais grave, na ordem 10, 7, 4, 6, 5, 8, 3. Em um lote, só linhas inválidas mantêm o código 0, a não ser com --strict.',
  'Exit codes (all: confere help exit-codes):':
    'Códigos de saída (todos: confere help exit-codes):',
};
