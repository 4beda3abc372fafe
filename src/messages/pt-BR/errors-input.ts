import { argument, joinedOption, percent, sheetList, sizeOf } from '../words.js';
import type * as en from '../en/errors-input.js';
import { n, number, phrases, plural, s } from './phrases.js';

const { columns: listed, lines, recordPlace, kindName, validKinds } = phrases;

export const inputErrors: typeof en.inputErrors = {
  unknown_encoding: ({ wanted, known }) =>
    s`Codificação desconhecida: "${wanted}". Conhecidas: ${known.join(', ')}.`,
  broken_utf16: ({ file, place }) =>
    place === 'end'
      ? s`${file} está em UTF-16 e termina no meio de um caractere; provavelmente está incompleto. Salve de novo, como CSV em UTF-8.`
      : s`${file} (${recordPlace(place)} ou logo depois): falta metade de um caractere; corrija-o, ou salve o arquivo como CSV em UTF-8.`,
  not_text: ({ file, is }) =>
    ({
      binary: s`${file} não é texto: muitos dos bytes são NUL; salve a lista como CSV ou .xlsx e use esse arquivo.`,
      old_workbook: s`${file} é uma planilha antiga (.xls) ou protegida por senha; salve como .xlsx sem senha, ou como CSV, e use esse arquivo.`,
      packed_twice: s`${file} está compactado duas vezes; descompacte uma vez, e use esse arquivo.`,
      device: s`${file} é um dispositivo, que não tem fim; indique um arquivo, ou passe a lista pela entrada padrão (-).`,
      document: s`${file} é um documento, nem texto nem planilha .xlsx; salve a lista como .xlsx ou CSV e use esse arquivo.`,
      zip: s`${file} é um arquivo zip, nem texto nem planilha .xlsx; salve a lista como .xlsx ou CSV e use esse arquivo.`,
    })[is],
  damaged_gzip: ({ file, endsEarly }) =>
    s`Não é possível descompactar ${file}: ${endsEarly ? 'o arquivo termina antes do fim' : 'o conteúdo está danificado'}; copie ou baixe o arquivo de novo.`,
  input_too_large: ({ file, limit, most, row = 0 }) =>
    ({
      text: s`${file} tem mais de ${sizeOf(most)} de texto; divida-o em vários arquivos.`,
      ratio: s`Descompactado, ${file} passa de ${plural(most, 'vez', 'vezes')} o próprio tamanho, o que nenhuma lista de identificadores faz. Se você confia no arquivo, descompacte-o ou salve a aba como CSV.`,
      parts: s`A planilha ${file} tem mais de ${plural(most, 'parte', 'partes')}; salve a aba como CSV e use esse arquivo.`,
      lists: s`A planilha ${file} tem uma lista de abas ou formatos de mais de ${sizeOf(most)}; salve a aba como CSV e use esse arquivo.`,
      texts: s`As células da planilha ${file} têm mais de ${plural(most, 'texto diferente', 'textos diferentes')}; salve a aba como CSV e use esse arquivo.`,
      text_bytes: s`As células da planilha ${file} têm mais de ${sizeOf(most)} de textos diferentes; salve a aba como CSV e use esse arquivo.`,
      token: s`A planilha ${file} tem um texto, atributo ou comentário de mais de ${plural(most, 'caractere', 'caracteres')}; remova-o, ou salve a aba como CSV e use esse arquivo.`,
      depth: s`A planilha ${file} tem elementos com mais de ${plural(most, 'nível', 'níveis')} um dentro do outro, o que nenhum programa de planilhas grava; salve-a de novo, ou como CSV, e use esse arquivo.`,
      record: s`${file}: a linha ${row} da aba tem mais de ${plural(most, 'byte', 'bytes')}; tire dela o que não é necessário.`,
      columns: s`${file} tem mais de ${plural(most, 'coluna', 'colunas')}; deixe só as necessárias, ou ponha uma quebra de linha depois de cada identificador.`,
      blank_lines: s`${file} tem mais de ${plural(most, 'linha em branco', 'linhas em branco')} seguidas; remova-as.`,
      line: s`${file}: uma linha tem mais de ${plural(most, 'caractere', 'caracteres')}; escreva um identificador por linha.`,
    })[limit],
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
    s`${file}: nenhum identificador é dividido em ${plural(count, 'coluna', 'colunas')}. Um CNPJ tem as partes 8+4+2, 8+6, 12+2 ou 2+3+3+4+2; um CPF, 9+2 ou 3+3+3+2.`,
  weak_column: ({ file, candidates }) =>
    s`${phrases.noLikelyColumn(file)} ${phrases.candidates(candidates)}. Se for uma delas, indique-a com --column e o tipo com --type.`,
  no_rows: ({ file, has }) =>
    has === 'comments'
      ? s`${file} tem comentários (linhas que começam com #) e nenhuma linha de dados; inclua uma linha para cada identificador.`
      : s`${file} só tem o cabeçalho; inclua uma linha para cada identificador, ou use --no-header se a primeira linha já for um deles.`,
  unclosed_quote: ({ file, place, longest }) =>
    s`${file} (${recordPlace(place)}): a linha que começa ali não termina onde deveria; provavelmente há aspas (") abertas que nunca se fecham, ou a linha passa de ${plural(longest, 'byte', 'bytes')}. Corrija essa linha e execute de novo.`,
  unknown_delimiter: ({ wanted }) =>
    s`O delimitador deve ser um único caractere (ou "tab") e não pode ser aspas; recebido: "${wanted}".`,
  input_empty: ({ file }) => s`${file} não tem conteúdo; é preciso um identificador em cada linha.`,
  input_is_folder: ({ file }) => s`${file} é uma pasta; informe um arquivo dentro dela.`,
  input_missing: ({ file }) => s`${file} não existe; verifique o caminho.`,
  input_unreadable: ({ file, reason }) => {
    if (reason === 'EACCES' || reason === 'EPERM')
      return s`Sem permissão para ler ${file}; verifique as permissões.`;
    if (reason === 'EBUSY' || reason === 'UNKNOWN')
      return s`${file} está aberto em outro programa (Excel?); feche-o lá e execute de novo.`;
    return reason === 'ELOOP'
      ? s`${file} é um link que volta para si mesmo; indique o arquivo.`
      : s`Não é possível ler ${file} (${reason}); verifique o arquivo e o disco, e execute de novo.`;
  },
  input_changed: ({ file }) =>
    s`${file} mudou durante a leitura; espere o arquivo ficar completo e execute de novo. Nada foi guardado.`,
  disk_full: ({ file, reason }) =>
    reason === 'EFBIG'
      ? s`Uma cópia privada de ${file} passaria do tamanho permitido para arquivos aqui; aumente o limite (ulimit -f) e execute de novo.`
      : s`O disco está cheio: não há espaço para uma cópia privada de ${file}; libere espaço e execute de novo.`,
  wrong_encoding: ({ file }) =>
    s`${file} não é UTF-8 válido; retire --encoding ou use --encoding latin1.`,
  mixed_encodings: ({ file, utf8, other }) =>
    s`${file} mistura codificações (UTF-8: ${lines(utf8)}; outra: ${lines(other)}). Escolha uma com --encoding utf8 ou --encoding latin1; nos dois casos cada célula mantém seus bytes.`,
  not_a_table: ({ file, is }) =>
    ({
      markup: s`${file} é uma página web ou XML, qualquer que seja seu nome; abra-o em uma planilha e salve como .xlsx ou CSV.`,
      json: s`${file} é JSON; faça dele uma lista, por exemplo com jq -r '.[].cpf', e use essa lista.`,
      utf16_json: s`${file} é JSON em UTF-16, que o jq não lê; grave em UTF-8, faça dele uma lista, por exemplo com jq -r '.[].cpf', e use essa lista.`,
    })[is],
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
    ({
      result: s`--fields: o campo '${field}' não existe nos resultados. ${phrases.fieldHint(near, known)}`,
      balance: s`--fields: o campo '${field}' não existe no saldo. Existem: ${known.join(', ')}.`,
      comparison: s`--only: não existe o grupo ou campo '${field}'. Existem: ${known.join(', ')}.`,
      lookup: s`--fields: o campo '${field}' não existe. ${phrases.fieldHint(near, known)}`,
    })[of],
  partners_need_cnpj: () => s`--partners é para lotes de CNPJ; este contém CPFs.`,
  same_output: (facts) =>
    facts.of === 'side_files'
      ? s`O resultado e --partners precisam de nomes diferentes.`
      : s`Nada foi enviado: os resultados de ${facts.first} e ${facts.second} seriam ambos ${facts.output}. Execute um por vez com -o, ou renomeie um deles.`,
  output_exists: ({ path, erased }, next) =>
    erased === undefined
      ? s`${path} já existe; acrescente --overwrite para substituí-lo${next.shown({ set: [{ flag: '--overwrite' }] })}, ou ${next.inputs > 1 ? 'outra pasta em --out-dir' : '-o <arquivo>'} para gravar em outro lugar.`
      : s`Nada foi enviado: ${path} é o resultado do lote ${erased.batch}, do qual ${plural(erased.rows, 'linha foi apagada', 'linhas foram apagadas')} com purge. Para gravar o restante: '${next.command('bulk export', erased.batch)}'. Antes de substituí-lo com --overwrite, tire de ${erased.file} as pessoas e empresas apagadas; senão elas serão consultadas, cobradas e armazenadas de novo.`,
  output_unwritable: (facts, next) => {
    const { path } = facts;
    if (facts.why !== 'failed')
      return {
        no_folder: s`Não é possível gravar ${path}: a pasta não existe.` + phrases.unsent(next),
        held:
          s`${path} está aberto em outro programa (Excel?); feche-o lá ou indique outro arquivo.` +
          phrases.unsent(next),
        reserved:
          s`O Windows não aceita o arquivo ${path}: um nome não pode ser de dispositivo (nul, aux, com1), ter : * ? " < > | nem terminar em ponto ou espaço.` +
          phrases.unsent(next),
        is_folder: s`${path} é uma pasta; informe um arquivo dentro dela.`,
        no_file: s`${path} é um link ou não é um arquivo comum; informe outro arquivo, ou use -o - para a saída padrão.`,
      }[facts.why];
    const advice = {
      results: s`Os resultados estão guardados: corrija isso e execute ${next.onward()}, ou grave em outro lugar com -o <arquivo>.`,
      records: s`Corrija isso e execute ${next.again({ drop: ['--fresh'] })} de novo; os registros pagos são reaproveitados.`,
      page: 'Grave em outro lugar com -o <arquivo>.',
      nothing: 'Indique outro arquivo.',
    }[facts.kept];
    return s`Não foi possível gravar ${path}: ${phrases.unwritten(facts.reason)}. ${advice}`;
  },
  copy_damaged: ({ batch, file, typed }, next) =>
    s`Nenhum resultado foi gravado: a cópia de ${file} guardada (lote ${batch}) está danificada. Para refazê-la com o mesmo arquivo, execute ${next.reading(file, typed)}; nada é pago duas vezes.`,
  rows_differ: ({ batch, file, rows, found }, next) =>
    s`Nenhum resultado foi gravado: o lote ${batch} tem ${n.rows(rows)}, mas a cópia guardada de ${file} tem ${number(found)}. Para criar um lote novo com o arquivo original: '${next.command('bulk run', file, '--again')}'; os registros pagos são reaproveitados.`,
  too_many_rows: ({ most }) =>
    s`Uma planilha comporta no máximo ${n.rows(most)}; use -o com um nome .csv, ou --format csv.`,
  too_many_columns: ({ most }) =>
    s`Uma planilha comporta no máximo ${plural(most, 'coluna', 'colunas')}; use -o com um nome .csv, ou --format csv.`,
  workbook_too_large: () =>
    'Uma aba de planilha comporta no máximo 4 GB; use -o com um nome .csv, ou --format csv.',
};
