/** For each command, the words that people try in its place: in both languages, without accents. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  'bulk check': ['preview', 'analisar', 'conferir'],
  'bulk delete': ['excluir', 'deletar', 'remover', 'remove', 'rm', 'apagar'],
  'bulk diff': ['comparar', 'compare', 'diferenca', 'diferencas'],
  'bulk export': ['exportar', 'resultado', 'resultados', 'result', 'results'],
  'bulk list': [
    'lote',
    'lotes',
    'listar',
    'batch',
    'batches',
    'history',
    'historico',
    'ls',
    'jobs',
  ],
  'bulk report': ['relatorio', 'relatorios'],
  'bulk resume': ['retomar', 'continuar', 'continue'],
  'bulk run': ['rodar', 'executar', 'arquivo', 'planilha', 'file', 'start', 'iniciar'],
  'bulk status': ['situacao', 'andamento', 'progress'],
  'bulk submit': ['enviar', 'send', 'upload'],
  'auth login': ['entrar', 'signin', 'chave', 'key'],
  'auth logout': ['sair', 'signout'],
  'auth status': ['conta', 'account', 'whoami', 'usuario'],
  check: ['validar', 'validate', 'verificar', 'verify'],
  config: ['configurar', 'configuracao', 'configuracoes', 'settings', 'set', 'ajustes'],
  help: ['ajuda', 'socorro', 'manual', 'man'],
  lookup: [
    'consultar',
    'consulta',
    'consultas',
    'buscar',
    'procurar',
    'pesquisar',
    'find',
    'get',
    'search',
    'query',
  ],
  purge: ['apagar', 'excluir', 'deletar', 'remover', 'remove', 'rm', 'limpar', 'clean'],
  quota: ['saldo', 'saldos', 'credito', 'creditos', 'balance', 'credits', 'plano', 'plan'],
  'sandbox sample': ['exemplo', 'amostra', 'example', 'demo', 'modelo', 'template'],
  spend: [
    'gasto',
    'gastos',
    'custo',
    'custos',
    'consumo',
    'fatura',
    'cost',
    'costs',
    'spent',
    'usage',
    'billing',
  ],
  '--version': ['version', 'versao'],
};

/** Returns the commands that a word may mean, each as it is typed without `confere`. */
export function findMeantCommands(word: string): readonly string[] {
  const plain = word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return Object.keys(WORDS).filter((command) => WORDS[command]?.includes(plain));
}
