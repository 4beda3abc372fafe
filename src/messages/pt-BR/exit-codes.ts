import type { exitCodes as en } from '../en/exit-codes.js';

export const exitCodes: typeof en = {
  ok: 'tudo o que foi pedido teve resposta; "não encontrado" é uma resposta',
  defect: 'defeito do confere; -v mostra onde',
  usage: 'uso incorreto, entrada ilegível ou inutilizável, configuração ausente',
  invalid:
    'terminou, mas alguns identificadores ou linhas eram inválidos (bulk: com --strict) ou falharam',
  refused: 'a chave ou a conta foi recusada (401, ou 403 que não é por créditos)',
  service:
    'o serviço, a rede, o histórico local ou o disco falhou, sem cobrança incerta: corrija e execute de novo',
  rateLimited: 'limite de requisições atingido, e a espera passaria do prazo',
  credits:
    'saldo ou teto de gasto insuficiente, linhas sem saldo ou em aberto, ou menos que quota --min',
  running: 'o prazo terminou com remessas ainda em processamento no serviço',
  notFound: 'só com --exit-status: não encontrado (cpf, cnpj) ou diferença (bulk diff)',
  unconfirmed:
    'sem confirmação: algo pode ter sido cobrado; use bulk resolve (consulta simples: --fresh), nada é reenviado automaticamente',
  held: 'outra execução está com este lote, ou outro lote está consultando os mesmos identificadores',
  interrupted:
    'interrompido (Ctrl-C, SIGTERM): o que foi enviado está salvo, e a mensagem diz como continuar; ou você respondeu não',
  heading: 'Como um comando terminou, para scripts:',
  severalAtOnce:
    'Vários ao mesmo tempo: o mais grave, na ordem 10, 7, 4, 6, 5, 8, 3. Em um lote, só linhas inválidas mantêm o código 0, a não ser com --strict.',
  shortHeading: 'Códigos de saída (todos: confere help exit-codes):',
};
