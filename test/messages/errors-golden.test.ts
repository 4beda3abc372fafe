import { describe, expect, it } from 'vitest';
import { sampleErrors, serviceWordsErrors } from '../helpers/error-samples.js';
import { ConfereError, type ErrorArguments } from '../../src/base/errors.js';
import { en, messagesIn, t, withMessages } from '../../src/messages/index.js';
import { libraryErrors } from '../../src/messages/en/errors/library.js';
import {
  callers,
  models,
  people,
  peopleOfAccounts,
  programs,
  type ErrorReader,
} from './readers.js';
import { COUNTS, withCount } from './counts.js';
import { entriesFor, entry, readersIn } from './recorded.js';

const portuguese = await messagesIn('pt-BR');
const isOfPrograms = ({ code }: ConfereError) => Object.hasOwn(libraryErrors, code);
const isOfCommands = ({ code }: ConfereError) => Object.hasOwn(en.commandErrors, code);
const samples = [...sampleErrors, ...serviceWordsErrors];
const ofPeople = samples.filter((error) => !isOfPrograms(error));
const ofPrograms = samples.filter((error) => !isOfCommands(error));

/** What these readers are told of each sample of a code. */
function samplesOf(errors: readonly ConfereError[], readers: readonly ErrorReader[]): string[] {
  return errors.map((error, at) => {
    const told = readers.map(({ name, tell }) => ({ name, text: tell(error) }));
    return entriesFor(`${error.code} · sample ${at + 1}`, told);
  });
}

/** The samples of a code with other numbers, where one of these readers then reads a new sentence. */
function countedOf(errors: readonly ConfereError[], readers: readonly ErrorReader[]): string[] {
  const seen = new Set(errors.flatMap((error) => readers.map(({ tell }) => tell(error))));
  const entries: string[] = [];
  for (const [at, error] of errors.entries())
    for (const count of COUNTS)
      for (const { name, tell } of readers) {
        const text = tell(withCount(error, count));
        const heading = `${error.code} · sample ${at + 1}, each number ${count} · ${name}`;
        if (!seen.has(text)) entries.push(entry(heading, text));
        seen.add(text);
      }
  return entries;
}

const PIPED = /^bulk run - /;

/** The samples that name a file, with standard input in its place, which Portuguese gives an article. */
function pipedOf(errors: readonly ConfereError[], readers: readonly ErrorReader[]): string[] {
  const reader = readers.find(({ name }) => PIPED.test(name));
  if (reader === undefined) return [];
  return errors.flatMap(({ code, facts }, at) => {
    if (!('file' in facts) || facts.file !== 'in.csv') return [];
    const piped = [code, { ...facts, file: t.usage.standardInput }] as ErrorArguments;
    const error = new ConfereError(...piped);
    const own = errors[at] && reader.tell(errors[at]);
    const text = reader.tell(error);
    return text === own
      ? []
      : [entry(`${code} · sample ${at + 1}, standard input · ${reader.name}`, text)];
  });
}

/** All errors, code by code in the order of the alphabet; those with other numbers only as a few of the readers are told. */
function recorded(errors: readonly ConfereError[], readers: readonly ErrorReader[]): string {
  const codes = [...new Set(errors.map(({ code }) => code))].toSorted();
  const entries = codes.flatMap((code) => {
    const own = errors.filter((error) => error.code === code);
    const counted = countedOf(own, readers.filter(countsFor));
    return [...samplesOf(own, readers), ...counted, ...pipedOf(own, readers)];
  });
  return [readersIn(readers), ...entries].join('\n');
}

const OF_COUNTS = ['bulk run f.csv', 'cpf a b c', 'a call', 'a model'];
const countsFor = ({ name }: ErrorReader) => OF_COUNTS.includes(name);

describe('the recorded sentences of errors', () => {
  it('are of every error code in both languages', () => {
    const told = new Set<string>(samples.map(({ code }) => code));
    for (const { errors, commandErrors } of [en, portuguese])
      expect(
        Object.keys({ ...errors, ...commandErrors }).filter((code) => !told.has(code)),
      ).toEqual([]);
  });

  it('are those of the command line in English', async () => {
    const text =
      recorded(ofPeople, [...people, ...programs]) + recorded(serviceWordsErrors, peopleOfAccounts);
    await expect(text).toMatchFileSnapshot('golden/errors.en.txt');
  });

  it('are those of the command line in Portuguese', async () => {
    const text = withMessages(
      portuguese,
      () => recorded(ofPeople, people) + recorded(serviceWordsErrors, peopleOfAccounts),
    );
    await expect(text).toMatchFileSnapshot('golden/errors.pt-BR.txt');
  });

  it('are those of the library, in English whatever the language is', async () => {
    const text = withMessages(portuguese, () => recorded(ofPrograms, callers));
    await expect(text).toMatchFileSnapshot('golden/errors.library.txt');
  });

  it('are those of MCP, in English whatever the language is', async () => {
    const text = withMessages(portuguese, () => recorded(ofPrograms, models));
    await expect(text).toMatchFileSnapshot('golden/errors.mcp.txt');
  });
});
