import type { help as en } from '../en/help.js';
import { s } from './words.js';

export const help: typeof en = {
  spendDays: 'Dias e meses são os de UTC; uma requisição conta no dia em que começou.',
  diffSides:
    'Anterior e atual são ids de lotes, ou resultados de bulk run e export em qualquer formato. As linhas são comparadas por identificador; a ordem não importa.',
  diffGroups: (groups) =>
    s`Grupos de --only: ${groups}. Qualquer campo do registro também pode ser indicado.`,
  diffSummary:
    'Sem -o e --format há só um resumo. Em listas, como a de sócios, old traz o que saiu e new o que entrou.',
  purgeAge:
    'Com uma idade, o que está em andamento fica; um identificador em andamento ou sem confirmação é recusado até a cobrança ser apurada.',
  purgeKeeps:
    'As cobranças continuam contadas, e os seus próprios arquivos não mudam. - lê identificadores da entrada padrão.',
  examples: 'Exemplos:',
  topics: 'Tópicos de ajuda (confere help <tópico>):',
  globalOptions: 'Opções globais (confere --help explica cada uma):',
  usage: 'Uso:',
  arguments: 'Argumentos:',
  options: 'Opções:',
  commands: 'Comandos:',
  default: (defaultValue) => s`padrão: ${defaultValue}`,
  textWithDefault: (text, fallback) => s`${text} (padrão: ${fallback})`,
  oneOf: (choices) => s`um de ${choices}`,
  exitCodesTopic: 'o que significa cada código de saída',
  environmentTopic: 'variáveis que o confere lê',
  formatsTopic: 'formatos e colunas dos resultados',
  tryIt: 'Experimente, sem chave e sem custo:',
  withAccount: 'Com a sua conta:',
  withFile: 'Com um arquivo seu, CSV, texto ou Excel:',
  more: 'confere --help lista tudo; confere help <comando> explica um comando.',
  mcpClient: 'Um cliente o inicia com este comando e estes argumentos; docs/mcp.md mostra como.',
  mcpPaid:
    'O que já foi pago é respondido de graça. Sem --max-credits, ou max-credits no perfil, consultas pagas são recusadas.',
  apiKey: 'a chave de API',
  apiKeyFile: 'arquivo que contém a chave de API; CONFERE_API_KEY tem precedência',
  profile: 'perfil a usar',
  home: 'uma única pasta para todo o confere, no lugar das pastas do sistema',
  language: 'en ou pt-BR; sem ela, LC_ALL, LC_MESSAGES ou LANG decide',
  sandbox: '1 usa o sandbox embutido, como --sandbox',
  proxy: 'proxy das requisições ao serviço',
  noProxy: 'hosts acessados sem o proxy',
  tlsIgnored: 'ignorada: os certificados são sempre verificados',
  caFile: 'arquivo com outras autoridades certificadoras',
  noColor: 'sem cores, e progresso em linhas simples',
  ledgerFolder: 'pasta do histórico no Linux e no macOS',
  profileFolder: 'pasta dos perfis no Linux e no macOS',
  windowsFolders: 'pastas do histórico e dos perfis no Windows',
  precedence:
    'Uma opção vale mais que o ambiente, e o ambiente vale mais que um perfil. Não há opção para a própria chave: o que está na linha de comando aparece na lista de processos.',
  settings: (keys) => s`Configurações: ${keys}.`,
  reportPage: 'A página não precisa de rede, na tela ou no papel. --json imprime os números.',
  loginKey: 'A chave é pedida sem ser mostrada. Sem um terminal, ela vem da entrada padrão.',
  loginBaseUrl:
    'A URL base é guardada com ela, e uma chave guardada não é enviada a nenhuma outra.',
  authStatusExit: 'Sai com 0 quando o serviço aceita a chave, com 2 quando não há chave.',
  configGetEmpty: 'Uma configuração sem valor não imprime nada.',
  configReuse: 'Com reuse 0, nada é respondido com o que já foi pago antes.',
  configPrecedence:
    'Uma opção vale mais que o ambiente, que vale mais que o perfil, que vale mais que o padrão embutido.',
  sandboxRenew:
    "Com ele em execução, 'curl -X POST <endereço>/sandbox/renew' renova os créditos; spend/5 os gasta, refund/5 os devolve, replace-key troca a chave.",
  sandboxLines:
    'As duas primeiras linhas definem CONFERE_BASE_URL e CONFERE_API_KEY; docs/pt-BR/ambiente-de-testes.md traz os identificadores de teste.',
  csv: 'as colunas da entrada, depois as nossas; --excel grava para o Excel brasileiro',
  tsv: 'o mesmo, com tabulações',
  txt: 'o mesmo que csv, em um arquivo de texto',
  jsonArray: 'um array; listas e sócios continuam aninhados',
  jsonl: 'um objeto JSON por linha',
  xlsx: 'uma planilha: os identificadores são texto, e as colunas de uma planilha ficam como eram',
  resultFormats: 'Resultados de bulk run e export, pela extensão de -o ou por --format:',
  rowStatuses: 'Situações de uma linha (--only):',
  cpfColumns: 'Colunas de um resultado de CPF, depois das da entrada:',
  cnpjColumns: 'Colunas de um resultado de CNPJ, depois das da entrada:',
  gzip: 'Um nome que termina em .gz (result.csv.gz) é compactado com gzip. --fields "razao_social,QSA.nome_socio" mantém só esses campos do registro.',
  partnerColumns: 'Colunas de --partners <file>:',
  cnaeColumns: 'Colunas de --secondary-cnaes <file>:',
  jsonOutput:
    'Com --json, cpf, cnpj e check imprimem um objeto JSON por identificador; quota e os comandos bulk, um único objeto.',
  ledgerCopy:
    'Ninguém pode usá-lo enquanto isso. Interrompido, o mesmo comando continua; a cópia é comparada linha por linha, e só então o histórico antigo se recusa a pagar.',
  ledgerStatus:
    'Quem foi interrompido à força ainda pode aparecer por meio minuto, onde várias máquinas compartilham o histórico.',
  ledgerAccept:
    'Com --accept, antes aceita a perda do que esta máquina pagou e o histórico não conhece.',
  ledgerCheck:
    'Não muda nada, e outras execuções podem trabalhar enquanto isso. Cada achado é uma linha.',
  completionInstall:
    '\nInstalação:\n  bash, em ~/.bashrc:\n    eval "$(confere completion bash)"\n  zsh, em ~/.zshrc, depois de compinit:\n    eval "$(confere completion zsh)"\n  fish, em ~/.config/fish/config.fish:\n    confere completion fish | source\n  PowerShell, em $PROFILE:\n    confere completion powershell | Out-String | iex',
};
