import type { Catalogue } from '../voice.js';

/** Errors of programs that call the library. */
export const library: Catalogue = {
  '{0} must be {1}; it is {2}. Nothing was sent.': '{0} precisa ser {1}; é {2}. Nada foi enviado.',
  'The options have a name that the library does not know. Nothing was sent.':
    'As opções têm um nome que a biblioteca não conhece. Nada foi enviado.',
  'The options have a name that the library does not know; {0} is near. Nothing was sent.':
    'As opções têm um nome que a biblioteca não conhece; {0} é parecido. Nada foi enviado.',
  'This client is closed; create another one. Nothing was sent.':
    'Este cliente está fechado; crie outro. Nada foi enviado.',
  'This ledger is closed; open it again. Nothing was sent.':
    'Este histórico está fechado; abra-o de novo. Nada foi enviado.',
  'The function confirm threw an error, so nothing was sent.':
    'A função confirm lançou um erro, por isso nada foi enviado.',
  'The iterable with the input threw an error, so nothing was sent.':
    'O iterável com a entrada lançou um erro, por isso nada foi enviado.',
  'The iterable with the input has more than {0} GB, and was read no further. Nothing was sent.':
    'O iterável com a entrada tem mais de {0} GB e não foi lido até o fim. Nada foi enviado.',
  'The stream was closed before the whole result was written. The results are safe; export them again.':
    'O stream foi fechado antes de todo o resultado ser gravado. Os resultados estão seguros; exporte-os de novo.',
  'This is a defect of confere; its cause says where. What was under way may have been charged.':
    'Isto é um defeito do confere; a causa diz onde. O que estava em andamento pode ter sido cobrado.',
  'a number above 0': 'um número acima de 0',
  'a number of 0 or more': 'um número de 0 para cima',
  'a text that is not empty': 'um texto que não seja vazio',
  'a list of texts': 'uma lista de textos',
  'true or false': 'true ou false',
  'a function': 'uma função',
  'an AbortSignal': 'um AbortSignal',
  'an object with options': 'um objeto com opções',
  'the id of a batch, or a unique beginning of it': 'o id de um lote, ou um começo único dele',
  "'abandon', 'resubmit' or { adopt: jobId }": "'abandon', 'resubmit' ou { adopt: jobId }",
  'a path, or an async iterable of bytes': 'um caminho, ou um iterável assíncrono de bytes',
  'a path, or a writable stream': 'um caminho, ou um stream de escrita',
  'a list of 1 to 10,000 texts': 'uma lista de 1 a 10.000 textos',
  'credits, not negative, of cpf, cnpj and realtime':
    'créditos, não negativos, de cpf, cnpj e realtime',
};
