import { agree, plural, s } from './words.js';

/** Wrong command lines, questions and stops. */
export const usage = {
  badJobId: 'Use a job id: letters, digits and hyphens.',
  badDelimiter: 'Use one character, or tab.',
  yesWords: 'y yes',
  question: (question: string) => s`${question} [y/N] `,
  endOfInputKeys: 'Ctrl-Z and Enter',
  readingTerminal: (end: string) =>
    s`Reading identifiers from the terminal, one per line. Press ${end} to finish.`,
  stoppedRestNotAsked: 'Stopped. What was printed is answered; the rest was not sent.',
  stopped: 'Stopped.',
  stoppedAtOnce: 'Stopped at once.',
  stoppedNothingSent: 'Stopped. Nothing was sent or kept.',
  stoppedNothingWritten: 'Stopped. Nothing was written.',
  stoppedNothingPaid: 'Stopped. Nothing was charged.',
  stoppedSaved: 'Stopped. Everything is saved.',
  notSent: (unsent: number) => s`${plural(unsent, 'identifier was', 'identifiers were')} not sent.`,
  stoppedWatching: (jobs: number, running: number) =>
    s`Stopped watching. ${plural(jobs, 'job', 'jobs')} (${plural(running, 'identifier', 'identifiers')}) ${agree(jobs, 'continues', 'continue')} at the service, which charges what it finds.`,
  stoppedMayBeCharged: 'Stopped at once. A lookup or submission in progress may have been charged.',
  stopping: 'Stopping after the current answer; press Ctrl-C again to stop at once.',
  seeHelp: (help: string) => s`See '${help} --help'.`,
  optionNeedsValue: (option: string) => s`'${option}' needs a value.`,
  noSuchCommand: 'There is no such command.',
  noCommand: (word: string) => s`There is no command '${word}'.`,
  noKeyOption:
    "There is no option '--api-key': a key on the command line shows in the list of processes. Use CONFERE_API_KEY or --api-key-file <path>.",
  noSuchOption: 'There is no such option.',
  noOption: (flag: string) => s`There is no option '${flag}' here.`,
  belongsTo: (told: string, listed: string) => s`${told} It is an option of ${listed}.`,
  anArgument: 'an argument',
  needsArgument: (command: string, name: string, shown: string) =>
    s`'${command}' needs ${name}${shown}`,
  asIn: (told: string, example: string) => s`${told}, as in '${example}'.`,
  choices: (choices: string) => s`The choices are ${choices}.`,
  badValue: (place: string) => s`This is not a valid value for '${place}'.`,
  badValueOf: (value: string, place: string) => s`'${value}' is not a valid value for '${place}'.`,
  takesNoArguments: (command: string, given: number) =>
    s`'${command}' takes no arguments, but got ${given}.`,
  takesArguments: (command: string, most: number, given: number) =>
    s`'${command}' takes ${plural(most, 'argument', 'arguments')}, not ${given}.`,
  or: (all: string, last: string) => s`${all} or ${last}`,
  didYouMean: (near: string) => s`Did you mean ${near}?`,
  requiredOption: (option: string) => s`Option '${option}' is required.`,
  noHelpTopic: (help: string) => s`There is no such help topic. For the list: '${help}'.`,
  noHelpTopicNear: (word: string, help: string, near: string) =>
    s`There is no help topic '${word}'. Did you mean '${help} ${near}'?`,
  sameCommand: 'the same command',
  sameCommandNoFresh: 'the same command without --fresh',
  inFolderOfFile: (command: string) =>
    s`'${command}' (in the folder of that file, with the options used then)`,
  againWithSameInput: (command: string) => s`'${command} - --again' with the same input`,
  toContinue: (onward: string) => s`To continue: ${onward}.`,
  rerunIn: (command: string, wait: string) => s`Run ${command} again in ${wait}.`,
  standardInput: 'Standard input',
  defect: (error: string) => s`Internal error in confere. Please report it: ${error}`,
  defectOf: (program: string, error: string) =>
    s`Internal error in confere ${program}. Please report it: ${error}`,
};
