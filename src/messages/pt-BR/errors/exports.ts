import type * as en from '../../en/errors/exports.js';
import { phrases } from '../phrases.js';
import { number, plural, s } from '../words.js';
import { isDiskFull } from '../../../errors/full-disk.js';
import type { CommandErrorsOf, ErrorsOf } from '../../reader.js';

/** Results, for every reader. */
export const exportErrors: ErrorsOf<typeof en.exportErrors> = {
  unknown_field: ({ field, known, near, of }, { option }) =>
    ({
      result: s`${option('fields')}: o campo '${field}' não existe nos resultados. ${phrases.fieldHint(near, known)}`,
      balance: s`${option('fields')}: o campo '${field}' não existe no saldo. Existem: ${known.join(', ')}.`,
      comparison: s`${option('only')}: não existe o grupo ou campo '${field}'. Existem: ${known.join(', ')}.`,
      lookup:
        near === undefined
          ? s`${option('fields')}: o campo '${field}' não existe. Existem: ${known.join(', ')}. Um campo que esta versão não conhece: data.<nome>.`
          : s`${option('fields')}: o campo '${field}' não existe. Você quis dizer ${near}?`,
    })[of],
  partners_need_cnpj: (_, { option }) =>
    s`${option('partners')} é para lotes de CNPJ; este contém CPFs.`,
  same_output: (facts, { option }) =>
    facts.of === 'side_files'
      ? s`O resultado e ${option('partners')} precisam de nomes diferentes.`
      : s`Nada foi enviado: os resultados de ${facts.first} e ${facts.second} seriam ambos ${facts.output}. Execute um por vez com -o, ou renomeie um deles.`,
};

/** The same for the command. */
export const commandExportErrors: CommandErrorsOf<typeof en.commandExportErrors> = {
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
    s`Nenhum resultado foi gravado: o lote ${batch} tem ${plural(rows, 'linha', 'linhas')}, mas a cópia guardada de ${file} tem ${number(found)}. Para criar um lote novo com o arquivo original: '${next.command('bulk run', file, '--again')}'; os registros pagos são reaproveitados.`,
  too_many_rows: ({ most }) =>
    s`Uma planilha comporta no máximo ${plural(most, 'linha', 'linhas')}; use -o com um nome .csv, ou --format csv.`,
  too_many_columns: ({ most }) =>
    s`Uma planilha comporta no máximo ${plural(most, 'coluna', 'colunas')}; use -o com um nome .csv, ou --format csv.`,
  workbook_too_large: () =>
    'Uma aba de planilha comporta no máximo 4 GB; use -o com um nome .csv, ou --format csv.',
  output_failed: ({ reason, path }, next) => {
    if (!isDiskFull(reason)) return s`Não foi possível gravar a saída (${reason}).`;
    if (path !== undefined)
      return s`Não foi possível gravar ${path}: ${phrases.unwritten(reason)}. Libere espaço e execute ${next.onward()} de novo.`;
    return next.pays
      ? s`Não foi possível gravar a saída: ${phrases.unwritten(reason)}. Libere espaço e execute ${next.onward()} de novo; os registros pagos estão guardados.`
      : s`Não foi possível gravar a saída: ${phrases.unwritten(reason)}. Libere espaço e execute ${next.onward()} de novo.`;
  },
  rejects_is_input: () => '--rejects substituiria a entrada; indique outro arquivo.',
  workbook_to_terminal: () =>
    'Uma planilha não pode ser mostrada no terminal; indique um arquivo com -o.',
  page_to_terminal: () =>
    'Uma página não pode ser mostrada no terminal; indique um arquivo com -o, como em -o relatorio.html.',
  rejects_need_file: () =>
    'A saída padrão já recebe o relatório; indique um arquivo com --rejects.',
  output_is_input: ({ file, output, of }) =>
    ({
      comparison: s`-o substituiria ${file}, um dos dois resultados; indique outro arquivo.`,
      export: s`${output} é a entrada do lote, que nunca é substituída. Indique outro arquivo.`,
      run: s`Nada foi enviado: ${output} é a própria entrada, que nunca é substituída. Indique outro arquivo.`,
      inputs: s`Nada foi enviado: o resultado de ${file} seria ${output}, que também é uma entrada. Deixe resultados fora das entradas, ou use --out-dir.`,
    })[of ?? 'inputs'],
  one_side_file: () =>
    '--partners grava um arquivo para uma entrada; execute as entradas uma por vez, ou exporte cada lote com essa opção.',
};
