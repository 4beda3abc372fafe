import type { NamedColumn } from '../../en/errors/input.js';
import type { InputErrors } from '../../../base/file-errors.js';
import type { Sentences } from '../../reader.js';
import {
  joinColumns,
  LINE_LIMITS,
  formatPercent,
  listSheets,
  formatSize,
  upperKind,
} from '../../words.js';
import {
  columns,
  nameAsObject,
  nameAfterDe,
  phrases,
  plural,
  s,
  nameAsSubject,
} from '../phrases.js';

/** The sentences of errors about a file of identifiers. */
export const inputErrors: Sentences<InputErrors> = {
  unknown_encoding: ({ wanted, known }) =>
    s`Codificação desconhecida: "${wanted}". Conhecidas: ${known.join(', ')}.`,
  broken_utf16: ({ file, place }) =>
    s`${nameAsSubject(file)} tem UTF-16 inválido (${phrases.recordPlace(place)}); salve de novo, como CSV em UTF-8.`,
  not_text: ({ file }) =>
    s`${nameAsSubject(file)} não é texto nem planilha .xlsx (é um .xls antigo, tem senha, está compactado, é outro tipo de documento?); ` +
    'salve a lista como .xlsx ou CSV e use esse arquivo.',
  damaged_gzip({ file, endsEarly }) {
    const damage = endsEarly ? 'o arquivo termina antes do fim' : 'o conteúdo está danificado';
    return s`Não é possível descompactar ${nameAsObject(file)}: ${damage}; copie ou baixe o arquivo de novo.`;
  },
  not_for_workbooks: ({ file, option }) =>
    s`${nameAsSubject(file)} é uma planilha; --${option} é para arquivos de texto. Retire essa opção.`,
  no_sheets: ({ file }) =>
    s`${nameAsSubject(file)} não é uma planilha e não tem abas; retire --sheet.`,
  damaged_workbook: ({ file }) =>
    s`Não é possível ler ${nameAsObject(file)} como planilha: o arquivo está danificado ou incompleto. ` +
    'Abra-o em um programa de planilhas e salve de novo, ou salve a aba como CSV.',
  unknown_sheet: ({ file, wanted, sheets }) =>
    s`${nameAsSubject(file)} não tem a aba ${wanted}. As abas são: ${listSheets(sheets)}.`,
  no_identifier_sheet: ({ file, sheets }) =>
    s`Nenhuma das abas ${nameAfterDe(file)} tem uma coluna de CPFs ou CNPJs: ${listSheets(sheets)}. Indique uma com --sheet.`,
  ambiguous_sheet: ({ file, sheets }) =>
    s`${nameAsSubject(file)} tem várias abas que contêm identificadores: ${listSheets(sheets)}. ` +
    'Escolha uma com --sheet, ou todas com --sheet all.',
  different_sheets: ({ file, first, other }) =>
    s`${file}: a aba ${phrases.sheet(other)} tem outras colunas que a aba ${phrases.sheet(first)}; ` +
    'as duas não podem ser uma só entrada. Escolha uma com --sheet.',
  unknown_column({ file, wanted, near, columns: all }) {
    const meant = near ? s` Você quis dizer ${phrases.column(near)}?` : '';
    return s`${nameAsSubject(file)} não tem a coluna ${wanted}.${meant} Suas colunas: ${phrases.columns(all)}.`;
  },
  result_column: ({ file, column, columns: all }) =>
    s`${file}: ${column} é uma coluna de resultado, que fica vazia nas linhas inválidas, e por isso nunca é usada. ` +
    s`Indique a coluna da entrada: ${phrases.columns(all)}. Uma coluna sua precisa de um nome que não comece com lookup_.`,
  no_identifier_column: ({ file, columns: all }) =>
    s`${nameAsSubject(file)} não tem coluna de CPFs nem de CNPJs. Indique-a com --column. Suas colunas: ${phrases.columns(all)}.`,
  identifier_in_parts({ file, kind, parts, wrongly }) {
    const withoutType = wrongly ? s` Retire --type ${wrongly}.` : '';
    return (
      s`${nameAsSubject(file)} tem cada ${upperKind(kind)} em partes: use --column ${joinColumns(parts)}, ` +
      s`que junta as colunas ${phrases.columns(parts)}.${withoutType}`
    );
  },
  chance_parts: ({ file, kind, parts, validShare }) =>
    s`${file}: as colunas ${phrases.columns(parts)}, juntas, formam um ${upperKind(kind)} válido em só ${formatPercent(validShare)} das linhas amostradas, ` +
    'o que indica coincidência. Indique todas as partes na ordem delas, ou a coluna que tem o identificador inteiro.',
  unknown_parts: ({ file, count }) =>
    s`${file}: nenhum identificador é dividido em ${columns(count)}. ` +
    'Um CNPJ tem as partes 8+4+2, 8+6, 12+2 ou 2+3+3+4+2; um CPF, 9+2 ou 3+3+3+2.',
  weak_column: ({ file, candidates }) =>
    s`${phrases.noLikelyColumn({ file: nameAsSubject(file) })} ${phrases.candidates(candidates)}. ` +
    'Se for uma delas, indique-a com --column e o tipo com --type.',
  ambiguous_column: ({ file, candidates }) =>
    s`${phrases.severalColumns({ file: nameAsSubject(file) })} ${phrases.candidates(candidates)}. Escolha uma com --column e o número dela.`,
  no_rows: ({ file }) =>
    s`${nameAsSubject(file)} só tem o cabeçalho ou comentários (#); ` +
    'inclua uma linha para cada identificador, ou use --no-header se a primeira linha já for um deles.',
  unclosed_quote: ({ file, place, longest }) =>
    s`${file} (${phrases.recordPlace(place)}): a linha que começa ali não termina onde deveria; ` +
    s`provavelmente há aspas (") abertas que nunca se fecham, ou a linha passa de ${plural(longest, 'byte', 'bytes')}. ` +
    'Corrija essa linha e execute de novo.',
  unknown_delimiter: ({ wanted }) =>
    s`O delimitador deve ser um único caractere (ou "tab") e não pode ser aspas; recebido: "${wanted}".`,
  input_empty: ({ file }) =>
    s`${nameAsSubject(file)} não tem conteúdo; é preciso um identificador em cada linha.`,
  input_is_folder: ({ file }) =>
    s`${nameAsSubject(file)} é uma pasta; informe um arquivo dentro dela.`,
  input_missing: ({ file, near }) =>
    near
      ? s`${nameAsSubject(file)} não existe. Você quis dizer ${near}?`
      : s`${nameAsSubject(file)} não existe; verifique o caminho.`,
  input_unreadable: ({ file, reason }) =>
    s`Não é possível ler ${nameAsObject(file)} (${reason}); ` +
    'verifique o caminho e as permissões, feche-o em outros programas (Excel?) e execute de novo.',
  input_changed: ({ file }) =>
    s`${nameAsSubject(file)} mudou durante a leitura; espere o arquivo ficar completo e execute de novo. Nada foi guardado.`,
  disk_full: ({ file, reason }) =>
    s`Não há espaço para uma cópia privada ${nameAfterDe(file)}: ${phrases.writeFailure(reason)}. Libere espaço e execute de novo.`,
  wrong_encoding: ({ file }) =>
    s`${nameAsSubject(file)} não é UTF-8 válido; retire --encoding ou use --encoding latin1.`,
  mixed_encodings: ({ file, utf8, other }) =>
    s`${nameAsSubject(file)} mistura codificações (UTF-8: ${phrases.lines(utf8)}; outra: ${phrases.lines(other)}). ` +
    'Escolha uma com --encoding utf8 ou --encoding latin1; nos dois casos cada célula mantém seus bytes.',
  masked_identifiers: ({ file, option, name }) =>
    s`${file}: a coluna ${option} ${name} tem identificadores mascarados (***.982.247-**), que não podem ser consultados. ` +
    'Use uma lista com todos os dígitos, ou indique outra coluna com --column.',
  not_a_table({ file, is }) {
    const name = nameAsSubject(file);
    switch (is) {
      case 'json':
        return s`${name} é JSON; faça dele uma lista em UTF-8, por exemplo com jq -r '.[].cpf', e use essa lista.`;
      case 'markup':
        return s`${name} é uma página web ou XML, qualquer que seja seu nome; abra-o em uma planilha e salve como .xlsx ou CSV.`;
      case 'joined':
        return (
          s`${name} tem identificadores junto de outros, ou de outro texto, na mesma célula ou linha; ` +
          'ponha cada um em uma linha ou coluna só dele.'
        );
      case 'quoted_lines':
        return (
          s`${name} tem aspas em volta de cada linha inteira, e por isso todas as colunas são uma só; ` +
          'retire essas aspas, ou abra o arquivo em um programa de planilhas, separe a coluna (Texto para Colunas) e salve como .xlsx.'
        );
    }
  },
  other_kind({ file, option, name, kind, wanted, validShare }) {
    const valid = s`${formatPercent(validShare)} das células amostradas são ${phrases.validKinds[kind]}`;
    return (
      s`${file}: a coluna ${option} ${name} tem ${upperKind(kind)}s (${valid}), não ${upperKind(wanted)}s; ` +
      s`retire --type, ou use --type ${kind}.`
    );
  },
  unknown_kind: (facts) =>
    s`${facts.file}: nada indica se a coluna ${nameColumn(facts)} contém CPFs ou CNPJs; informe com --type.`,
  mixed_kinds(facts) {
    const cpfs = plural(facts.cpfs, 'CPF', 'CPFs');
    const cnpjs = plural(facts.cnpjs, 'CNPJ', 'CNPJs');
    return (
      s`${facts.file}: coluna ${nameColumn(facts)} contém poucos identificadores e dos dois tipos: ${cpfs} e ${cnpjs} nas linhas examinadas. ` +
      'Informe o tipo com --type cpf, cnpj ou both.'
    );
  },
  input_too_large(facts) {
    const name = nameAsSubject(facts.file);
    if (facts.limit === 'text')
      return s`${name} tem mais de ${formatSize(facts.most)} de texto; divida-o em vários arquivos.`;
    if (facts.limit === 'columns')
      return (
        s`${name} tem mais de ${columns(facts.most)}; deixe só as necessárias, ` +
        'ou ponha uma quebra de linha depois de cada identificador.'
      );
    if (LINE_LIMITS.has(facts.limit))
      return s`${name} tem uma linha longa demais, ou linhas em branco demais; escreva um identificador por linha.`;
    return (
      s`O conteúdo descompactado ${nameAfterDe(facts.file)} passa do que o confere lê; salve a aba como CSV, ` +
      'ou descompacte o arquivo, e use o que resultar.'
    );
  },
  no_valid_cell(facts, to) {
    const { file, kind, reasons, meant } = facts;
    const noValidCell = s`${file}: nenhuma célula da coluna ${phrases.column(facts)}${phrases.reasonsInBrackets(reasons)} é um ${phrases.kinds[kind]} válido.`;
    if (!meant)
      return s`${noValidCell} Indique a coluna dos identificadores com --column, ou o delimitador com --delimiter.`;
    const valid = s`${formatPercent(meant.validShare)} das células amostradas da coluna ${phrases.column(meant)} são ${phrases.validKinds[meant.kind]}`;
    return s`${noValidCell} Use ${phrases.meantOptions(meant, kind, to)}: ${valid}.`;
  },
};

function nameColumn({ column, name }: NamedColumn): string {
  return name ? s`${column} ${name}` : s`${column}`;
}
