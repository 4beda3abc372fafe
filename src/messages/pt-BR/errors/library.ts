import type * as en from '../../en/errors/library.js';
import { phrases } from '../phrases.js';
import { s } from '../words.js';
import type { ErrorsOf } from '../../reader.js';

/** Calls of the library. */
export const libraryErrors: ErrorsOf<typeof en.libraryErrors> = {
  bad_argument: ({ argument, given, expected }) => {
    const must =
      typeof expected === 'string'
        ? {
            above_zero: 'um número acima de 0',
            not_negative: 'um número de 0 para cima',
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
          }[expected]
        : phrases.oneOf(expected);
    return s`${argument} precisa ser ${must}; é ${given}. Nada foi enviado.`;
  },
  unknown_argument: ({ near }) =>
    near === undefined
      ? 'As opções têm um nome que a biblioteca não conhece. Nada foi enviado.'
      : s`As opções têm um nome que a biblioteca não conhece; ${near} é parecido. Nada foi enviado.`,
  closed: ({ of }) =>
    of === 'client'
      ? 'Este cliente está fechado; crie outro. Nada foi enviado.'
      : 'Este histórico está fechado; abra-o de novo. Nada foi enviado.',
  confirm_failed: () => 'A função confirm lançou um erro, por isso nada foi enviado.',
  input_failed: () => 'O iterável com a entrada lançou um erro, por isso nada foi enviado.',
  input_endless: ({ gigabytes }) =>
    s`O iterável com a entrada tem mais de ${gigabytes} GB e não foi lido até o fim. Nada foi enviado.`,
  stream_closed: () =>
    'O stream foi fechado antes de todo o resultado ser gravado. Os resultados estão seguros; exporte-os de novo.',
  defect: () =>
    'Isto é um defeito do confere; a causa diz onde. O que estava em andamento pode ter sido cobrado.',
};
