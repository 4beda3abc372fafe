import type { usage as en } from '../en/usage.js';
import { agree, plural, s } from './words.js';

export const usage: typeof en = {
  badJobId: 'Deve ser o id de uma remessa (jobId): letras, dígitos e hífens.',
  badDelimiter: 'Deve ser um caractere ou tab.',
  yesWords: 's sim',
  question: (question) => s`${question} [s/N] `,
  endOfInputKeys: 'Ctrl-Z e Enter',
  readingTerminal: (end) => s`Lendo identificadores do terminal, um por linha; ${end} encerra.`,
  stoppedRestNotAsked:
    'Interrompido; o que foi impresso está respondido, e o resto não foi consultado.',
  stopped: 'Interrompido.',
  stoppedAtOnce: 'Interrompido imediatamente.',
  stoppedNothingSent: 'Interrompido; nada foi enviado, e nada fica guardado.',
  stoppedNothingWritten: 'Interrompido; nada foi gravado.',
  stoppedNothingPaid: 'Interrompido; nada que custe créditos foi pedido.',
  stoppedSaved: 'Interrompido; tudo está salvo.',
  notSent: (unsent) =>
    s`${plural(unsent, 'identificador não foi enviado', 'identificadores não foram enviados')}.`,
  stoppedWatching: (jobs, running) =>
    s`Acompanhamento interrompido. ${plural(jobs, 'remessa', 'remessas')} (${plural(running, 'identificador', 'identificadores')}) ${agree(jobs, 'continua', 'continuam')} no serviço, que cobra o que encontrar.`,
  stoppedMayBeCharged:
    'Interrompido na hora; uma consulta ou um envio em andamento pode ter sido cobrado.',
  stopping: 'Parando depois da resposta atual; pressione Ctrl-C de novo para parar já.',
  seeHelp: (help) => s`Veja '${help} --help'.`,
  optionNeedsValue: (option) => s`'${option}' precisa de um valor.`,
  noSuchCommand: 'Esse comando não existe.',
  noCommand: (word) => s`O comando '${word}' não existe.`,
  noKeyOption:
    "A opção '--api-key' não existe: uma chave na linha de comando aparece na lista de processos. Use CONFERE_API_KEY ou --api-key-file <caminho>.",
  noSuchOption: 'Essa opção não existe.',
  noOption: (flag) => s`A opção '${flag}' não existe aqui.`,
  belongsTo: (told, listed) => s`${told} Ela pertence a ${listed}.`,
  anArgument: 'um argumento',
  needsArgument: (command, name, shown) => s`'${command}' precisa de ${name}${shown}`,
  asIn: (told, example) => s`${told}, como em '${example}'.`,
  choices: (choices) => s`As opções são ${choices}.`,
  badValue: (place) => s`Isto não é um valor válido para '${place}'.`,
  badValueOf: (value, place) => s`'${value}' não é um valor válido para '${place}'.`,
  takesNoArguments: (command, given) => s`'${command}' não recebe argumentos; recebeu ${given}.`,
  takesArguments: (command, most, given) =>
    s`'${command}' recebe ${plural(most, 'argumento', 'argumentos')}, e não ${given}.`,
  or: (all, last) => s`${all} ou ${last}`,
  didYouMean: (near) => s`Você quis dizer ${near}?`,
  requiredOption: (option) => s`a opção obrigatória '${option}' não foi informada.`,
  noHelpTopic: (help) => s`Não há ajuda sobre isso; '${help}' mostra o que existe.`,
  noHelpTopicNear: (word, help, near) =>
    s`Não há ajuda sobre '${word}'. Você quis dizer '${help} ${near}'?`,
  sameCommand: 'o mesmo comando',
  sameCommandNoFresh: 'o mesmo comando sem --fresh',
  inFolderOfFile: (command) => s`'${command}' (na pasta desse arquivo, com as opções daquela vez)`,
  againWithSameInput: (command) => s`'${command} - --again' com a mesma entrada`,
  toContinue: (onward) => s`Para continuar: ${onward}.`,
  rerunIn: (command, wait) => s`Execute ${command} de novo daqui a ${wait}.`,
  standardInput: 'entrada padrão',
  defect: (error) => s`Este é um defeito do confere: ${error}`,
  defectOf: (program, error) => s`Este é um defeito do confere ${program}: ${error}`,
};
