import { errorLine, errorSentence } from '../../src/messages/people.js';
import { createNextSteps, noRun, type Run } from '../../src/messages/command-line.js';
import type { BatchSteps } from '../../src/base/facts.js';
import type { ConfereError } from '../../src/base/errors.js';
import { requestErrors } from '../../src/messages/en/errors/requests.js';
import { quoteServiceWords } from '../../src/messages/index.js';
import type { NextSteps } from '../../src/messages/reader.js';
import { librarySentence, modelSentence } from '../../src/messages/programs.js';

/** Somebody who reads errors: `name` is how the recorded texts name them. */
export interface ErrorReader {
  readonly name: string;
  readonly tell: (error: ConfereError) => string;
}

/** Arguments come after the command, and then options: `bulk run | f.csv | --max-credits=9 --fresh`. */
function runOf(line: string): Run {
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

function nameOf(line: string): string {
  return line.replaceAll(' | ', ' ').trim();
}

function steps(line: string): NextSteps {
  return createNextSteps(() => runOf(line));
}

const OF_SERVICE: ReadonlySet<string> = new Set(Object.keys(requestErrors));

/**
 * A person also reads what to do after an error of the service. Samples of other errors have facts of requests, too, which real
 * ones do not have, so these are told without it.
 */
function person(name: string, next: NextSteps): ErrorReader {
  return {
    name,
    tell: (error) =>
      OF_SERVICE.has(error.code)
        ? errorLine(error, 2, false, next)
            .replace(/^confere: /, '')
            .trimEnd()
        : errorSentence(error, next, quoteServiceWords),
  };
}

function program(name: string, next: NextSteps): ErrorReader {
  return { name, tell: (error) => errorSentence(error, next) };
}

const known: BatchSteps = {
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

/** At the command line, in the language of the process. */
export const people: readonly ErrorReader[] = [
  ...LINES.map((line) => person(nameOf(line), steps(line))),
  person(
    'bulk submit my file.csv (Windows)',
    createNextSteps(() => ({
      platform: 'win32',
      command: 'bulk submit',
      args: ['my file.csv'],
      options: [],
    })),
  ),
  person('bulk watch b1 (of a known input)', steps('bulk watch | b1').forBatch(known)),
  person(
    'bulk resume b1 --max-credits=9 (3.5 credits left)',
    steps('bulk resume | b1 | --max-credits=9').withCreditsLeft(3.5),
  ),
  person(
    'a command line that is not understood',
    createNextSteps(() => noRun),
  ),
];

/** Commands that say something of their own after an error of the service only. */
export const peopleOfAccounts: readonly ErrorReader[] = ['auth login', 'auth status', 'quota'].map(
  (line) => person(line, steps(line)),
);

/** They read JSON of the command, which is always in English. */
export const programs: readonly ErrorReader[] = [
  program('bulk run f.csv --json', steps('bulk run | f.csv | --json')),
  program('cpf a --json', steps('cpf | a | --json')),
];

export const callers: readonly ErrorReader[] = [
  { name: 'a call', tell: (error) => librarySentence(error) },
  {
    name: 'a call with limits',
    tell: (error) => librarySentence(error, callLimits),
  },
  {
    name: 'a call with 3.5 credits left',
    tell: (error) => librarySentence(error, callLimits, 3.5),
  },
];

const callLimits = { maxCredits: 9, fitBalance: true, allowOverage: false };

export const models: readonly ErrorReader[] = [{ name: 'a model', tell: modelSentence }];

/** Steps of a plain run, for messages that are told outside of errors. */
export const plainSteps = steps('bulk run | f.csv | --max-credits=9');
