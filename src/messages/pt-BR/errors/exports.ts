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
          ? s`${option('fields')}: o campo '${field}' não existe. Existem: ${known.join(', ')}. Um campo novo no serviço é escrito como data.<nome>.`
          : s`${option('fields')}: o campo '${field}' não existe. Você quis dizer ${near}?`,
    })[of],
  partners_need_cnpj: (_, { option }) =>
    s`${option('partners')} é para lotes de CNPJ; este contém CPFs.`,
  same_output: (facts, { option }) =>
    facts.of === 'side_files'
      ? s`O resultado e ${option('partners')} precisam de um nome cada; são o mesmo arquivo.`
      : s`Os resultados de ${facts.first} e ${facts.second} seriam ambos ${facts.output}; nada foi enviado. Execute um por vez com -o, ou renomeie um deles.`,
};

/** The same for the command. */
export const commandExportErrors: CommandErrorsOf<typeof en.commandExportErrors> = {
  output_exists: ({ path, erased }, next) =>
    erased === undefined
      ? s`${path} já existe; acrescente --overwrite para substituí-lo${next.shown({ set: [{ flag: '--overwrite' }] })}, ou -o <arquivo> para gravar em outro lugar.`
      : s`${path} é o resultado do lote ${erased.batch}, do qual ${plural(erased.rows, 'linha foi apagada', 'linhas foram apagadas')} com purge; nada foi enviado. '${next.command('bulk export', erased.batch)}' grava o restante. Antes de substituí-lo com --overwrite, tire de ${erased.file} as pessoas e empresas apagadas; senão elas serão consultadas, cobradas e armazenadas de novo.`,
  output_unwritable: (facts, next) => {
    const { path } = facts;
    if (facts.why !== 'failed')
      return {
        no_folder: s`Não é possível gravar ${path}: a pasta não existe.` + phrases.unsent(next),
        held:
          s`${path} está aberto em outro programa, talvez no Excel; feche-o lá ou indique outro arquivo.` +
          phrases.unsent(next),
        reserved:
          s`O Windows não aceita o arquivo ${path}: um nome não pode ser de dispositivo (nul, aux, com1), ter : * ? " < > | nem terminar em ponto ou espaço.` +
          phrases.unsent(next),
        is_folder: s`${path} é uma pasta; informe um arquivo dentro dela.`,
        no_file: s`${path} é um link ou não é um arquivo comum, e seria substituído por um; informe outro arquivo, ou -o - para a saída padrão.`,
      }[facts.why];
    const advice = {
      results: s`Os resultados estão seguros; ${next.onward()} os grava quando isso estiver corrigido, ou -o <arquivo> em outro lugar.`,
      records: s`Corrija isso e execute ${next.again({ drop: ['--fresh'] })} outra vez, que tira do histórico o que já foi pago.`,
      page: '-o <arquivo> grava em outro lugar.',
      nothing: 'Indique outro arquivo.',
    }[facts.kept];
    return s`Não foi possível gravar ${path}: ${phrases.unwritten(facts.reason)}. ${advice}`;
  },
  copy_damaged: ({ batch, file, typed }, next) =>
    s`A cópia de ${file} guardada no lote ${batch} está danificada; nenhum resultado foi gravado. ${next.reading(file, typed)} refaz a cópia se o arquivo ainda for o mesmo, e nada é pago duas vezes.`,
  rows_differ: ({ batch, file, rows, found }, next) =>
    s`O lote ${batch} tem ${plural(rows, 'linha', 'linhas')}, mas a cópia de ${file} guardada nele tem ${number(found)}; o resultado não está completo. '${next.command('bulk run', file, '--again')}' com o arquivo original cria um lote novo; o que já foi pago vem do histórico local.`,
  too_many_rows: ({ most }) =>
    s`Uma planilha comporta ${plural(most, 'linha', 'linhas')} e aqui há mais; use -o com um nome que termine em .csv, ou --format csv sem -o.`,
  too_many_columns: ({ most }) =>
    s`Uma planilha comporta ${plural(most, 'coluna', 'colunas')} e uma linha aqui tem mais; use -o com um nome que termine em .csv, ou --format csv sem -o.`,
  workbook_too_large: () =>
    'Uma planilha não comporta uma aba de mais de 4 GB, e esta seria; use -o com um nome que termine em .csv, ou --format csv sem -o.',
  output_failed: ({ reason, path }, next) => {
    if (!isDiskFull(reason)) return s`Não foi possível gravar a saída (${reason}).`;
    if (path !== undefined)
      return s`Não foi possível gravar ${path}: ${phrases.unwritten(reason)}. Libere espaço e execute ${next.onward()} de novo.`;
    return next.pays
      ? s`Não foi possível gravar a saída: ${phrases.unwritten(reason)}. Libere espaço e execute ${next.onward()} de novo; o que já foi pago está guardado e não custa mais nada.`
      : s`Não foi possível gravar a saída: ${phrases.unwritten(reason)}. Libere espaço e execute ${next.onward()} de novo.`;
  },
  rejects_is_input: () => '--rejects substituiria a entrada; indique outro arquivo.',
  workbook_to_terminal: () => 'Uma planilha não cabe no terminal; indique um arquivo com -o.',
  page_to_terminal: () =>
    'Uma página não é para o terminal; indique um arquivo com -o, como em -o relatorio.html.',
  rejects_need_file: () => 'stdout já recebe o relatório; indique um arquivo com --rejects.',
  output_is_input: ({ file, output, of }) =>
    ({
      comparison: s`-o substituiria ${file}, que está sendo comparado; indique outro arquivo.`,
      export: s`${output} é a entrada do lote, que nunca é substituída. Indique outro arquivo.`,
      run: s`${output} é a própria entrada, que nunca é substituída; nada foi enviado. Indique outro arquivo.`,
      inputs: s`O resultado de ${file} seria ${output}, que também é uma entrada; nada foi enviado. Deixe resultados fora das entradas, ou use --out-dir.`,
    })[of ?? 'inputs'],
  one_side_file: () =>
    s`--partners é um arquivo para uma entrada; execute várias entradas uma por vez, ou exporte cada lote com essa opção.`,
};
