import { describe, expect, it } from 'vitest';
import { sampleErrors, serviceWordsErrors } from '../helpers/error-samples.js';
import type { ConfereError } from '../../src/base/errors.js';
import type { JobTrouble } from '../../src/base/facts.js';
import { libraryErrors } from '../../src/messages/en/errors/library.js';
import { en, loadMessages, t, withMessages } from '../../src/messages/index.js';
import { describeTroubleForPerson, leaveUnquoted } from '../../src/messages/people.js';
import {
  describeSessionBudget,
  describeTroubleForModel,
  describeTroubleForProgram,
  modelDoubt,
} from '../../src/messages/programs.js';
import { mainPerson, model, people, programs, type ErrorReader } from './readers.js';
import {
  recordTexts,
  withEachNumberOne,
  withFacts,
  withoutNumbers,
  type RecordedText,
} from './recorded.js';

const portuguese = await loadMessages('pt-BR');
const samples = [...sampleErrors, ...serviceWordsErrors].toSorted((one, other) =>
  one.code < other.code ? -1 : 1,
);
const isOfPrograms = ({ code }: ConfereError) => Object.hasOwn(en.errors, code);
const isOfPeople = ({ code }: ConfereError) => !Object.hasOwn(libraryErrors, code);

/** Returns the error with 1 in place of each of its numbers in turn, if the sentence depends on numbers. */
function inSingular({ read }: ErrorReader, error: ConfereError): ConfereError[] {
  const ones: unknown = JSON.parse(JSON.stringify(error.facts), (_, value: unknown) =>
    typeof value === 'number' ? 1 : value,
  );
  if (read(withFacts(error, ones)) === read(error)) return [];
  return withEachNumberOne(error.facts).map((facts) => withFacts(error, facts));
}

/** Standard input as it stands where a file is named: Portuguese gives it an article. */
const STANDARD_INPUT: readonly [RegExp, string][] = [
  [/^(?:Standard input|A entrada padrão)/, 'in.csv'],
  [/ (?:standard input|a entrada padrão)/g, ' in.csv'],
  [/ da entrada padrão/g, ' de in.csv'],
];

/** Returns the error about standard input in place of a file. */
function aboutStandardInput(error: ConfereError): ConfereError[] {
  if (!('file' in error.facts)) return [];
  return [withFacts(error, { ...error.facts, file: t.usage.standardInput })];
}

/**
 * Returns what a sentence has in common with those of other readers: the options that the reader typed and the command
 * line of the reader are left out, because `printed-commands.test.ts` proves which ones a printed command has.
 */
function compareSentence({ run }: ErrorReader, text: string): string {
  const typed = (run?.options ?? []).map(({ flag, value }) =>
    value === undefined ? ` ${flag}` : ` ${flag} ${value}`,
  );
  const own = run?.command ? `confere ${run.command} ${run.args.join(' ')}`.trim() : 'no command';
  const ofFile = STANDARD_INPUT.reduce((left, [words, file]) => left.replace(words, file), text);
  const plain = ofFile.replaceAll(/'(confere [^']+)'/g, (_, line: string) => {
    const command = typed.reduce((left, option) => left.replace(option, ''), line);
    return command.replace(own, 'again').replace('confere bulk resume b1', 'again');
  });
  return withoutNumbers(plain).replaceAll(
    /the same command(?: without --fresh)?|o mesmo comando(?: sem --fresh)?/g,
    'again',
  );
}

/** Returns the sentences of people: all of the main one, those in the singular, and what reads otherwise to others. */
function listForPeople(): RecordedText[] {
  const errors = samples.filter(isOfPeople);
  const write = (error: ConfereError, reader: ErrorReader, isMain = false): RecordedText => {
    const text = reader.read(error);
    const likeness = compareSentence(reader, text);
    return { heading: error.code, reader: reader.name, text, likeness, isMain };
  };
  const variants = errors.flatMap((error) => [
    ...inSingular(mainPerson, error),
    ...aboutStandardInput(error),
  ]);
  return [
    ...errors.map((error) => write(error, mainPerson, true)),
    ...variants.map((error) => write(error, mainPerson)),
    ...errors.flatMap((error) => people.map((reader) => write(error, reader))),
  ];
}

