import type { library as en } from '../en/library.js';
import { s } from './words.js';

export const library: typeof en = {
  badArgument: (argument, expected, given) =>
    s`${argument} precisa ser ${expected}; é ${given}. Nada foi enviado.`,
  unknownArgument: 'As opções têm um nome que a biblioteca não conhece. Nada foi enviado.',
  unknownArgumentNear: (near) =>
    s`As opções têm um nome que a biblioteca não conhece; ${near} é parecido. Nada foi enviado.`,
  clientClosed: 'Este cliente está fechado; crie outro. Nada foi enviado.',
  ledgerClosed: 'Este histórico está fechado; abra-o de novo. Nada foi enviado.',
  confirmFailed: 'A função confirm lançou um erro, por isso nada foi enviado.',
  inputFailed: 'O iterável com a entrada lançou um erro, por isso nada foi enviado.',
  inputEndless: (gigabytes) =>
    s`O iterável com a entrada tem mais de ${gigabytes} GB e não foi lido até o fim. Nada foi enviado.`,
  streamClosed:
    'O stream foi fechado antes de todo o resultado ser gravado. Os resultados estão seguros; exporte-os de novo.',
  defect:
    'Isto é um defeito do confere; a causa diz onde. O que estava em andamento pode ter sido cobrado.',
  aboveZero: 'um número acima de 0',
  notNegative: 'um número de 0 para cima',
  text: 'um texto que não seja vazio',
  texts: 'uma lista de textos',
  date: 'uma Date válida',
  boolean: 'true ou false',
  function: 'uma função',
  signal: 'um AbortSignal',
  options: 'um objeto com opções',
  batch: 'o id de um lote, ou um começo único dele',
  decision: "'abandon', 'resubmit' ou { adopt: jobId }",
  input: 'um caminho, uma lista de identificadores ou um iterável assíncrono de bytes',
  output: 'um caminho, ou um stream de escrita',
  identifiers: 'uma lista de 1 a 10.000 textos',
  prices: 'créditos, não negativos, de cpf, cnpj e realtime',
};
