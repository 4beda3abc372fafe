import type { exports as en } from '../en/exports.js';
import { number, plural, s } from './words.js';

export const exports: typeof en = {
  knownFields: (known) =>
    s`Existem: ${known}. Um campo novo no serviço é escrito como data.<nome>.`,
  noSuchResultField: (field, hint) =>
    s`--fields: o campo '${field}' não existe nos resultados. ${hint}`,
  badFormat: (wanted, listed) =>
    s`Uma exportação não pode ser gravada como ${wanted}; os formatos são ${listed}.`,
  notEnded: (batch, command) =>
    s`O lote ${batch} não terminou; '${command}' espera por ele, --partial exporta o que já existe.`,
  copyDamaged: (file, batch, reading) =>
    s`A cópia de ${file} guardada no lote ${batch} está danificada; nenhum resultado foi gravado. ${reading} refaz a cópia se o arquivo ainda for o mesmo, e nada é pago duas vezes.`,
  rowsDiffer: ({ batch, rows, file, found, command }) =>
    s`O lote ${batch} tem ${plural(rows, 'linha', 'linhas')}, mas a cópia de ${file} guardada nele tem ${number(found)}; o resultado não está completo. '${command}' com o arquivo original cria um lote novo; o que já foi pago vem do histórico local.`,
  noFolder: (path) => s`Não é possível gravar ${path}: a pasta não existe.`,
  forCnpjBatches: (option) => s`${option} é para lotes de CNPJ; este contém CPFs.`,
  sameOutput:
    'O resultado, --partners e --secondary-cnaes precisam de um nome cada; dois deles são o mesmo arquivo.',
  mendAndRerun: (again) =>
    s`Corrija isso e execute ${again} outra vez, que tira do histórico o que já foi pago.`,
  resultsSafe: (onward) =>
    s`Os resultados estão seguros; ${onward} os grava quando isso estiver corrigido, ou -o <arquivo> em outro lugar.`,
  hasErased: ({ path, batch, rows, command, file }) =>
    s`${path} é o resultado do lote ${batch}, do qual ${plural(rows, 'linha foi apagada', 'linhas foram apagadas')} com purge; nada foi enviado. '${command}' grava o restante. Antes de substituí-lo com --overwrite, tire de ${file} as pessoas e empresas apagadas; senão elas serão consultadas, cobradas e armazenadas de novo.`,
  exists: (path, shown) =>
    s`${path} já existe; acrescente --overwrite para substituí-lo${shown}, ou -o <arquivo> para gravar em outro lugar.`,
  heldOpen: (path) =>
    s`${path} está aberto em outro programa, talvez no Excel; feche-o lá ou indique outro arquivo.`,
  whyHeld: 'outro programa está com ele aberto',
  whyHeldOrProtected: 'outro programa está com ele aberto, ou ele está protegido',
  reservedName: (path) =>
    s`O Windows não aceita o arquivo ${path}: um nome não pode ser de dispositivo (nul, aux, com1), ter : * ? " < > | nem terminar em ponto ou espaço.`,
  whyNoFolder: 'a pasta não existe',
  whyNotPermitted: 'sem permissão para gravar na pasta',
  whyReadOnly: 'o sistema de arquivos é somente leitura',
  whyDiskFull: 'o disco está cheio',
  whyQuota: 'a sua cota de disco acabou',
  whyTooLarge: 'ele seria maior do que um arquivo pode ser aqui',
  whyIsFolder: 'é uma pasta',
  whyNameTooLong: 'o nome é longo demais',
  whyLinkLoop: 'é um link que volta para si mesmo',
  whyFolderIsFile: 'o que deveria ser a pasta é um arquivo',
  failed: (path, why, advice) => s`Não foi possível gravar ${path}: ${why}. ${advice}`,
  tooManyRows: (most) =>
    s`Uma planilha comporta ${plural(most, 'linha', 'linhas')} e aqui há mais; use -o com um nome que termine em .csv, ou --format csv sem -o.`,
  tooManyColumns: (most) =>
    s`Uma planilha comporta ${plural(most, 'coluna', 'colunas')} e uma linha aqui tem mais; use -o com um nome que termine em .csv, ou --format csv sem -o.`,
  workbookTooLarge:
    'Uma planilha não comporta uma aba de mais de 4 GB, e esta seria; use -o com um nome que termine em .csv, ou --format csv sem -o.',
  rejectsWouldReplaceInput: '--rejects substituiria a entrada; indique outro arquivo.',
  badExtension: (extension, known) =>
    s`Não é possível gravar um arquivo que termina em .${extension}; o nome pode terminar em ${known}.`,
  extensionContradicts: (extension, format, option) =>
    s`Um arquivo que termina em .${extension} não é gravado como ${format}; omita ${option} ou use um nome que termine em .${format}.`,
  nameAnotherFile: 'Indique outro arquivo.',
  reportOnStdout: 'stdout já recebe o relatório; indique um arquivo com --rejects.',
  workbookNotForTerminal: 'Uma planilha não cabe no terminal; indique um arquivo com -o.',
  pageNotForTerminal:
    'Uma página não é para o terminal; indique um arquivo com -o, como em -o relatorio.html.',
  reportWritten: (file) => s`Relatório: ${file}`,
  writeElsewhere: '-o <arquivo> grava em outro lugar.',
  noSuchField: (field, listed) =>
    s`--fields: o campo '${field}' não existe. Existem: ${listed}. Um campo novo no serviço é escrito como data.<nome>.`,
  noSuchFieldNear: (field, near) =>
    s`--fields: o campo '${field}' não existe. Você quis dizer ${near}?`,
  noSuchQuotaField: (field, listed) =>
    s`--fields: o campo '${field}' não existe no saldo. Existem: ${listed}.`,
  notARegularFile: (path) =>
    s`${path} é um link ou não é um arquivo comum, e seria substituído por um; informe outro arquivo, ou -o - para a saída padrão.`,
  isFolder: (file) => s`${file} é uma pasta; informe um arquivo dentro dela.`,
  resultsCollide: (first, second, output) =>
    s`Os resultados de ${first} e ${second} seriam ambos ${output}; nada foi enviado. Execute um por vez com -o, ou renomeie um deles.`,
  resultIsInput: (file, output) =>
    s`O resultado de ${file} seria ${output}, que também é uma entrada; nada foi enviado. Deixe resultados fora das entradas, ou use --out-dir.`,
  oneSideFile: (option) =>
    s`${option} é um arquivo para uma entrada; execute várias entradas uma por vez, ou exporte cada lote com essa opção.`,
  skipQuestion: (written) => s`Para não perguntar de novo, use --column ${written}.`,
  outputFileFailed: (path, because, onward) =>
    s`Não foi possível gravar ${path}: ${because}. Libere espaço e execute ${onward} de novo.`,
  outputFailedPaid: (because, onward) =>
    s`Não foi possível gravar a saída: ${because}. Libere espaço e execute ${onward} de novo; o que já foi pago está guardado e não custa mais nada.`,
  outputFailed: (because, onward) =>
    s`Não foi possível gravar a saída: ${because}. Libere espaço e execute ${onward} de novo.`,
  stdoutFailed: (reason) => s`Não foi possível gravar a saída (${reason}).`,
  neverReplaceBatchInput: (output) =>
    s`${output} é a entrada do lote, que nunca é substituída. Indique outro arquivo.`,
  neverReplaceInput: (output) =>
    s`${output} é a própria entrada, que nunca é substituída; nada foi enviado. Indique outro arquivo.`,
};
