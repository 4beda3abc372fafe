import type { input as en } from '../en/input.js';
import { agree, plural, s } from './words.js';

export const input: typeof en = {
  heldOpen: (file) =>
    s`${file} está aberto em outro programa que não deixa ninguém ler, talvez no Excel; feche-o lá e execute de novo.`,
  isMarkup: (file) =>
    s`${file} é uma página web ou XML, qualquer que seja seu nome; abra-o em uma planilha e salve como .xlsx ou CSV.`,
  isJson: (file) =>
    s`${file} é JSON; faça dele uma lista, por exemplo com jq -r '.[].cpf', e use essa lista.`,
  isUtf16Json: (file) =>
    s`${file} é JSON em UTF-16, que o jq não lê; grave em UTF-8, faça dele uma lista, por exemplo com jq -r '.[].cpf', e use essa lista.`,
  noValidCell: (file, place, kind) =>
    s`${file}: nenhuma célula da coluna ${place} é um ${kind} válido.`,
  nameColumnOrDelimiter:
    'Indique a coluna dos identificadores com --column, ou o delimitador com --delimiter.',
  useColumn: (option, share, column, valid) =>
    s`Use ${option}: ${share} das células amostradas da coluna ${column} são ${valid}.`,
  onlyComments: (file) =>
    s`${file} tem comentários (linhas que começam com #) e nenhuma linha de dados; inclua uma linha para cada identificador.`,
  onlyHeader: (file) =>
    s`${file} só tem o cabeçalho; inclua uma linha para cada identificador, ou use --no-header se a primeira linha já for um deles.`,
  identifiersAboveHeader: (titles) =>
    s`Linhas acima do cabeçalho que contêm um identificador, ignoradas e não consultadas: ${titles}.`,
  noLikelyColumn: (file) =>
    s`${file} não tem uma coluna em que a maioria seja CPF ou CNPJ. As mais prováveis:`,
  nameColumnAndKind: 'Se for uma delas, indique-a com --column e o tipo com --type.',
  noColumn: (file, columns) =>
    s`${file} não tem coluna de CPFs nem de CNPJs. Indique-a com --column. Suas colunas: ${columns}.`,
  resultColumn: (file, column, columns) =>
    s`${file}: ${column} é uma coluna de resultado, que só tem os identificadores dos registros encontrados, e por isso nunca é usada. Indique a coluna que tem todos: ${columns}. Uma coluna sua precisa de um nome que não comece com lookup_.`,
  earlierResult: 'É um resultado anterior: as colunas lookup_* são escritas de novo.',
  severalColumns: (file) => s`${file} tem várias colunas que podem conter os identificadores:`,
  chooseByNumber: 'Escolha uma com --column e o número dela.',
  otherKind: ({ file, column, holds, share, valid, wanted, kind }) =>
    s`${file}: a coluna ${column} tem ${holds} (${share} das células amostradas são ${valid}), não ${wanted}; retire --type, ou use --type ${kind}.`,
  otherKindNote: (kind, share, valid) =>
    s`Ela tem ${kind}: ${share} das células amostradas são ${valid}, e --type diz outra coisa.`,
  joinPieces: (file, kind, option, parts) =>
    s`${file} tem cada ${kind} em partes: use --column ${option}, que junta as colunas ${parts}.`,
  leaveOutKind: (wrongly) => s`Retire --type ${wrongly}.`,
  chanceParts: (file, parts, kind, share) =>
    s`${file}: as colunas ${parts}, juntas, formam um ${kind} válido em só ${share} das linhas amostradas, o que é acaso. Indique todas as partes na ordem delas, ou a coluna que tem o identificador inteiro.`,
  unknownParts: (file, count) =>
    s`${file}: nenhum identificador é dividido em ${plural(count, 'coluna', 'colunas')}. Um CNPJ tem as partes 8+4+2, 8+6, 12+2 ou 2+3+3+4+2; um CPF, 9+2 ou 3+3+3+2.`,
  zeroValid: '0% válidos',
  andMore: (more) => s` e mais ${more}`,
  whichColumn: (options) => s`Qual coluna? [${options}] `,
  whichColumnAgain: (options) => s`Deve ser uma de ${options}, ou nada para sair.`,
  givenTwice: (file) => s`${file} foi indicado duas vezes; é processado uma vez só.`,
  unknownColumnNear: (file, wanted, near, columns) =>
    s`${file} não tem a coluna ${wanted}. Você quis dizer ${near}? Suas colunas: ${columns}.`,
  unknownColumn: (file, wanted, columns) =>
    s`${file} não tem a coluna ${wanted}. Suas colunas: ${columns}.`,
  isFolderList: (file) =>
    s`${file} é uma pasta; indique um arquivo com um identificador em cada linha.`,
  empty: (file) => s`${file} está vazio; precisa de um identificador em cada linha.`,
  sampledCells: (share, valid) => s`${share} das células examinadas são ${valid}`,
  namedByColumn: (valid) => s`Indicada por --column; ${valid}.`,
  onlyColumn: (valid) => s`A única coluna; ${valid}.`,
  namedByHeader: (valid) => s`Coluna escolhida pelo cabeçalho; ${valid}.`,
  bestColumn: (valid) => s`Nenhuma outra coluna tem tantos: ${valid}.`,
  validBoth: 'CPFs ou CNPJs válidos',
  validOf: (kind) => s`${kind}s válidos`,
  brokenUtf8: 'UTF-8 com bytes inválidos',
  tab: 'tabulação',
  cpfOrCnpj: 'CPF ou CNPJ',
  runningText: 'texto, não uma tabela',
  headerInLine: (line) => s`cabeçalho na linha ${line}`,
  noHeader: 'sem cabeçalho',
  column: (column, name) => s`coluna ${column} ${name}`,
  columnsJoined: (columns) => s`colunas ${columns} juntadas`,
  columnLabel: (column, name) => s`coluna ${column}${name}`,
  validShare: (share) => s`, ${share} válidos`,
  sheet: (sheet, name) => s`aba ${sheet} ${name}`,
  noTable:
    'Não é uma tabela: cada identificador do texto vira uma linha, com a linha de origem ao lado.',
  badDelimiter: (wanted) =>
    s`O delimitador deve ser um único caractere (ou "tab") e não pode ser aspas; recebido: "${wanted}".`,
  unknownEncoding: (wanted, known) =>
    s`Codificação desconhecida: "${wanted}". Conhecidas: ${known}.`,
  brokenUtf16End: (file) =>
    s`${file} está em UTF-16 e termina no meio de um caractere; provavelmente está incompleto. Salve de novo, como CSV em UTF-8.`,
  nulBytesKept: (lines) => s`Há bytes NUL, mantidos como estão: ${lines}.`,
  badBytesKept: (lines) => s`Há bytes que não são UTF-8, mantidos como estão: ${lines}.`,
  readAsLatin1: (lines) => s`Há UTF-8, lido como Latin-1: ${lines}.`,
  binary:
    'não é texto: muitos dos bytes são NUL; salve a lista como CSV ou .xlsx e use esse arquivo.',
  notUtf8: (file) => s`${file} não é UTF-8 válido; retire --encoding ou use --encoding latin1.`,
  mixedEncodings: (file, utf8, other) =>
    s`${file} mistura codificações (UTF-8: ${utf8}; outra: ${other}). Escolha uma com --encoding utf8 ou --encoding latin1; nos dois casos cada célula mantém seus bytes.`,
  line: (line) => s`linha ${line}`,
  lines: (count, lines, more) => s`${agree(count, 'linha', 'linhas')} ${lines}${more}`,
  unknownKind: (file, column) =>
    s`${file}: nada indica se a ${column} contém CPFs ou CNPJs; informe com --type.`,
  mixedKinds: (column, cpfs, cnpjs) =>
    s`${column} contém poucos identificadores e dos dois tipos: ${plural(cpfs, 'CPF', 'CPFs')} e ${plural(cnpjs, 'CNPJ', 'CNPJs')} nas linhas examinadas. Informe o tipo com --type cpf, cnpj ou both.`,
  unclosedQuote: (file, place, longest) =>
    s`${file} (${place}): a linha que começa ali não termina onde deveria; provavelmente há aspas (") abertas que nunca se fecham, ou a linha passa de ${plural(longest, 'byte', 'bytes')}. Corrija essa linha e execute de novo.`,
  linesBeforeFirstRow: 'linhas antes da primeira linha de dados',
  missing: (file) => s`${file} não existe; verifique o caminho.`,
  notPermitted: (file) => s`Sem permissão para ler ${file}; verifique as permissões.`,
  comment: 'comentário',
  blank: 'em branco',
  withoutIdentifier: 'sem identificador',
  skippedLines: (lines, what) => s`Sem dados: ${lines} (${what}).`,
  endsTooEarly: 'o arquivo termina antes do fim',
  contentDamaged: 'o conteúdo está danificado',
  cannotUnpack: (file, what) =>
    s`Não é possível descompactar ${file}: ${what}; copie ou baixe o arquivo de novo.`,
  notForWorkbooks: (file, option) =>
    s`${file} é uma planilha; ${option} é para arquivos de texto. Retire essa opção.`,
  noSheets: (file) => s`${file} não é uma planilha e não tem abas; retire --sheet.`,
  oldWorkbook:
    'é uma planilha antiga (.xls) ou protegida por senha; salve como .xlsx sem senha, ou como CSV',
  linkLoop: (file) => s`${file} é um link que volta para si mesmo; indique o arquivo.`,
  unreadable: (file, reason) =>
    s`Não é possível ler ${file} (${reason}); verifique o arquivo e o disco, e execute de novo.`,
  copyTooLarge: (file) =>
    s`Uma cópia privada de ${file} passaria do tamanho permitido para arquivos aqui; aumente o limite (ulimit -f) e execute de novo.`,
  device: (file) =>
    s`${file} é um dispositivo, que não tem fim; indique um arquivo, ou passe a lista pela entrada padrão (-).`,
  packedTwice: 'está compactado duas vezes; descompacte uma vez',
  andUseThatFile: (file, told) => s`${file} ${told}, e use esse arquivo.`,
  tooMuchText: (file, size) =>
    s`${file} tem mais de ${size} de texto; divida-o em vários arquivos.`,
  unpacksTooFar: (file, most) =>
    s`Descompactado, ${file} passa de ${plural(most, 'vez', 'vezes')} o próprio tamanho, o que nenhuma lista de identificadores faz. Se mesmo assim o arquivo é seu, descompacte-o, ou salve a aba como CSV, e use esse arquivo.`,
  tooManyParts: (file, most) =>
    s`A planilha ${file} tem mais de ${plural(most, 'parte', 'partes')}; salve a aba como CSV e use esse arquivo.`,
  listsTooLong: (file, size) =>
    s`A planilha ${file} tem uma lista de abas ou formatos de mais de ${size}; salve a aba como CSV e use esse arquivo.`,
  tooManyTexts: (file, most) =>
    s`As células da planilha ${file} têm mais de ${plural(most, 'texto diferente', 'textos diferentes')}; salve a aba como CSV e use esse arquivo.`,
  textsTooLong: (file, size) =>
    s`As células da planilha ${file} têm mais de ${size} de textos diferentes; salve a aba como CSV e use esse arquivo.`,
  textTooLong: (file, most) =>
    s`A planilha ${file} tem um texto, atributo ou comentário de mais de ${plural(most, 'caractere', 'caracteres')}; remova-o, ou salve a aba como CSV e use esse arquivo.`,
  tooDeep: (file, most) =>
    s`A planilha ${file} tem elementos com mais de ${plural(most, 'nível', 'níveis')} um dentro do outro, o que nenhum programa de planilhas grava; salve-a de novo, ou como CSV, e use esse arquivo.`,
  sheetRowTooLong: (file, row, most) =>
    s`${file}: a linha ${row} da aba tem mais de ${plural(most, 'byte', 'bytes')}; tire dela o que não é necessário.`,
  tooManyColumns: (file, most) =>
    s`${file} tem mais de ${plural(most, 'coluna', 'colunas')}; deixe só as necessárias, ou ponha uma quebra de linha depois de cada identificador.`,
  lineTooLong: (file, most) =>
    s`${file}: uma linha tem mais de ${plural(most, 'caractere', 'caracteres')}; escreva um identificador por linha.`,
  tooManyBlankLines: (file, most) =>
    s`${file} tem mais de ${plural(most, 'linha em branco', 'linhas em branco')} seguidas; remova-as.`,
  brokenUtf16: (file, place) =>
    s`${file} (${place} ou logo depois): falta metade de um caractere; corrija-o, ou salve o arquivo como CSV em UTF-8.`,
  document: 'documento',
  zip: 'arquivo zip',
  notText: (file, what) =>
    s`${file} é um ${what}, nem texto nem planilha .xlsx; salve a lista como .xlsx ou CSV e use esse arquivo.`,
  unknownSheet: (file, wanted, sheets) =>
    s`${file} não tem a aba ${wanted}. As abas são: ${sheets}.`,
  noFilledCells: (file) =>
    s`${file} não tem células preenchidas; é preciso um identificador em cada linha.`,
  noSheetWithIdentifiers: (file, sheets) =>
    s`Nenhuma das abas de ${file} tem uma coluna de CPFs ou CNPJs: ${sheets}. Indique uma com --sheet.`,
  severalSheets: (file, sheets) =>
    s`${file} tem várias abas que contêm identificadores: ${sheets}. Escolha uma com --sheet.`,
  damagedWorkbook: (file) =>
    s`Não é possível ler ${file} como planilha: o arquivo está danificado ou incompleto. Abra-o em um programa de planilhas e salve de novo, ou salve a aba como CSV.`,
  changed: (file) =>
    s`${file} mudou durante a leitura; espere o arquivo ficar completo e execute de novo. Nada foi guardado.`,
  diskFull: (file) =>
    s`O disco está cheio: não há espaço para uma cópia privada de ${file}; libere espaço e execute de novo.`,
  identifiersPassedBy: (rows) =>
    s`${plural(rows, 'linha examinada tem', 'linhas examinadas têm')} um identificador no texto de outra coluna, que não é consultado.`,
};
