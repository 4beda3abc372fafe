import type { Catalogue } from '../../voice.js';

/** Messages about input files, and about a run with several. */
export const files: Catalogue = {
  '{0} is a folder; name a file in it.': '{0} é uma pasta; informe um arquivo dentro dela.',
  '{0} is a link or no regular file, and would be replaced by one; name another file, or -o - for standard output.':
    '{0} é um link ou não é um arquivo comum, e seria substituído por um; informe outro arquivo, ou -o - para a saída padrão.',
  '{0} is a web page or XML, whatever it is called; open it in a spreadsheet program and save it as .xlsx or CSV.':
    '{0} é uma página web ou XML, qualquer que seja seu nome; abra-o em uma planilha e salve como .xlsx ou CSV.',
  "{0} is JSON; make a list of it, for instance with jq -r '.[].cpf', and use that.":
    "{0} é JSON; faça dele uma lista, por exemplo com jq -r '.[].cpf', e use essa lista.",
  'Or add --delimiter none: then every identifier in it is read.':
    'Para ler todos os identificadores do texto, use --delimiter none.',
  '{0}: no cell of column {1} is a valid {2}.':
    '{0}: nenhuma célula da coluna {1} é um {2} válido.',
  'Name the column that has them with --column, or the delimiter with --delimiter.':
    'Indique a coluna dos identificadores com --column, ou o delimitador com --delimiter.',
  'Use {0}: {1} of the sampled cells of column {2} are {3}.':
    'Use {0}: {1} das células amostradas da coluna {2} são {3}.',
  '{0} has comments (lines that start with #) and no rows; add one row for each identifier.':
    '{0} tem comentários (linhas que começam com #) e nenhuma linha de dados; inclua uma linha para cada identificador.',
  'Lines above the header with an identifier in them, passed by and not looked up: {0}.':
    'Linhas acima do cabeçalho que contêm um identificador, ignoradas e não consultadas: {0}.',
  '{0} has no column that is mostly CPFs or CNPJs. The likeliest:':
    '{0} não tem uma coluna em que a maioria seja CPF ou CNPJ. As mais prováveis:',
  'If it is one of them, name it with --column and its kind with --type.':
    'Se for uma delas, indique-a com --column e o tipo com --type.',
  '{0} has no column of CPFs or CNPJs. Name it with --column. Its columns: {1}.':
    '{0} não tem coluna de CPFs nem de CNPJs. Indique-a com --column. Suas colunas: {1}.',
  '{0}: {1} is a column of a result, which has the identifiers of found records only, so it is never taken. Name the column with all of them: {2}. A column of your own needs another name than lookup_….':
    '{0}: {1} é uma coluna de resultado, que só tem os identificadores dos registros encontrados, e por isso nunca é usada. Indique a coluna que tem todos: {2}. Uma coluna sua precisa de um nome que não comece com lookup_.',
  'It is an earlier result: its columns lookup_* are rewritten.':
    'É um resultado anterior: as colunas lookup_* são escritas de novo.',
  '{0} has several columns that could hold the identifiers:':
    '{0} tem várias colunas que podem conter os identificadores:',
  '{0} has each {1} in pieces, and other identifiers beside them:':
    '{0} tem cada {1} em partes, e outros identificadores ao lado:',
  'Choose one: {0}.': 'Escolha uma opção: {0}.',
  'Choose one with --column and its number.': 'Escolha uma com --column e o número dela.',
  '(--delimiter none reads every identifier of every line.)':
    '(--delimiter none lê todos os identificadores de cada linha.)',
  '{0}: column {1} holds {2} ({3} of its sampled cells are {4}), not {5}; leave out --type, or use --type {6}.':
    '{0}: a coluna {1} tem {2} ({3} das células amostradas são {4}), não {5}; retire --type, ou use --type {6}.',
  'It holds {0}: {1} of its sampled cells are {2}, and --type says otherwise.':
    'Ela tem {0}: {1} das células amostradas são {2}, e --type diz outra coisa.',
  "{0} is JSON in UTF-16, which jq does not read; save it in UTF-8, make a list of it, for instance with jq -r '.[].cpf', and use that.":
    "{0} é JSON em UTF-16, que o jq não lê; grave em UTF-8, faça dele uma lista, por exemplo com jq -r '.[].cpf', e use essa lista.",
  '{0} has each {1} in pieces: use --column {2}, which joins the columns {3}.':
    '{0} tem cada {1} em partes: use --column {2}, que junta as colunas {3}.',
  'Leave out --type {0}.': 'Retire --type {0}.',
  '{0}: the columns {1}, joined, are a valid {2} in only {3} of the sampled rows, which is chance. Name all parts in their order, or the one column that has the whole identifier.':
    '{0}: as colunas {1}, juntas, formam um {2} válido em só {3} das linhas amostradas, o que é acaso. Indique todas as partes na ordem delas, ou a coluna que tem o identificador inteiro.',
  '{0}: no identifier is split into {1#column|columns}. A CNPJ has the parts 8+4+2, 8+6, 12+2 or 2+3+3+4+2, a CPF 9+2 or 3+3+3+2.':
    '{0}: nenhum identificador é dividido em {1#coluna|colunas}. Um CNPJ tem as partes 8+4+2, 8+6, 12+2 ou 2+3+3+4+2; um CPF, 9+2 ou 3+3+3+2.',
  '0% valid': '0% válidos',
  ' and {0} more': ' e mais {0}',
  'Which column? [{0}] ': 'Qual coluna? [{0}] ',
  'It must be one of {0}, or nothing to leave.': 'Deve ser uma de {0}, ou nada para sair.',
  'To skip this question, add --column {0}.': 'Para não perguntar de novo, use --column {0}.',
  '{0} is given twice; it is done once.': '{0} foi indicado duas vezes; é processado uma vez só.',
  'The results of {0} and {1} would both be {2}; nothing was sent. Run them one by one with -o, or rename one.':
    'Os resultados de {0} e {1} seriam ambos {2}; nada foi enviado. Execute um por vez com -o, ou renomeie um deles.',
  'The result of {0} would be {1}, which is an input itself; nothing was sent. Leave results out of the inputs, or use --out-dir.':
    'O resultado de {0} seria {1}, que também é uma entrada; nada foi enviado. Deixe resultados fora das entradas, ou use --out-dir.',
  '{0} is one file for one input; run several inputs one by one, or export each batch with it.':
    '{0} é um arquivo para uma entrada; execute várias entradas uma por vez, ou exporte cada lote com essa opção.',
  '{0} has no column {1}. Did you mean {2}? Its columns: {3}.':
    '{0} não tem a coluna {1}. Você quis dizer {2}? Suas colunas: {3}.',
  '{0} has no column {1}. Its columns: {2}.': '{0} não tem a coluna {1}. Suas colunas: {2}.',
  '{0} has a header and no rows; add one row for each identifier, or use --no-header if the first line is one.':
    '{0} só tem o cabeçalho; inclua uma linha para cada identificador, ou use --no-header se a primeira linha já for um deles.',
  '{0} is a folder; name a file with one identifier in each row.':
    '{0} é uma pasta; indique um arquivo com um identificador em cada linha.',
  '{0} is empty; it needs one identifier in each row.':
    '{0} está vazio; precisa de um identificador em cada linha.',
  file: 'arquivo',
  state: 'situação',
  unanswered: 'sem resposta',
  charged: 'cobrados',
  exit: 'saída',
  total: 'total',
  'credits at most': 'créditos, no máximo',
  'invalid: {0}': 'inválidas: {0}',
};
