import type { Catalogue } from '../../voice.js';

/** Errors in a command line. */
export const usage: Catalogue = {
  "See '{0} --help'.": "Veja '{0} --help'.",
  "'{0}' needs a value.": "'{0}' precisa de um valor.",
  'There is no such command.': 'Esse comando não existe.',
  "There is no command '{0}'.": "O comando '{0}' não existe.",
  "There is no option '--api-key': a key on the command line shows in the list of processes. Use CONFERE_API_KEY or --api-key-file <path>.":
    "A opção '--api-key' não existe: uma chave na linha de comando aparece na lista de processos. Use CONFERE_API_KEY ou --api-key-file <path>.",
  'There is no such option.': 'Essa opção não existe.',
  "There is no option '{0}' here.": "A opção '{0}' não existe aqui.",
  '{0} It belongs to {1}.': '{0} Ela pertence a {1}.',
  'an argument': 'um argumento',
  "'{0}' needs {1}{2}": "'{0}' precisa de {1}{2}",
  "{0}, as in '{1}'.": "{0}, como em '{1}'.",
  'The choices are {0}.': 'As opções são {0}.',
  "This is not a valid value for '{0}'.": "Isto não é um valor válido para '{0}'.",
  "'{0}' is not a valid value for '{1}'.": "'{0}' não é um valor válido para '{1}'.",
  "'{0}' takes no arguments; got {1}.": "'{0}' não recebe argumentos; recebeu {1}.",
  "'{0}' takes {1#argument|arguments}, not {2}.":
    "'{0}' recebe {1#argumento|argumentos}, e não {2}.",
  '{0} or {1}': '{0} ou {1}',
  'Did you mean {0}?': 'Você quis dizer {0}?',
  "required option '{0}' not specified.": "a opção obrigatória '{0}' não foi informada.",
  "There is no help on that; '{0}' shows what there is.":
    "Não há ajuda sobre isso; '{0}' mostra o que existe.",
  "There is no help on '{0}'. Did you mean '{1} {2}'?":
    "Não há ajuda sobre '{0}'. Você quis dizer '{1} {2}'?",
  'It must be a number of zero or more.': 'Deve ser um número a partir de zero.',
  'It must be a whole number above zero.': 'Deve ser um número inteiro maior que zero.',
  'It must be cpf, cnpj or realtime with its credits, as in cpf=2.':
    'Deve ser cpf, cnpj ou realtime com os créditos, como em cpf=2.',
  'It must be a name.': 'Deve ser um nome.',
  "There is no format '{0}' here; the formats are {1}.":
    "O formato '{0}' não existe aqui; os formatos são {1}.",
  "--fields: there is no field '{0}'. There are: {1}. A field that is new at the service is written data.<name>.":
    "--fields: o campo '{0}' não existe. Existem: {1}. Um campo novo no serviço é escrito como data.<nome>.",
  "--fields: there is no field '{0}'. Did you mean {1}?":
    "--fields: o campo '{0}' não existe. Você quis dizer {1}?",
  "--fields: there is no field '{0}' in the balance. There are: {1}.":
    "--fields: o campo '{0}' não existe no saldo. Existem: {1}.",
};
