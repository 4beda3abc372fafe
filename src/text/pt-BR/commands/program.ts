import type { Catalogue } from '../../voice.js';

/** The first screen, the global options, and the common parts of the help. */
export const program: Catalogue = {
  'CPF and CNPJ lookups, one by one or in files of millions. Paid records are reused.':
    'Consultas de CPF e CNPJ, uma a uma ou aos milhões. O que já foi pago é reaproveitado.',
  'show the version': 'mostra a versão',
  '--fields is for confere cpf, cnpj, quota, bulk run and bulk export.':
    '--fields vale para confere cpf, cnpj, quota, bulk run e bulk export.',
  'account and defaults to use (default: default)':
    'conta e configurações a usar (padrão: default)',
  'address of the service': 'endereço do serviço',
  'database of a ledger that several machines share':
    'banco de dados de um histórico comum a várias máquinas',
  'file that holds the API key': 'arquivo que contém a chave de API',
  'use the embedded sandbox: no key, no network, no cost':
    'usa o sandbox embutido: sem chave, sem rede, sem custo',
  'machine-readable output': 'saída para programas',
  'only these fields of the answers, e.g. "name,QSA.nome_socio"':
    'só estes campos das respostas, p. ex. "name,QSA.nome_socio"',
  'table, json, jsonl or csv; results of batches: also tsv, txt or xlsx':
    'table, json, jsonl ou csv; resultados de lotes: também tsv, txt ou xlsx',
  'no notices, only data and errors': 'sem avisos, só dados e erros',
  'one line per HTTP request on stderr': 'uma linha por requisição HTTP em stderr',
  'auto, always or never': 'auto, always ou never',
  'no color': 'sem cores',
  'no progress': 'sem progresso',
  'local time before each line on stderr': 'hora local antes de cada linha em stderr',
  'never ask, fail instead': 'nunca pergunta; falha em vez disso',
  'answer questions with yes': 'responde sim às perguntas',
  'longest wait for one answer, e.g. 10s': 'espera máxima por uma resposta, p. ex. 10s',
  'simple lookups per minute': 'consultas simples por minuto',
  'real-time lookups per minute': 'consultas em tempo real por minuto',
  'show this help': 'mostra esta ajuda',
  'help for a command or a topic': 'ajuda sobre um comando ou um tópico',
  'Examples:': 'Exemplos:',
  'Help topics (confere help <topic>):': 'Tópicos de ajuda (confere help <tópico>):',
  'Global options (confere --help explains them):':
    'Opções globais (confere --help explica cada uma):',
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opções:',
  'Commands:': 'Comandos:',
  '[placeholder] age': 'idade',
  '[placeholder] batch': 'lote',
  '[placeholder] char': 'caractere',
  '[placeholder] command': 'comando',
  '[placeholder] date': 'data',
  '[placeholder] dir': 'pasta',
  '[placeholder] duration': 'duração',
  '[placeholder] field': 'campo',
  '[placeholder] file': 'arquivo',
  '[placeholder] format': 'formato',
  '[placeholder] index': 'posição',
  '[placeholder] key': 'chave',
  '[placeholder] kind': 'tipo',
  '[placeholder] label': 'rótulo',
  '[placeholder] language': 'idioma',
  '[placeholder] name': 'nome',
  '[placeholder] newer': 'atual',
  '[placeholder] older': 'anterior',
  '[placeholder] options': 'opções',
  '[placeholder] path': 'caminho',
  '[placeholder] place': 'lugar',
  '[placeholder] rule': 'regra',
  '[placeholder] setting': 'configuração',
  '[placeholder] status': 'situação',
  '[placeholder] text': 'texto',
  '[placeholder] value': 'valor',
  '[placeholder] what': 'grupo',
  'default: {0}': 'padrão: {0}',
  '{0} (default: {1})': '{0} (padrão: {1})',
  'one of {0}': 'um de {0}',
  'what each exit code means': 'o que significa cada código de saída',
  'variables that confere reads': 'variáveis que o confere lê',
  'formats and columns of the results': 'formatos e colunas dos resultados',
  'Try it, without a key and at no cost:': 'Experimente, sem chave e sem custo:',
  'With your account:': 'Com a sua conta:',
  'With a file of yours, CSV, text or Excel:': 'Com um arquivo seu, CSV, texto ou Excel:',
  'confere --help lists everything; confere help <command> explains one command.':
    'confere --help lista tudo; confere help <comando> explica um comando.',
  '{0} could not be written: {1}. Free some space and run {2} again.':
    'Não foi possível gravar {0}: {1}. Libere espaço e execute {2} de novo.',
  'The output could not be written: {0}. Free some space and run {1} again; what was paid for is kept and costs nothing more.':
    'Não foi possível gravar a saída: {0}. Libere espaço e execute {1} de novo; o que já foi pago está guardado e não custa mais nada.',
  'The output could not be written: {0}. Free some space and run {1} again.':
    'Não foi possível gravar a saída: {0}. Libere espaço e execute {1} de novo.',
  'The output could not be written ({0}).': 'Não foi possível gravar a saída ({0}).',
  'Others on this machine can change what is kept in {0}, so nothing was read there or sent; close it with: chmod go-w {1}':
    'Outros usuários desta máquina podem alterar o que está em {0}, por isso nada foi lido ali nem enviado; feche o acesso com: chmod go-w {1}',
  '{0} belongs to another user of this machine, so nothing was read there or sent. Have it given to you with chown, or set CONFERE_HOME to a folder of your own, where nothing is known of what was paid for here.':
    '{0} pertence a outro usuário desta máquina, por isso nada foi lido ali nem enviado. Peça que passem a pasta para você com chown, ou defina CONFERE_HOME com uma pasta sua, na qual nada se sabe do que foi pago aqui.',
  'This user has no home folder; set CONFERE_HOME to a folder for settings and state.':
    'Este usuário não tem pasta pessoal; defina CONFERE_HOME com uma pasta para a configuração e os dados.',
};
