import { findClosest } from '../../../base/closest.js';
import type { OutputErrors } from '../../../base/file-errors.js';
import { repeatWith } from '../../next-steps.js';
import type { NextSteps, Sentences } from '../../reader.js';
import { listExtensions, FIELD_OPTIONS } from '../../words.js';
import { number, nameAfterDe, phrases, rows, s } from '../phrases.js';

/** The sentences of errors that keep a result from being written. */
export const outputErrors: Sentences<OutputErrors> = {
  unknown_field({ of, field, near, known, place }, to) {
    const help = near ? s`Você quis dizer ${near}?` : s`Existem: ${known.join(', ')}.`;
    const where = place ? phrases.place(place, to) : FIELD_OPTIONS[of];
    const remedy = place ? phrases.remedy(place, to) : '';
    return s`${where}: o campo '${field}' não existe. ${help}${remedy}`;
  },
  bad_comparison: () =>
    '--compare precisa de um campo e daquilo com que ele é comparado: --compare name="Ana Souza" em uma consulta, ' +
    '--compare name=Cliente para uma coluna do arquivo.',
  compared_twice: ({ field }) => s`--compare: ${field} aparece duas vezes. Retire um dos dois.`,
  compared_in_parts: ({ field, parts }) =>
    s`--compare: ${field} é uma lista de itens. Compare um campo deles: ${parts.join(', ')}.`,
  compared_column({ why, wanted, near, columns }) {
    const columnList = phrases.columns(columns);
    if (why === 'several')
      return s`--compare: várias colunas se chamam ${wanted}. Indique uma pelo número: ${columnList}.`;
    if (why === 'result')
      return s`--compare: ${wanted} é uma coluna de um resultado anterior. Indique uma coluna sua: ${columnList}.`;
    const meant = near ? s` Você quis dizer ${phrases.column(near)}?` : '';
    // The text may be the name of a person, as a lookup takes it, and logs keep what is printed.
    return s`--compare: essa coluna não existe.${meant} As colunas: ${columnList}.`;
  },
  only_compared: ({ verdict }) =>
    s`--only ${verdict} é um resultado de --compare, que falta. ` +
    'Diga o que deve ser comparado, como em --compare name=Cliente.',
  partners_need_cnpj: () => '--partners é para lotes de CNPJ; este contém CPFs.',
  same_output(facts) {
    if (facts.of === 'side_files') return 'O resultado e --partners precisam de nomes diferentes.';
    const { first, second, output } = facts;
    return (
      s`Nada foi enviado: os resultados de ${first} e ${second} seriam ambos ${output}. ` +
      'Execute um por vez com -o, ou renomeie um deles.'
    );
  },
  output_unwritable(facts, to) {
    const { path, reason } = facts;
    return s`Não é possível gravar ${path}: ${phrases.writeFailure(reason)}. ${adviseAfterFailedWrite(facts, to)}`;
  },
  copy_damaged: ({ file, batch, typed }, to) =>
    s`Nenhum resultado foi gravado: a cópia ${nameAfterDe(file)} guardada (lote ${batch}) está danificada. ` +
    s`Para refazê-la com o mesmo arquivo, execute ${to.readAgain(file, typed)}; nada é pago duas vezes.`,
  rows_differ: ({ file, batch, rows: planned, found }, to) =>
    s`Nenhum resultado foi gravado: o lote ${batch} tem ${rows(planned)}, mas a cópia guardada ${nameAfterDe(file)} tem ${number(found)}. ` +
    s`Para criar um lote novo com o arquivo original: ${to.startNewBatch(file)}; os registros pagos são reaproveitados.`,
  workbook_too_large: () =>
    'Uma aba de planilha comporta no máximo 1.048.575 linhas, 16.384 colunas e 4 GB; ' +
    'use -o com um nome .csv, ou --format csv.',
  workbook_closed: ({ why }, to) =>
    (why === 'signed'
      ? 'Esta planilha está assinada, e gravar um resultado nela invalidaria a assinatura. '
      : 'Esta planilha não está em UTF-8, e por isso nenhum resultado pode ser gravado nela. Abra e salve a planilha no Excel, ou ') +
    s`${why === 'signed' ? 'Use' : 'use'} ${to.option('-o')} com um nome .csv.${phrases.nothingSentBy(to)}`,
  workbook_name: ({ extension, needed }, to) =>
    (needed === 'xlsm'
      ? 'O resultado é a planilha com as suas macros. '
      : 'O resultado é uma planilha nova, sem macros. ') +
    s`O Excel só a abre com um nome que termine em .${needed}, e não em .${extension}.${phrases.nothingSentBy(to)}`,
  unknown_extension: ({ extension, known }, to) =>
    s`Não é possível gravar um arquivo que termina em .${extension}. ` +
    s`Use um nome que termine em ${listExtensions(known)}.${phrases.nothingSentBy(to)}`,
  unknown_format({ wanted, formats, place }, to) {
    const formatList = formats.join(', ');
    const meant = phrases.didYouMean(findClosest(wanted, formats));
    if (!place) return s`O formato '${wanted}' não existe aqui. Formatos: ${formatList}.${meant}`;
    return (
      s`${phrases.place(place, to)} deve ser um de ${formatList}: ${wanted}.` +
      s`${phrases.remedy(place, to)}${meant}`
    );
  },
  format_against_name: ({ extension, format, option }, to) =>
    s`O nome do arquivo termina em .${extension}, mas o formato é ${format}. ` +
    s`Retire ${option}, ou use um nome que termine em .${format}.${phrases.nothingSentBy(to)}`,
  options_contradict: ({ one, other }) => s`${one} e ${other} se contradizem. Retire um dos dois.`,
  output_exists: ({ path }, to) =>
    s`${path} já existe; acrescente --overwrite para substituí-lo${repeatWith(to, '--overwrite')}, ` +
    s`ou ${nameOtherOutput(to)} para gravar em outro lugar.`,
};

function adviseAfterFailedWrite(
  { kept }: OutputErrors['output_unwritable'],
  to: NextSteps,
): string {
  switch (kept) {
    case 'results':
      return s`Os resultados estão guardados: corrija isso e execute ${to.continueRun()}, ou grave em outro lugar com -o <arquivo>.`;
    case 'records':
      return s`Corrija isso e execute ${to.repeat({ drop: ['--fresh'] })} de novo; os registros pagos são reaproveitados.`;
    case 'nothing':
      return s`Indique outro arquivo.${phrases.nothingSentBy(to)}`;
  }
}

/** Returns the option that names another file or folder for the output; a check writes rejected rows only. */
function nameOtherOutput(to: NextSteps): string {
  if (to.currentCommand === 'bulk check') return '--rejects <arquivo>';
  return to.isTyped('--out-dir') ? 'outra pasta em --out-dir' : '-o <arquivo>';
}
