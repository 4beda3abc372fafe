import type { help as en } from '../en/help.js';
import { s } from './words.js';

export const help: typeof en = {
  spendDays: 'Dias e meses são os de UTC; uma requisição conta no dia em que começou.',
  diffSides:
    'Anterior e atual são lotes, ou resultados de bulk run e export. As linhas são comparadas por identificador. Sem -o e --format aparece só um resumo. Em listas, como a de sócios, old traz o que saiu e new o que entrou.',
  diffGroups: (groups) => s`Grupos de --only: ${groups}. Cada campo também tem o próprio nome.`,
  purgeKeeps:
    'As cobranças continuam contadas, e os seus próprios arquivos ficam. O que está em andamento ou sem confirmação não é apagado. - lê identificadores da entrada padrão.',
  examples: 'Exemplos:',
  example: (line) => `Exemplo: ${line}`,
  topics: 'Tópicos de ajuda (confere help <tópico>):',
  globalOptions: 'Opções globais: confere --help',
  globalOptionsAndSettings: 'Opções globais: confere --help; configurações: confere help settings',
  moreOptions: (title, command) => s`${title} (mais: confere ${command} --help):`,
  usage: 'Uso:',
  options: 'Opções:',
  commands: 'Comandos:',
  textWithDefault: (text, fallback) => s`${text} (padrão: ${fallback})`,
  againTopic: 'A diferença entre --again, --fresh, --overwrite e --resubmit',
  environmentTopic: 'Variáveis que o confere lê',
  exitCodesTopic: 'Como um comando terminou, para scripts',
  formatsTopic: 'Formatos e colunas dos resultados',
  settingsTopic: 'O que se pode configurar, com os padrões',
  codeTopic: 'O que um código de erro significa, e o que fazer',
  errorCode: '<código de erro>',
  againHeading: 'O mesmo comando continua um lote e não envia nada duas vezes. Em vez disso:',
  againAgain: 'bulk run, submit: começa um lote novo; reaproveita registros pagos',
  againFresh: 'Ignora registros pagos: consulta e cobra tudo de novo',
  againOverwrite: 'Substitui um arquivo existente; não consulta nada',
  againResubmit: 'bulk resolve: reenvia o que está sem confirmação; pode cobrar duas vezes',
  settingsHeading:
    'Guardadas com confere config set <configuração> <valor>, em um perfil. As que têm -- também são opções, que valem mais.',
  codeExit: (code, exits) => s`${code} (código de saída ${exits})`,
  tryIt: 'Experimente, sem chave e sem custo:',
  withAccount: 'Com a sua conta:',
  withFile: 'Com um arquivo seu, CSV, texto ou Excel:',
  more: 'confere --help lista tudo; confere help <comando> explica um comando.',
  mcpClient:
    'Um cliente o inicia com este comando e estes argumentos; veja docs/mcp.md. Sem --max-credits, ou max-credits no perfil, consultas pagas são recusadas.',
  apiKey: 'Chave de API',
  apiKeyFile: 'Arquivo com a chave; CONFERE_API_KEY vale mais',
  profile: 'Perfil a usar',
  home: 'Uma só pasta para tudo, em vez das do sistema',
  language: 'en ou pt-BR (padrão: LC_ALL, LC_MESSAGES, LANG)',
  sandbox: '1 usa o sandbox embutido, como --sandbox',
  proxy: 'Proxy das requisições ao serviço',
  noProxy: 'Hosts acessados sem o proxy',
  tlsIgnored: 'Ignorada: certificados são sempre verificados',
  caFile: 'Arquivo com outras autoridades certificadoras',
  githubActions: 'Erros como anotações, e um resumo da etapa',
  noColor: 'Sem cores, e andamento em linhas simples',
  ledgerFolder: 'Pasta do histórico no Linux e no macOS',
  profileFolder: 'Pasta dos perfis no Linux e no macOS',
  windowsFolders: 'As duas pastas no Windows',
  precedence:
    'Precedência: opção, variável de ambiente, perfil, padrão. A própria chave não tem opção, porque a linha de comando aparece na lista de processos.',
  reportPage: 'A página não precisa de rede. --json imprime os números.',
  loginKey:
    'A chave é pedida sem ser mostrada; sem um terminal, é lida da entrada padrão. Ela é guardada com a URL base e não é enviada a nenhuma outra.',
  sandboxLines:
    "As duas primeiras linhas definem endereço e chave; identificadores de teste: docs/pt-BR/ambiente-de-testes.md. 'curl -X POST <endereço>/sandbox/renew' renova os créditos. Também: spend/5, refund/5, replace-key.",
  csv: 'As colunas da entrada, depois estas; para o Excel, use --excel',
  tsv: 'O mesmo, com tabulações',
  jsonArray: 'Um array; listas e sócios continuam aninhados',
  jsonl: 'Um objeto JSON por linha',
  xlsx: 'Uma planilha; os identificadores são texto',
  resultFormats: 'Resultados de bulk run e export, pela extensão de -o ou por --format:',
  rowStatuses: 'Situações de uma linha (--only):',
  cpfColumns: 'Colunas de um resultado de CPF, depois das da entrada:',
  cnpjColumns: 'Colunas de um resultado de CNPJ, depois das da entrada:',
  gzip: 'Um nome que termina em .gz é compactado com gzip. --fields "razao_social,QSA.nome_socio" mantém só esses campos do registro.',
  partnerColumns: 'Colunas de --partners <arquivo>:',
  jsonOutput:
    'Com --json, cpf, cnpj e check imprimem um objeto por identificador; os outros, um só.',
  ledgerCopy:
    'Pare antes todas as outras execuções. Se for interrompido, execute o mesmo comando de novo. O histórico antigo é encerrado depois que todas as linhas foram verificadas.',
  ledgerStatus:
    'Em um histórico compartilhado, um processo encerrado à força pode aparecer por até 30 segundos.',
  ledgerCheck:
    'Não muda nada, e outras execuções podem continuar. --accept antes aceita a perda do que esta máquina pagou e o histórico não conhece.',
  completionFile: 'Ponha a linha no arquivo ao lado; em zsh, depois de compinit.',
};
