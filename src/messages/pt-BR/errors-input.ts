import { argument, joinedOption, percent, sheetList, sizeOf } from '../words.js';
import type * as en from '../en/errors-input.js';
import { n, number, phrases, plural, s } from './phrases.js';

const { columns: listed, lines, recordPlace, kindName, validKinds } = phrases;

export const inputErrors: typeof en.inputErrors = {
  unknown_encoding: ({ wanted, known }) =>
    s`Codificação desconhecida: "${wanted}". Conhecidas: ${known.join(', ')}.`,
  broken_utf16: ({ file, place }) =>
    s`${file} tem UTF-16 inválido (${place === 'end' ? 'no fim' : recordPlace(place)}); salve de novo, como CSV em UTF-8.`,
  not_text: ({ file }) =>
    s`${file} não é texto nem planilha .xlsx (é um .xls antigo, tem senha, está compactado, é outro tipo de documento?); salve a lista como .xlsx ou CSV e use esse arquivo.`,
  damaged_gzip: ({ file, endsEarly }) =>
    s`Não é possível descompactar ${file}: ${endsEarly ? 'o arquivo termina antes do fim' : 'o conteúdo está danificado'}; copie ou baixe o arquivo de novo.`,
  input_too_large: ({ file, limit, most }) => {
    if (limit === 'text')
      return s`${file} tem mais de ${sizeOf(most)} de texto; divida-o em vários arquivos.`;
    if (limit === 'columns')
      return s`${file} tem mais de ${n.columns(most)}; deixe só as necessárias, ou ponha uma quebra de linha depois de cada identificador.`;
    return limit === 'line' || limit === 'record' || limit === 'blank_lines'
      ? s`${file} tem uma linha longa demais, ou linhas em branco demais; escreva um identificador por linha.`
      : s`Descompactado, ${file} passa do que o confere lê; salve a aba como CSV, ou descompacte o arquivo, e use o que resultar.`;
  },
  not_for_workbooks: ({ file, option }) =>
    s`${file} é uma planilha; --${option} é para arquivos de texto. Retire essa opção.`,
  no_sheets: ({ file }) => s`${file} não é uma planilha e não tem abas; retire --sheet.`,
  damaged_workbook: ({ file }) =>
    s`Não é possível ler ${file} como planilha: o arquivo está danificado ou incompleto. Abra-o em um programa de planilhas e salve de novo, ou salve a aba como CSV.`,
  unknown_sheet: ({ file, wanted, sheets }) =>
    s`${file} não tem a aba ${wanted}. As abas são: ${sheetList(sheets)}.`,
  no_identifier_sheet: ({ file, sheets }) =>
    s`Nenhuma das abas de ${file} tem uma coluna de CPFs ou CNPJs: ${sheetList(sheets)}. Indique uma com --sheet.`,
  ambiguous_sheet: ({ file, sheets }) =>
    s`${file} tem várias abas que contêm identificadores: ${sheetList(sheets)}. Escolha uma com --sheet, ou todas com --sheet all.`,
  different_sheets: ({ file, first, other }) =>
    s`${file}: a aba ${sheetList([other])} tem outras colunas que a aba ${sheetList([first])}; as duas não podem ser uma só entrada. Escolha uma com --sheet.`,
  unknown_column: ({ file, wanted, near, columns }) => {
    const meant = near === undefined ? '' : s` Você quis dizer ${listed([near])}?`;
    return s`${file} não tem a coluna ${wanted}.${meant} Suas colunas: ${listed(columns)}.`;
  },
  result_column: ({ file, column, columns }) =>
    s`${file}: ${column} é uma coluna de resultado, que só tem os identificadores dos registros encontrados, e por isso nunca é usada. Indique a coluna que tem todos: ${listed(columns)}. Uma coluna sua precisa de um nome que não comece com lookup_.`,
  no_identifier_column: ({ file, columns }) =>
    s`${file} não tem coluna de CPFs nem de CNPJs. Indique-a com --column. Suas colunas: ${listed(columns)}.`,
  identifier_in_parts: ({ file, kind, parts, wrongly }) =>
    s`${file} tem cada ${kind.toUpperCase()} em partes: use --column ${argument(joinedOption(parts))}, que junta as colunas ${listed(parts)}.` +
    (wrongly === undefined ? '' : s` Retire --type ${wrongly}.`),
  chance_parts: ({ file, kind, parts, validShare }) =>
    s`${file}: as colunas ${listed(parts)}, juntas, formam um ${kind.toUpperCase()} válido em só ${percent(validShare)} das linhas amostradas, o que é acaso. Indique todas as partes na ordem delas, ou a coluna que tem o identificador inteiro.`,
  unknown_parts: ({ file, count }) =>
    s`${file}: nenhum identificador é dividido em ${n.columns(count)}. Um CNPJ tem as partes 8+4+2, 8+6, 12+2 ou 2+3+3+4+2; um CPF, 9+2 ou 3+3+3+2.`,
  weak_column: ({ file, candidates }) =>
    s`${phrases.noLikelyColumn(file)} ${phrases.candidates(candidates)}. Se for uma delas, indique-a com --column e o tipo com --type.`,
  no_rows: ({ file }) =>
    s`${file} só tem o cabeçalho ou comentários (#); inclua uma linha para cada identificador, ou use --no-header se a primeira linha já for um deles.`,
  unclosed_quote: ({ file, place, longest }) =>
    s`${file} (${recordPlace(place)}): a linha que começa ali não termina onde deveria; provavelmente há aspas (") abertas que nunca se fecham, ou a linha passa de ${plural(longest, 'byte', 'bytes')}. Corrija essa linha e execute de novo.`,
  unknown_delimiter: ({ wanted }) =>
    s`O delimitador deve ser um único caractere (ou "tab") e não pode ser aspas; recebido: "${wanted}".`,
  input_empty: ({ file }) => s`${file} não tem conteúdo; é preciso um identificador em cada linha.`,
  input_is_folder: ({ file }) => s`${file} é uma pasta; informe um arquivo dentro dela.`,
  input_missing: ({ file }) => s`${file} não existe; verifique o caminho.`,
  input_unreadable: ({ file, reason }) =>
    s`Não é possível ler ${file} (${reason}); verifique o caminho e as permissões, feche-o em outros programas (Excel?) e execute de novo.`,
  input_changed: ({ file }) =>
    s`${file} mudou durante a leitura; espere o arquivo ficar completo e execute de novo. Nada foi guardado.`,
  disk_full: ({ file, reason }) =>
    s`Não há espaço para uma cópia privada de ${file}: ${phrases.unwritten(reason)}. Libere espaço e execute de novo.`,
  wrong_encoding: ({ file }) =>
    s`${file} não é UTF-8 válido; retire --encoding ou use --encoding latin1.`,
  mixed_encodings: ({ file, utf8, other }) =>
    s`${file} mistura codificações (UTF-8: ${lines(utf8)}; outra: ${lines(other)}). Escolha uma com --encoding utf8 ou --encoding latin1; nos dois casos cada célula mantém seus bytes.`,
  not_a_table: ({ file, is }) =>
    is === 'json'
      ? s`${file} é JSON; faça dele uma lista em UTF-8, por exemplo com jq -r '.[].cpf', e use essa lista.`
      : s`${file} é uma página web ou XML, qualquer que seja seu nome; abra-o em uma planilha e salve como .xlsx ou CSV.`,
  ambiguous_column: ({ file, candidates }) =>
    s`${phrases.severalColumns(file)} ${phrases.candidates(candidates)}. Escolha uma com --column e o número dela.`,
  other_kind: ({ file, option, name, kind, wanted, validShare }) =>
    s`${file}: a coluna ${`${option} ${name}`} tem ${`${kind.toUpperCase()}s`} (${percent(validShare)} das células amostradas são ${validKinds(kind)}), não ${`${wanted.toUpperCase()}s`}; retire --type, ou use --type ${kind}.`,
  no_valid_cell: ({ file, kind, reasons, meant, ...column }) => {
    const why = phrases.reasons(reasons);
    const place = `${listed([column])}${why === '' ? '' : ` (${why})`}`;
    const what = s`${file}: nenhuma célula da coluna ${place} é um ${kindName(kind)} válido.`;
    if (meant === undefined)
      return s`${what} Indique a coluna dos identificadores com --column, ou o delimitador com --delimiter.`;
    const type = meant.kind === kind || kind === 'both' ? '' : ` --type ${meant.kind}`;
    const option = `--column ${argument(meant.option)}${type}`;
    return s`${what} Use ${option}: ${percent(meant.validShare)} das células amostradas da coluna ${listed([meant])} são ${validKinds(meant.kind)}.`;
  },
  unknown_kind: ({ file, column, name }) =>
    s`${file}: nada indica se a coluna ${column}${name === '' ? '' : ` ${name}`} contém CPFs ou CNPJs; informe com --type.`,
  mixed_kinds: ({ file, column, name, cpfs, cnpjs }) =>
    s`${file}: coluna ${column}${name === '' ? '' : ` ${name}`} contém poucos identificadores e dos dois tipos: ${plural(cpfs, 'CPF', 'CPFs')} e ${plural(cnpjs, 'CNPJ', 'CNPJs')} nas linhas examinadas. Informe o tipo com --type cpf, cnpj ou both.`,
  unknown_field: ({ field, known, near, of }) =>
    s`${of === 'comparison' ? '--only' : '--fields'}: o campo '${field}' não existe. ${phrases.fieldHint(near, known)}`,
  partners_need_cnpj: () => s`--partners é para lotes de CNPJ; este contém CPFs.`,
  same_output: (facts) =>
    facts.of === 'side_files'
      ? s`O resultado e --partners precisam de nomes diferentes.`
      : s`Nada foi enviado: os resultados de ${facts.first} e ${facts.second} seriam ambos ${facts.output}. Execute um por vez com -o, ou renomeie um deles.`,
  output_exists: ({ path, erased }, next) =>
    erased === undefined
      ? s`${path} já existe; acrescente --overwrite para substituí-lo${next.shown({ set: [{ flag: '--overwrite' }] })}, ou ${next.inputs > 1 ? 'outra pasta em --out-dir' : '-o <arquivo>'} para gravar em outro lugar.`
      : s`Nada foi enviado: ${path} é o resultado do lote ${erased.batch}, do qual ${plural(erased.rows, 'linha foi apagada', 'linhas foram apagadas')} com purge. Para gravar o restante: '${next.command('bulk export', erased.batch)}'. Antes de substituí-lo com --overwrite, tire de ${erased.file} as pessoas e empresas apagadas; senão elas serão consultadas, cobradas e armazenadas de novo.`,
  output_unwritable: ({ path, reason, kept }, next) => {
    const advice = {
      results: s`Os resultados estão guardados: corrija isso e execute ${next.onward()}, ou grave em outro lugar com -o <arquivo>.`,
      records: s`Corrija isso e execute ${next.again({ drop: ['--fresh'] })} de novo; os registros pagos são reaproveitados.`,
      nothing: 'Indique outro arquivo.' + phrases.unsent(next),
    }[kept];
    return s`Não é possível gravar ${path}: ${phrases.unwritten(reason)}. ${advice}`;
  },
  copy_damaged: ({ batch, file, typed }, next) =>
    s`Nenhum resultado foi gravado: a cópia de ${file} guardada (lote ${batch}) está danificada. Para refazê-la com o mesmo arquivo, execute ${next.reading(file, typed)}; nada é pago duas vezes.`,
  rows_differ: ({ batch, file, rows, found }, next) =>
    s`Nenhum resultado foi gravado: o lote ${batch} tem ${n.rows(rows)}, mas a cópia guardada de ${file} tem ${number(found)}. Para criar um lote novo com o arquivo original: '${next.command('bulk run', file, '--again')}'; os registros pagos são reaproveitados.`,
  too_many_rows: ({ most }) =>
    s`Uma planilha comporta no máximo ${n.rows(most)}; use -o com um nome .csv, ou --format csv.`,
  too_many_columns: ({ most }) =>
    s`Uma planilha comporta no máximo ${n.columns(most)}; use -o com um nome .csv, ou --format csv.`,
  workbook_too_large: () =>
    'Uma aba de planilha comporta no máximo 4 GB; use -o com um nome .csv, ou --format csv.',
};
