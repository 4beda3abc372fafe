import type { usage as en } from '../en/usage.js';
import { agree, plural, s } from './words.js';

export const usage: typeof en = {
  badJobId: 'Use o id de uma remessa (jobId): letras, dígitos e hífens.',
  badDelimiter: 'Use um caractere, ou tab.',
  yesWords: 's sim',
  question: (question) => s`${question} [s/N] `,
  endOfInputKeys: 'Ctrl-Z e Enter',
  readingTerminal: (end) =>
    s`Lendo identificadores do terminal, um por linha. Tecle ${end} para terminar.`,
  stoppedRestNotAsked: 'Interrompido. O que foi impresso está respondido; o resto não foi enviado.',
  stopped: 'Interrompido.',
  stoppedAtOnce: 'Interrompido imediatamente.',
  stoppedNothingSent: 'Interrompido. Nada foi enviado nem guardado.',
  stoppedNothingWritten: 'Interrompido. Nada foi gravado.',
  stoppedNothingPaid: 'Interrompido. Nada foi cobrado.',
  stoppedSaved: 'Interrompido. Tudo está salvo.',
  notSent: (unsent) =>
    s`${plural(unsent, 'identificador não foi enviado', 'identificadores não foram enviados')}.`,
  stoppedWatching: (jobs, running) =>
    s`Acompanhamento interrompido. ${plural(jobs, 'remessa', 'remessas')} (${plural(running, 'identificador', 'identificadores')}) ${agree(jobs, 'continua', 'continuam')} no serviço, que cobra o que encontrar.`,
  stoppedMayBeCharged:
    'Interrompido imediatamente. Uma consulta ou um envio em andamento pode ter sido cobrado.',
  stopping: 'Parando depois da resposta atual; pressione Ctrl-C de novo para parar já.',
  seeHelp: (help) => s`Veja '${help} --help'.`,
  optionNeedsValue: (option) => s`'${option}' precisa de um valor.`,
  noSuchCommand: 'Esse comando não existe.',
  noCommand: (word) => s`O comando '${word}' não existe.`,
  noKeyOption:
    "A opção '--api-key' não existe: uma chave na linha de comando aparece na lista de processos. Use CONFERE_API_KEY ou --api-key-file <caminho>.",
  noSuchOption: 'Essa opção não existe.',
  noOption: (flag) => s`A opção '${flag}' não existe aqui.`,
  belongsTo: (told, listed) => s`${told} Ela é uma opção de ${listed}.`,
  anArgument: 'um argumento',
  needsArgument: (command, name, shown) => s`'${command}' precisa de ${name}${shown}`,
  asIn: (told, example) => s`${told}, como em '${example}'.`,
  choices: (choices) => s`Valores: ${choices}.`,
  badValue: (place) => s`Isto não é um valor válido para '${place}'.`,
  badValueOf: (value, place) => s`'${value}' não é um valor válido para '${place}'.`,
  takesNoArguments: (command, given) =>
    s`'${command}' não recebe argumentos, mas recebeu ${given}.`,
  takesArguments: (command, most, given) =>
    s`'${command}' recebe ${plural(most, 'argumento', 'argumentos')}, e não ${given}.`,
  or: (all, last) => s`${all} ou ${last}`,
  didYouMean: (near) => s`Você quis dizer ${near}?`,
  requiredOption: (option) => s`A opção '${option}' é obrigatória.`,
  noHelpTopic: (help) => s`Esse tópico de ajuda não existe. Para ver a lista: '${help}'.`,
  noHelpTopicNear: (word, help, near) =>
    s`O tópico de ajuda '${word}' não existe. Você quis dizer '${help} ${near}'?`,
  sameCommand: 'o mesmo comando',
  sameCommandNoFresh: 'o mesmo comando sem --fresh',
  inFolderOfFile: (command) => s`'${command}' (na pasta desse arquivo, com as opções daquela vez)`,
  againWithSameInput: (command) => s`'${command} - --again' com a mesma entrada`,
  toContinue: (onward) => s`Para continuar: ${onward}.`,
  rerunIn: (command, wait) => s`Execute ${command} de novo daqui a ${wait}.`,
  standardInput: 'Entrada padrão',
  defect: (error) => s`Erro interno do confere. Por favor, reporte: ${error}`,
  defectOf: (program, error) => s`Erro interno do confere ${program}. Por favor, reporte: ${error}`,
};
