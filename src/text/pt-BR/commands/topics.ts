import type { Catalogue } from '../../voice.js';

/** The help topics, and the paragraphs of individual commands. */
export const topics: Catalogue = {
  'the API key': 'a chave de API',
  'file that holds the API key; CONFERE_API_KEY beats it':
    'arquivo que contém a chave de API; CONFERE_API_KEY tem precedência',
  'profile to use': 'perfil a usar',
  "one folder for all of confere, in place of the platform's own":
    'uma única pasta para todo o confere, no lugar das pastas do sistema',
  'en or pt-BR; without it LC_ALL, LC_MESSAGES or LANG decides':
    'en ou pt-BR; sem ela, LC_ALL, LC_MESSAGES ou LANG decide',
  '1 uses the embedded sandbox, as --sandbox does': '1 usa o sandbox embutido, como --sandbox',
  'proxy for requests to the service': 'proxy das requisições ao serviço',
  'hosts that are reached without the proxy': 'hosts acessados sem o proxy',
  'ignored: certificates are always checked': 'ignorada: os certificados são sempre verificados',
  'file of further certificate authorities': 'arquivo com outras autoridades certificadoras',
  'no colour, and progress in plain lines': 'sem cores, e progresso em linhas simples',
  'folder of the ledger on Linux and macOS': 'pasta do histórico no Linux e no macOS',
  'folder of the profiles on Linux and macOS': 'pasta dos perfis no Linux e no macOS',
  'folders of the ledger and the profiles on Windows':
    'pastas do histórico e dos perfis no Windows',
  'An option beats the environment, and the environment beats a profile. There is no option for the key itself: what is on a command line shows in the list of processes.':
    'Uma opção vale mais que o ambiente, e o ambiente vale mais que um perfil. Não há opção para a própria chave: o que está na linha de comando aparece na lista de processos.',
  'Settings: {0}.': 'Configurações: {0}.',
  'The page needs no network, on a screen or on paper. --json prints its numbers.':
    'A página não precisa de rede, na tela ou no papel. --json imprime os números.',
  'Its language is --lang, else CONFERE_LANG, else that of the locale, else English.':
    'O idioma é --lang, senão CONFERE_LANG, senão o do sistema, senão inglês.',
  'The key is asked for without showing it. Without a terminal it comes from standard input.':
    'A chave é pedida sem ser mostrada. Sem um terminal, ela vem da entrada padrão.',
  'The base URL is stored with it, and a stored key is sent to no other.':
    'A URL base é guardada com ela, e uma chave guardada não é enviada a nenhuma outra.',
  'Exits 0 when the service accepts the key, 2 when there is none.':
    'Sai com 0 quando o serviço aceita a chave, com 2 quando não há chave.',
  'A setting without a value prints nothing.': 'Uma configuração sem valor não imprime nada.',
  'With reuse 0 nothing is answered from what was paid for before.':
    'Com reuse 0, nada é respondido com o que já foi pago antes.',
  'A flag beats the environment, which beats the profile, which beats the built-in default.':
    'Uma opção vale mais que o ambiente, que vale mais que o perfil, que vale mais que o padrão embutido.',
  "While it runs, 'curl -X POST <address>/sandbox/renew' renews the credits; spend/5, refund/5 and replace-key do what they say.":
    "Com ele em execução, 'curl -X POST <endereço>/sandbox/renew' renova os créditos; spend/5 os gasta, refund/5 os devolve, replace-key troca a chave.",
  'Its first two lines set CONFERE_BASE_URL and CONFERE_API_KEY; docs/sandbox.md has the test identifiers.':
    'As duas primeiras linhas definem CONFERE_BASE_URL e CONFERE_API_KEY; docs/pt-BR/ambiente-de-testes.md traz os identificadores de teste.',
  "the input's own columns, then ours; --excel writes it for a Brazilian Excel":
    'as colunas da entrada, depois as nossas; --excel grava para o Excel brasileiro',
  'the same, with tabs': 'o mesmo, com tabulações',
  'the same as csv, in a file of text': 'o mesmo que csv, em um arquivo de texto',
  'one array; lists and partners stay nested': 'um array; listas e sócios continuam aninhados',
  'one JSON object per line': 'um objeto JSON por linha',
  'a workbook: identifiers are text, the columns of a workbook stay as they were':
    'uma planilha: os identificadores são texto, e as colunas de uma planilha ficam como eram',
  'Results of bulk run and export, by the extension of -o or by --format:':
    'Resultados de bulk run e export, pela extensão de -o ou por --format:',
  'Statuses of a row (--only):': 'Situações de uma linha (--only):',
  "Columns of a CPF result, after the input's own:":
    'Colunas de um resultado de CPF, depois das da entrada:',
  "Columns of a CNPJ result, after the input's own:":
    'Colunas de um resultado de CNPJ, depois das da entrada:',
  'A name that ends in .gz (result.csv.gz) is packed with gzip. --fields "razao_social,QSA.nome_socio" keeps those fields of the record alone.':
    'Um nome que termina em .gz (result.csv.gz) é compactado com gzip. --fields "razao_social,QSA.nome_socio" mantém só esses campos do registro.',
  'Columns of --partners <file>:': 'Colunas de --partners <file>:',
  'Columns of --secondary-cnaes <file>:': 'Colunas de --secondary-cnaes <file>:',
  'cpf, cnpj and check print one JSON object per identifier with --json, quota and the bulk commands one object.':
    'Com --json, cpf, cnpj e check imprimem um objeto JSON por identificador; quota e os comandos bulk, um único objeto.',
};
