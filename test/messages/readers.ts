import type { NextCommandFacts } from '../../src/base/facts.js';
import type { ConfereError } from '../../src/base/errors.js';
import { requestErrors } from '../../src/messages/en/errors/requests.js';
import { createNextSteps, noRun, type Run } from '../../src/messages/command-line.js';
import { quoteServiceWords } from '../../src/messages/index.js';
import { errorLine, errorSentence } from '../../src/messages/people.js';
import { librarySentence, modelSentence } from '../../src/messages/programs.js';
import type { GivenOption, NextSteps } from '../../src/messages/reader.js';

/** A reader of errors. `read`: returns the sentence that the reader gets. */
export interface ErrorReader {
  /** Stands before the recorded texts of the reader; empty for the reader that most texts are recorded for. */
  readonly name: string;
  readonly read: (error: ConfereError) => string;
  /** The run of a person, whose command and options the printed commands take over. */
  readonly run?: Run;
}

/** Parses options as they are typed: `--max-credits=9 --fresh`. */
export function readOptions(line: string): GivenOption[] {
  const words = line.split(' ').filter(Boolean);
  return words.map((word) => {
    const [flag = '', value] = word.split(/=(.*)/);
    return value === undefined ? { flag } : { flag, value };
  });
}

/** Parses a command, its arguments and its options: `bulk run | a.csv, b.csv | --max-credits=9 --fresh`. */
function parseRun(line: string): Run {
  const [command = '', args = '', options = ''] = line.split(' | ');
  return {
    ...noRun,
    command,
    args: args.split(', ').filter(Boolean),
    options: readOptions(options),
  };
}

const REQUEST_CODES: ReadonlySet<string> = new Set(Object.keys(requestErrors));

/**
 * Returns a person, who also reads what to do after an error of the service. The samples of other errors have facts of
 * requests, which real ones lack, so the person reads these without that advice.
 */
function createPerson(
  run: Run,
  name = [run.command || 'no command', ...run.args, ...run.options.map(({ flag }) => flag)].join(
    ' ',
  ),
  change = (next: NextSteps) => next,
): ErrorReader {
  const next = change(createNextSteps(() => run));
  const read = (error: ConfereError) =>
    REQUEST_CODES.has(error.code)
      ? errorLine(error, 2, false, next).slice('confere: '.length, -1)
      : errorSentence(error, next, quoteServiceWords);
  return { name, run, read };
}

const KNOWN_BATCH: NextCommandFacts = {
  input: {
    path: '/d/f.csv',
    options: [{ flag: '--column', value: '2' }],
    result: [{ flag: '--output', value: '/d/out.csv' }],
  },
  result: 'f.result.csv',
};

/** Command lines that differ in what a sentence says next. */
const LINES = [
  'cpf | a, b, c',
  'cpf | a',
  'cpf | a, b, c | --fresh',
  'bulk run | f.csv | --fresh --again',
  'bulk run | a.csv, b.csv | --out-dir=out --fit-balance',
  'bulk submit | - | --sandbox',
  'bulk resume | b1',
  'bulk check | f.csv',
  'quota',
  'auth login',
  'auth status',
  '',
];

/** The person for whom each sentence is recorded; other people only where their sentence is another. */
export const mainPerson = createPerson(
  parseRun('bulk run | f.csv | --profile=work --max-credits=9 --deadline=2m'),
  '',
);

/** People at the command line, who read in the language of the process. */
export const people: readonly ErrorReader[] = LINES.map((line) => createPerson(parseRun(line)));

const WHERE = '--profile=work --base-url=http://127.0.0.1:9 --api-key-file=k.txt --timeout=5s';
const WAITS = '--rate=9 --realtime-rate=3 --deadline=2m --interval=9s --settle=11m';
const LIMITS =
  '--max-credits=9 --max-credits-per-day=9 --max-credits-per-month=9 --fit-balance --reuse=3d';

/** People who read the same sentences, with other options in the printed commands. */
export const otherPeople: readonly ErrorReader[] = [
  ...[
    `bulk resolve | b1 | ${WHERE} ${WAITS} --allow-overage --max-credits=9 --resubmit`,
    `bulk run | my list.csv | ${WHERE} ${WAITS} ${LIMITS} --strict --output=o.csv --again --column=-1`,
    `bulk submit | - | ${WHERE} ${WAITS} ${LIMITS} --sandbox`,
    `bulk resume | b1 | ${WHERE} ${WAITS} ${LIMITS} --strict`,
    `bulk watch |  | ${WHERE} ${WAITS} --strict`,
    'bulk export |  | --format=csv --fields=name --labels=en --overwrite --excel --partners=p.csv',
    'bulk export | b1 | --profile=work --compare=name=Nome',
    'bulk delete | b1 | --base-url=http://127.0.0.1:9',
  ].map((line) => createPerson(parseRun(line))),
  createPerson({ ...parseRun('bulk submit | my file.csv'), platform: 'win32' }),
  createPerson(parseRun('bulk watch | b1'), 'bulk watch of a known input', (next) =>
    next.forBatch(KNOWN_BATCH),
  ),
  createPerson(
    parseRun('bulk resume | b1 | --max-credits=9'),
    'bulk resume with 3.5 credits left',
    (next) => next.withCreditsLeft(3.5),
  ),
];

const CALL_LIMITS = { maxCredits: 9, fitBalance: true, allowOverage: false };

export const model: ErrorReader = { name: 'model', read: modelSentence };

/** Programs and models, who read English in every process. */
export const programs: readonly ErrorReader[] = [
  { name: '', read: (error) => librarySentence(error, CALL_LIMITS) },
  { name: '3.5 credits left', read: (error) => librarySentence(error, CALL_LIMITS, 3.5) },
  { name: 'no limits', read: (error) => librarySentence(error) },
  model,
];

/** The next steps of a plain run, for messages that do not belong to errors. */
export const plainSteps = createNextSteps(() => parseRun('bulk run | f.csv | --max-credits=9'));
