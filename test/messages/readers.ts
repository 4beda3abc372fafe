import { errorLine, errorSentence } from '../../src/messages/people.js';
import { createNextSteps, noRun, type Run } from '../../src/messages/command-line.js';
import type { NextCommandFacts } from '../../src/base/facts.js';
import type { ConfereError } from '../../src/base/errors.js';
import { requestErrors } from '../../src/messages/en/errors/requests.js';
import { quoteServiceWords } from '../../src/messages/index.js';
import type { NextSteps } from '../../src/messages/reader.js';
import { librarySentence, modelSentence } from '../../src/messages/programs.js';

/** A reader of errors. `name`: stands in the recorded texts; `read`: returns the sentence that the reader gets. */
export interface ErrorReader {
  readonly name: string;
  readonly read: (error: ConfereError) => string;
}

/** Parses a command, its arguments and its options: `bulk run | f.csv | --max-credits=9 --fresh`. */
function parseRun(line: string): Run {
  const [command = '', args = '', options = ''] = line.split(' | ');
  return {
    ...noRun,
    command,
    args: args.split(' ').filter(Boolean),
    options: options
      .split(' ')
      .filter(Boolean)
      .map((option) => {
        const [flag = '', value] = option.split('=');
        return value === undefined ? { flag } : { flag, value };
      }),
  };
}

function nameLine(line: string): string {
  return line.replaceAll(' | ', ' ').trim();
}

function createSteps(line: string): NextSteps {
  return createNextSteps(() => parseRun(line));
}

const SERVICE_CODES: ReadonlySet<string> = new Set(Object.keys(requestErrors));

/**
 * Returns a person, who also reads what to do after an error of the service. The samples of other errors have facts of
 * requests, which real ones lack, so the person reads these without that advice.
 */
function person(name: string, next: NextSteps): ErrorReader {
  return {
    name,
    read: (error) =>
      SERVICE_CODES.has(error.code)
        ? errorLine(error, 2, false, next)
            .replace(/^confere: /, '')
            .trimEnd()
        : errorSentence(error, next, quoteServiceWords),
  };
}

function program(name: string, next: NextSteps): ErrorReader {
  return { name, read: (error) => errorSentence(error, next) };
}

const KNOWN_BATCH: NextCommandFacts = {
  input: {
    path: '/d/f.csv',
    options: [{ flag: '--column', value: '2' }],
    result: [{ flag: '--output', value: '/d/out.csv' }],
  },
  result: 'f.result.csv',
};

/** Command lines that differ in what a sentence can say next. */
const LINES = [
  'bulk run | f.csv',
  'bulk run | f.csv | --fresh --again',
  'bulk run | f.csv | --max-credits=9 --deadline=2m --settle=12m',
  'bulk run | a.csv b.csv | --out-dir=out --fit-balance',
  'bulk run | - | --sandbox --profile=work',
  'bulk resume | b1',
  'bulk resolve | b1 | --resubmit',
  'bulk check | f.csv',
  'cpf | a',
  'cpf | a b c',
  'cpf | a b c | --fresh',
];

/** People at the command line, who read in the language of the process. */
export const people: readonly ErrorReader[] = [
  ...LINES.map((line) => person(nameLine(line), createSteps(line))),
  person(
    'bulk submit my file.csv (Windows)',
    createNextSteps(() => ({
      platform: 'win32',
      command: 'bulk submit',
      args: ['my file.csv'],
      options: [],
    })),
  ),
  person('bulk watch b1 (of a known input)', createSteps('bulk watch | b1').forBatch(KNOWN_BATCH)),
  person(
    'bulk resume b1 --max-credits=9 (3.5 credits left)',
    createSteps('bulk resume | b1 | --max-credits=9').withCreditsLeft(3.5),
  ),
  person(
    'a command line that is not understood',
    createNextSteps(() => noRun),
  ),
];

/** People whose commands have sentences of their own, but only after an error of the service. */
export const peopleOfAccounts: readonly ErrorReader[] = ['auth login', 'auth status', 'quota'].map(
  (line) => person(line, createSteps(line)),
);

/** Programs that read the JSON of the command, which is always in English. */
export const programs: readonly ErrorReader[] = [
  program('bulk run f.csv --json', createSteps('bulk run | f.csv | --json')),
  program('cpf a --json', createSteps('cpf | a | --json')),
];

export const callers: readonly ErrorReader[] = [
  { name: 'a call', read: (error) => librarySentence(error) },
  {
    name: 'a call with limits',
    read: (error) => librarySentence(error, callLimits),
  },
  {
    name: 'a call with 3.5 credits left',
    read: (error) => librarySentence(error, callLimits, 3.5),
  },
];

const callLimits = { maxCredits: 9, fitBalance: true, allowOverage: false };

export const models: readonly ErrorReader[] = [{ name: 'a model', read: modelSentence }];

/** The next steps of a plain run, for messages that do not belong to errors. */
export const plainSteps = createSteps('bulk run | f.csv | --max-credits=9');
