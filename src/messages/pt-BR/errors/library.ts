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
            above_zero: 'um número maior que 0',
            not_negative: 'um número maior ou igual a 0',
            text: 'um texto não vazio',
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
    return s`Nada foi enviado: ${argument} deve ser ${must}, e não ${given}.`;
  },
  unknown_argument: ({ near }) =>
    near === undefined
      ? 'Nada foi enviado: as opções têm um nome que a biblioteca não conhece.'
      : s`Nada foi enviado: as opções têm um nome que a biblioteca não conhece. Você quis dizer ${near}?`,
  closed: ({ of }) =>
    of === 'client'
      ? 'Nada foi enviado: este cliente está fechado. Crie outro.'
      : 'Nada foi enviado: este histórico está fechado. Abra-o de novo.',
  confirm_failed: () => 'Nada foi enviado: a função confirm lançou um erro.',
  input_failed: () => 'Nada foi enviado: o iterável com a entrada lançou um erro.',
  input_endless: ({ gigabytes }) =>
    s`Nada foi enviado: o iterável com a entrada tem mais de ${gigabytes} GB e não foi lido até o fim.`,
  stream_closed: () =>
    'O stream foi fechado antes de todo o resultado ser gravado. Os resultados estão salvos; exporte-os de novo.',
  defect: () =>
    'Erro interno do confere; veja a causa. Requisições em andamento podem ter sido cobradas.',
};
