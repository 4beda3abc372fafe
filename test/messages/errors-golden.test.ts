import { describe, expect, it } from 'vitest';
import { sampleErrors, serviceWordsErrors } from '../helpers/error-samples.js';
import { ConfereError, type ErrorArguments } from '../../src/base/errors.js';
import { en, loadMessages, t, withMessages } from '../../src/messages/index.js';
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
import { entriesFor, entry, listReaders } from './recorded.js';

const portuguese = await loadMessages('pt-BR');
const isOfPrograms = ({ code }: ConfereError) => Object.hasOwn(libraryErrors, code);
const isOfCommands = ({ code }: ConfereError) => Object.hasOwn(en.commandErrors, code);
const samples = [...sampleErrors, ...serviceWordsErrors];
const samplesForPeople = samples.filter((error) => !isOfPrograms(error));
const samplesForPrograms = samples.filter((error) => !isOfCommands(error));

/** Returns what each reader gets for each sample of a code. */
function recordSamples(errors: readonly ConfereError[], readers: readonly ErrorReader[]): string[] {
  return errors.map((error, at) => {
    const texts = readers.map(({ name, read }) => ({ name, text: read(error) }));
    return entriesFor(`${error.code} · sample ${at + 1}`, texts);
  });
}

/** Returns the samples of a code with other numbers, where a reader then gets a new sentence. */
function recordOtherCounts(
  errors: readonly ConfereError[],
  readers: readonly ErrorReader[],
): string[] {
  const seen = new Set(errors.flatMap((error) => readers.map(({ read }) => read(error))));
  const entries: string[] = [];
  for (const [at, error] of errors.entries())
    for (const count of COUNTS)
      for (const { name, read } of readers) {
        const text = read(withCount(error, count));
        const heading = `${error.code} · sample ${at + 1}, each number ${count} · ${name}`;
        if (!seen.has(text)) entries.push(entry(heading, text));
        seen.add(text);
      }
  return entries;
}

const PIPED = /^bulk run - /;

/** Returns the samples that name a file with standard input in its place, because Portuguese gives it an article. */
function recordStandardInput(
  errors: readonly ConfereError[],
  readers: readonly ErrorReader[],
): string[] {
  const reader = readers.find(({ name }) => PIPED.test(name));
  if (reader === undefined) return [];
  return errors.flatMap(({ code, facts }, at) => {
    if (!('file' in facts) || facts.file !== 'in.csv') return [];
    const piped = [code, { ...facts, file: t.usage.standardInput }] as ErrorArguments;
    const error = new ConfereError(...piped);
    const textOfFile = errors[at] && reader.read(errors[at]);
    const text = reader.read(error);
    return text === textOfFile
      ? []
      : [entry(`${code} · sample ${at + 1}, standard input · ${reader.name}`, text)];
  });
}

/** Returns the entries of all errors by code; only a few readers get the samples with other numbers. */
function recordErrors(errors: readonly ConfereError[], readers: readonly ErrorReader[]): string {
  const codes = [...new Set(errors.map(({ code }) => code))].toSorted();
  const entries = codes.flatMap((code) => {
    const samplesOfCode = errors.filter((error) => error.code === code);
    const counted = recordOtherCounts(samplesOfCode, readers.filter(readsCounts));
    return [
      ...recordSamples(samplesOfCode, readers),
      ...counted,
      ...recordStandardInput(samplesOfCode, readers),
    ];
  });
  return [listReaders(readers), ...entries].join('\n');
}

const READERS_OF_COUNTS = ['bulk run f.csv', 'cpf a b c', 'a call', 'a model'];
const readsCounts = ({ name }: ErrorReader) => READERS_OF_COUNTS.includes(name);

describe('sentences of errors', () => {
  it('every error code of both languages has a sample', () => {
    const sampled = new Set<string>(samples.map(({ code }) => code));
    for (const { errors, commandErrors } of [en, portuguese])
      expect(
        Object.keys({ ...errors, ...commandErrors }).filter((code) => !sampled.has(code)),
      ).toEqual([]);
  });

  it('the command line prints the recorded sentences in English', async () => {
    const text =
      recordErrors(samplesForPeople, [...people, ...programs]) +
      recordErrors(serviceWordsErrors, peopleOfAccounts);
    await expect(text).toMatchFileSnapshot('golden/errors.en.txt');
  });

  it('the command line prints the recorded sentences in Portuguese', async () => {
    const text = withMessages(
      portuguese,
      () =>
        recordErrors(samplesForPeople, people) + recordErrors(serviceWordsErrors, peopleOfAccounts),
    );
    await expect(text).toMatchFileSnapshot('golden/errors.pt-BR.txt');
  });

  it('the library writes the recorded English sentences even when the process is in Portuguese', async () => {
    const text = withMessages(portuguese, () => recordErrors(samplesForPrograms, callers));
    await expect(text).toMatchFileSnapshot('golden/errors.library.txt');
  });

  it('the MCP server writes the recorded English sentences even when the process is in Portuguese', async () => {
    const text = withMessages(portuguese, () => recordErrors(samplesForPrograms, models));
    await expect(text).toMatchFileSnapshot('golden/errors.mcp.txt');
  });
});
