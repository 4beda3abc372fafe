import { agree, plural, s } from './words.js';

/** Wrong command lines, questions and stops. */
export const usage = {
  badJobId: 'It must be the id of a job: letters, digits and hyphens.',
  badDelimiter: 'It must be one character or tab.',
  yesWords: 'y yes',
  question: (question: string) => s`${question} [y/N] `,
  endOfInputKeys: 'Ctrl-Z and Enter',
  readingTerminal: (end: string) =>
    s`Reading identifiers from the terminal, one per line; ${end} ends.`,
  stoppedRestNotAsked: 'Stopped; what was printed is answered, and the rest was not asked.',
  stopped: 'Stopped.',
  stoppedAtOnce: 'Stopped at once.',
  stoppedNothingSent: 'Stopped; nothing was sent, and nothing is kept.',
  stoppedNothingWritten: 'Stopped; nothing was written.',
  stoppedNothingPaid: 'Stopped; nothing was asked that costs anything.',
  stoppedSaved: 'Stopped; everything is saved.',
  notSent: (unsent: number) => s`${plural(unsent, 'identifier was', 'identifiers were')} not sent.`,
  stoppedWatching: (jobs: number, running: number) =>
    s`Stopped watching. ${plural(jobs, 'job', 'jobs')} (${plural(running, 'identifier', 'identifiers')}) ${agree(jobs, 'goes', 'go')} on at the service, which charges what it finds.`,
  stoppedMayBeCharged:
    'Stopped at once; a lookup or submission that was under way may have been charged.',
  stopping: 'Stopping after the current answer; once more stops at once.',
  seeHelp: (help: string) => s`See '${help} --help'.`,
  optionNeedsValue: (option: string) => s`'${option}' needs a value.`,
  noSuchCommand: 'There is no such command.',
  noCommand: (word: string) => s`There is no command '${word}'.`,
  noKeyOption:
    "There is no option '--api-key': a key on the command line shows in the list of processes. Use CONFERE_API_KEY or --api-key-file <path>.",
  noSuchOption: 'There is no such option.',
  noOption: (flag: string) => s`There is no option '${flag}' here.`,
  belongsTo: (told: string, listed: string) => s`${told} It belongs to ${listed}.`,
  anArgument: 'an argument',
  needsArgument: (command: string, name: string, shown: string) =>
    s`'${command}' needs ${name}${shown}`,
  asIn: (told: string, example: string) => s`${told}, as in '${example}'.`,
  choices: (choices: string) => s`The choices are ${choices}.`,
  badValue: (place: string) => s`This is not a valid value for '${place}'.`,
  badValueOf: (value: string, place: string) => s`'${value}' is not a valid value for '${place}'.`,
  takesNoArguments: (command: string, given: number) =>
    s`'${command}' takes no arguments; got ${given}.`,
  takesArguments: (command: string, most: number, given: number) =>
    s`'${command}' takes ${plural(most, 'argument', 'arguments')}, not ${given}.`,
  or: (all: string, last: string) => s`${all} or ${last}`,
  didYouMean: (near: string) => s`Did you mean ${near}?`,
  requiredOption: (option: string) => s`required option '${option}' not specified.`,
  noHelpTopic: (help: string) => s`There is no help on that; '${help}' shows what there is.`,
  noHelpTopicNear: (word: string, help: string, near: string) =>
    s`There is no help on '${word}'. Did you mean '${help} ${near}'?`,
  sameCommand: 'the same command',
  sameCommandNoFresh: 'the same command without --fresh',
  inFolderOfFile: (command: string) =>
    s`'${command}' (in the folder of that file, with the options of that time)`,
  againWithSameInput: (command: string) => s`'${command} - --again' with the same input`,
  toContinue: (onward: string) => s`To continue: ${onward}.`,
  rerunIn: (command: string, wait: string) => s`Run ${command} again in ${wait}.`,
  standardInput: 'standard input',
  defect: (error: string) => s`This is a defect of confere: ${error}`,
  defectOf: (program: string, error: string) => s`This is a defect of confere ${program}: ${error}`,
};
