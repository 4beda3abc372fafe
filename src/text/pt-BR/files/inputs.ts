import type { Catalogue } from '../../voice.js';

/** How an input is read, and why it cannot be. */
export const inputs: Catalogue = {
  '{0} of its sampled cells are {1}': '{0} das células examinadas são {1}',
  'Named by --column; {0}.': 'Indicada por --column; {0}.',
  'The only column; {0}.': 'A única coluna; {0}.',
  'Its header names it, and {0}.': 'Coluna escolhida pelo cabeçalho; {0}.',
  'No other column has as many: {0}.': 'Nenhuma outra coluna tem tantos: {0}.',
  'valid CPFs or CNPJs': 'CPFs ou CNPJs válidos',
  'valid {0}s': '{0}s válidos',
  'UTF-8 with broken bytes': 'UTF-8 com bytes inválidos',
  tab: 'tabulação',
  'CPF or CNPJ': 'CPF ou CNPJ',
  'text, not a table': 'texto, não uma tabela',
  'header in line {0}': 'cabeçalho na linha {0}',
  'no header': 'sem cabeçalho',
  'column {0} {1}': 'coluna {0} {1}',
  'columns {0} joined': 'colunas {0} juntadas',
  'column {0}{1}': 'coluna {0}{1}',
  ', {0} valid': ', {0} válidos',
  'sheet {0} {1}': 'aba {0} {1}',
  'No table: every identifier in the text is a row, with its line beside it.':
    'Não é uma tabela: cada identificador do texto vira uma linha, com a linha de origem ao lado.',
  'The delimiter must be one character (or "tab") and no quote, got "{0}".':
    'O delimitador deve ser um único caractere (ou "tab") e não pode ser aspas; recebido: "{0}".',
  'Unknown encoding "{0}". Known: {1}.': 'Codificação desconhecida: "{0}". Conhecidas: {1}.',
  '{0} is UTF-16 and ends in the middle of a character; it is probably not complete. Save it again, as CSV in UTF-8.':
    '{0} está em UTF-16 e termina no meio de um caractere; provavelmente está incompleto. Salve de novo, como CSV em UTF-8.',
  'NUL bytes in {0} are kept as they are.': 'Há bytes NUL, mantidos como estão: {0}.',
  'Bytes that are not UTF-8, in {0}, are kept as they are.':
    'Há bytes que não são UTF-8, mantidos como estão: {0}.',
  'UTF-8 in {0} is read as Latin-1.': 'Há UTF-8, lido como Latin-1: {0}.',
  'is not text: many of its bytes are NUL; save the list as CSV or .xlsx and use that file.':
    'não é texto: muitos dos bytes são NUL; salve a lista como CSV ou .xlsx e use esse arquivo.',
  '{0} is not valid UTF-8; leave out --encoding or use --encoding latin1.':
    '{0} não é UTF-8 válido; retire --encoding ou use --encoding latin1.',
  '{0} mixes encodings: UTF-8 in {1}, something else in {2}. Choose one with --encoding utf8 or --encoding latin1; every cell keeps its bytes either way.':
    '{0} mistura codificações (UTF-8: {1}; outra: {2}). Escolha uma com --encoding utf8 ou --encoding latin1; nos dois casos cada célula mantém seus bytes.',
  'line {0}': 'linha {0}',
  '{0?line|lines} {1}{2}': '{0?linha|linhas} {1}{2}',
  '{0}: it is not clear whether {1} holds CPFs or CNPJs; say so with --type.':
    '{0}: nada indica se a {1} contém CPFs ou CNPJs; informe com --type.',
  '{0} holds few identifiers and both kinds: {1#CPF|CPFs} and {2#CNPJ|CNPJs} in the sampled rows. Say with --type cpf, cnpj or both what it is.':
    '{0} contém poucos identificadores e dos dois tipos: {1#CPF|CPFs} e {2#CNPJ|CNPJs} nas linhas examinadas. Informe o tipo com --type cpf, cnpj ou both.',
  '{0}: the record that starts in {1} does not end where it should; an opening quote (") there is probably never closed, or the line is longer than {2#byte|bytes}. Correct that line and run again.':
    '{0} ({1}): a linha que começa ali não termina onde deveria; provavelmente há aspas (") abertas que nunca se fecham, ou a linha passa de {2#byte|bytes}. Corrija essa linha e execute de novo.',
  'the lines before the first row': 'linhas antes da primeira linha de dados',
  '{0} does not exist; check the path.': '{0} não existe; verifique o caminho.',
  '{0} may not be read; check its permissions.':
    'Sem permissão para ler {0}; verifique as permissões.',
  comment: 'comentário',
  blank: 'em branco',
  'without an identifier': 'sem identificador',
  'No rows: {0} ({1}).': 'Sem dados: {0} ({1}).',
  'it ends too early': 'o arquivo termina antes do fim',
  'its content is damaged': 'o conteúdo está danificado',
  '{0} cannot be unpacked: {1}; copy or download it again.':
    'Não é possível descompactar {0}: {1}; copie ou baixe o arquivo de novo.',
  '{0} is a workbook; {1} is for text files. Leave it out.':
    '{0} é uma planilha; {1} é para arquivos de texto. Retire essa opção.',
  '{0} is not a workbook and has no sheets; leave out --sheet.':
    '{0} não é uma planilha e não tem abas; retire --sheet.',
  'is an old (.xls) or password-protected workbook; save it as .xlsx without a password, or as CSV':
    'é uma planilha antiga (.xls) ou protegida por senha; salve como .xlsx sem senha, ou como CSV',
  '{0} is a link that leads back to itself; name the file.':
    '{0} é um link que volta para si mesmo; indique o arquivo.',
  '{0} cannot be read ({1}); check the file and its disk, and run again.':
    'Não é possível ler {0} ({1}); verifique o arquivo e o disco, e execute de novo.',
  'A private copy of {0} would be larger than a file may be here; raise the limit (ulimit -f) and run again.':
    'Uma cópia privada de {0} passaria do tamanho permitido para arquivos aqui; aumente o limite (ulimit -f) e execute de novo.',
  '{0} is a device, which has no end; name a file, or pipe the list to standard input (-).':
    '{0} é um dispositivo, que não tem fim; indique um arquivo, ou passe a lista pela entrada padrão (-).',
  'is packed twice; unpack it once': 'está compactado duas vezes; descompacte uma vez',
  '{0} {1}, and use that file.': '{0} {1}, e use esse arquivo.',
  '{0} holds more than {1} of text; split it into several files.':
    '{0} tem mais de {1} de texto; divida-o em vários arquivos.',
  '{0} unpacks to more than {1#time|times} its size, which no list of identifiers does. If it is yours all the same, unpack it, or save the sheet as CSV, and use that file.':
    'Descompactado, {0} passa de {1#vez|vezes} o próprio tamanho, o que nenhuma lista de identificadores faz. Se mesmo assim o arquivo é seu, descompacte-o, ou salve a aba como CSV, e use esse arquivo.',
  'The workbook {0} consists of more than {1#part|parts}; save its sheet as CSV and use that file.':
    'A planilha {0} tem mais de {1#parte|partes}; salve a aba como CSV e use esse arquivo.',
  'The workbook {0} has a list of sheets or formats of more than {1}; save its sheet as CSV and use that file.':
    'A planilha {0} tem uma lista de abas ou formatos de mais de {1}; salve a aba como CSV e use esse arquivo.',
  'The cells of the workbook {0} have more than {1#different text|different texts}; save its sheet as CSV and use that file.':
    'As células da planilha {0} têm mais de {1#texto diferente|textos diferentes}; salve a aba como CSV e use esse arquivo.',
  'The cells of the workbook {0} have more than {1} of different texts; save its sheet as CSV and use that file.':
    'As células da planilha {0} têm mais de {1} de textos diferentes; salve a aba como CSV e use esse arquivo.',
  'The workbook {0} has a text, an attribute or a comment of more than {1#character|characters}; remove it, or save its sheet as CSV and use that file.':
    'A planilha {0} tem um texto, atributo ou comentário de mais de {1#caractere|caracteres}; remova-o, ou salve a aba como CSV e use esse arquivo.',
  'The workbook {0} has elements more than {1#level|levels} deep within each other, which no spreadsheet program writes; save it again, or as CSV, and use that file.':
    'A planilha {0} tem elementos com mais de {1#nível|níveis} um dentro do outro, o que nenhum programa de planilhas grava; salve-a de novo, ou como CSV, e use esse arquivo.',
  '{0}: row {1} of the sheet is longer than {2#byte|bytes}; remove what is not needed from it.':
    '{0}: a linha {1} da aba tem mais de {2#byte|bytes}; tire dela o que não é necessário.',
  '{0} has more than {1#column|columns}; keep only those that are needed, or put a line end after each identifier.':
    '{0} tem mais de {1#coluna|colunas}; deixe só as necessárias, ou ponha uma quebra de linha depois de cada identificador.',
  '{0}: a line is longer than {1#character|characters}; write one identifier per line.':
    '{0}: uma linha tem mais de {1#caractere|caracteres}; escreva um identificador por linha.',
  '{0} has more than {1#blank line|blank lines} one after another; remove them.':
    '{0} tem mais de {1#linha em branco|linhas em branco} seguidas; remova-as.',
  '{0}: half of a character is in {1} or soon after; correct it, or save the file as CSV in UTF-8.':
    '{0} ({1} ou logo depois): falta metade de um caractere; corrija-o, ou salve o arquivo como CSV em UTF-8.',
  document: 'documento',
  'zip archive': 'arquivo zip',
  '{0} is a {1}, neither text nor an .xlsx workbook; save the list as .xlsx or CSV and use that file.':
    '{0} é um {1}, nem texto nem planilha .xlsx; salve a lista como .xlsx ou CSV e use esse arquivo.',
  '{0} has no sheet {1}. Its sheets: {2}.': '{0} não tem a aba {1}. As abas são: {2}.',
  '{0} has no filled cells; it needs one identifier in each row.':
    '{0} não tem células preenchidas; é preciso um identificador em cada linha.',
  'None of the sheets of {0} has a column of CPFs or CNPJs: {1}. Name one with --sheet.':
    'Nenhuma das abas de {0} tem uma coluna de CPFs ou CNPJs: {1}. Indique uma com --sheet.',
  '{0} has several sheets that hold identifiers: {1}. Choose one with --sheet.':
    '{0} tem várias abas que contêm identificadores: {1}. Escolha uma com --sheet.',
  '{0} cannot be read as a workbook: it is damaged or incomplete. Open it in a spreadsheet program and save it again, or save the sheet as CSV.':
    'Não é possível ler {0} como planilha: o arquivo está danificado ou incompleto. Abra-o em um programa de planilhas e salve de novo, ou salve a aba como CSV.',
  '{0} changed while it was read; wait until it is complete, then run again. Nothing was kept.':
    '{0} mudou durante a leitura; espere o arquivo ficar completo e execute de novo. Nada foi guardado.',
  'The disk is full: there is no room for a private copy of {0}; free some space and run again.':
    'O disco está cheio: não há espaço para uma cópia privada de {0}; libere espaço e execute de novo.',
  '{0#sampled row has|sampled rows have} an identifier within the text of another column, which is not looked up; --delimiter none reads every identifier of every line.':
    '{0#linha examinada tem|linhas examinadas têm} um identificador no texto de outra coluna, que não é consultado; para ler todos os identificadores do texto, use --delimiter none.',
  'standard input': 'entrada padrão',
};