/** Matches a call that a sentence for programs prints, and the words for a repeated one. */
const CALL = /'\w+\([^']*\)'|the same call(?: with \{[^}]*\})?/g;

/** Returns what a sentence for programs has in common with the sentence for people. */
function compareForPrograms(text: string): string {
  return withoutNumbers(text)
    .replaceAll(/'confere [^']+'|the same command/g, 'again')
    .replace(/ Commands are for the user to run, .*/, '')
    .replaceAll(CALL, 'again')
    .replaceAll(/--[a-z-]+/g, (flag) =>
      flag.slice(2).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    );
}

/** Returns the sentences of programs and models that say something else than those of people, and all calls in them. */
function listForPrograms(): RecordedText[] {
  const texts = samples.filter(isOfPrograms).flatMap((error) => {
    const text = model.read(error);
    const singular = inSingular(model, error).filter((one) => model.read(one) !== text);
    return [
      ...programs.map((reader) => ({ reader, one: error })),
      ...singular.map((one) => ({ reader: model, one })),
    ].map(({ reader: { name, read }, one }) => ({
      heading: error.code,
      reader: name,
      text: read(one),
      likeness: compareForPrograms(read(one)),
      ofPeople: compareForPrograms(withMessages(en, () => mainPerson.read(one))),
    }));
  });
  const calls = texts.flatMap(({ reader, text }) =>
    Array.from(text.matchAll(CALL), ([call]) => ({ heading: 'calls', reader, text: call })),
  );
  const own = texts.filter(
    ({ heading, likeness, ofPeople }) =>
      Object.hasOwn(libraryErrors, heading) || likeness !== ofPeople,
  );
  return [...own, ...calls];
}

const request = { endpoint: 'cpf', attempts: 1, mayHaveCharged: true };
const troubles: readonly JobTrouble[] = [
  { code: 'run_ended' },
  { code: 'not_covered' },
  { code: 'adopted_part', items: 5000, total: 2000 },
  { code: 'adopted_part', items: 3, total: 2 },
  { code: 'adopted_part', items: 1, total: 0 },
  { code: 'lookup_in_doubt' },
  { code: 'unnamed', found: 3000, unnamed: 2000 },
  { code: 'unnamed', found: 2, unnamed: 1 },
  { code: 'miscounted', total: 2000 },
  { code: 'miscounted', total: 1 },
  { code: 'service_failed', facts: request },
  { code: 'network', facts: { ...request, reason: 'timeout', mayHaveCharged: false } },
  { said: 'Lote inválido' },
  // A newer version may have stored this code in a shared ledger.
  { code: 'newer_code' } as unknown as JobTrouble,
];

/** Returns why a job failed or is in doubt, as the readers get it. */
function listTroubles(readers: Readonly<Record<string, (trouble: JobTrouble) => string>>) {
  return troubles.flatMap((trouble) =>
    Object.entries(readers).map(([reader, read]) => ({
      heading: `trouble ${'code' in trouble ? trouble.code : 'in words of the service'}`,
      reader,
      text: read(trouble),
    })),
  );
}

describe('sentences of errors and of troubles of jobs', () => {
  it.each([en, portuguese])(
    'the command line prints the recorded ones in $language',
    async (messages) => {
      const forProgram = (trouble: JobTrouble) => describeTroubleForPerson(trouble, leaveUnquoted);
      const texts = withMessages(messages, () => [
        ...listForPeople(),
        ...listTroubles({ '': (trouble) => describeTroubleForPerson(trouble), json: forProgram }),
      ]);
      await expect(recordTexts(texts)).toMatchFileSnapshot(
        `golden/errors.${messages.language}.txt`,
      );
    },
  );

  it('the library and the MCP server write the recorded English ones even when the process is in Portuguese', async () => {
    const texts = withMessages(portuguese, () => [
      ...listForPrograms(),
      ...listTroubles({ '': describeTroubleForProgram, model: describeTroubleForModel }),
      ...[1, 2500].map((limit) => ({ heading: 'budget', text: describeSessionBudget(limit) })),
      { heading: 'doubt', text: modelDoubt },
    ]);
    await expect(recordTexts(texts)).toMatchFileSnapshot('golden/errors.programs.txt');
  });
});
