import { describe, expect, it } from 'vitest';
import { sampleErrors, serviceWordsErrors } from '../helpers/error-samples.js';
import { some } from '../helpers/runs.js';
import { englishIn } from '../helpers/terminal/english.js';
import { libraryErrors } from '../../src/messages/en/errors/library.js';
import { en, loadMessages, withMessages } from '../../src/messages/index.js';
import { listTexts } from './catalogue.js';
import { mainPerson, model, otherPeople, people, programs } from './readers.js';
import { withFacts } from './recorded.js';

const portuguese = await loadMessages('pt-BR');
const samples = [...sampleErrors, ...serviceWordsErrors];
const samplesForPeople = samples.filter(({ code }) => !Object.hasOwn(libraryErrors, code));

/** Every sentence of the command line, and every other text, in a language. */
function listSentences(messages: typeof en): string[] {
  const readers = [mainPerson, ...people, ...some(otherPeople, 2)];
  const sentences = withMessages(messages, () =>
    samplesForPeople.flatMap((error) => readers.map(({ read }) => read(error))),
  );
  return [...new Set([...sentences, ...listTexts(messages).map(({ text }) => text)])];
}

const LANGUAGES = [en, portuguese].map((messages) => ({
  messages,
  language: messages.language,
  sentences: listSentences(messages),
}));
/** Matches a value that is missing, punctuation that is doubled or misplaced, and blanks in wrong places. */
const BROKEN =
  /undefined|\bnull\b|\[object|NaN|\$\{|(?<!\.)\.\.(?!\.)|(?<! )[,;:!?][,;:!.]|\.[,;:]|\p{L} {2}\p{L}| [,.;:?!](?=\s|$)|\( | \)|''|\(\)/u;

/** Matches words that the glossary or its rules replace. */
const FORBIDDEN = {
  en: /(?<!there )\bis no\b|\b(?:tells? of|goes on|anew|by itself|stands|meter|agrees)\b/i,
  'pt-BR':
    /\b(?:sozinh[oa]|esquece|alcança|submi(?:ssão|te|ter|tido)|pulad[oa]s?|poupad[oa]s?|impressão digital|rota|pendentes?|corrigidas?|repetidas)\b/i,
};

/** The facts that name something by its number, and shares; every other number is counted. */
const NAMES = /^(job|seq|port|last|number|column|httpStatus|proxyStatus|line|row|validShare)$/;

/** Matches a number without a mark that is neither the value of an option nor the number of what stands before it. */
const UNMARKED =
  /(?<!--[a-z-]+ |(?:attempt|argument|job|line|column|sheet|answered|tentativa|argumento|remessa|linha|coluna|aba|respondeu) )2500/i;

/** Returns a large number in place of each number that is counted. */
function inThousands<T extends object>(facts: T): T {
  return JSON.parse(JSON.stringify(facts), (name, value: unknown) =>
    typeof value === 'number' && !NAMES.test(name) ? 2500 : value,
  ) as T;
}

describe.each(LANGUAGES)(
  'every sentence and text in $language',
  ({ messages, language, sentences }) => {
    it('has its values, and its punctuation once', () => {
      expect(sentences.length).toBeGreaterThan(1500);
      expect(sentences.filter((text) => text === '' || BROKEN.test(text))).toEqual([]);
    });

    it('uses no word that the glossary replaces', () => {
      expect(sentences.filter((text) => FORBIDDEN[language].test(text))).toEqual([]);
    });

    it('continues in lower case after the name of a place', () => {
      const upper = /^(The base URL|A URL base): \p{Lu}/u;
      expect(sentences.filter((text) => upper.test(text))).toEqual([]);
    });

    it('has a mark in every counted number above a thousand, except in options', () => {
      const sentences = withMessages(messages, () =>
        samplesForPeople.map((error) =>
          mainPerson.read(withFacts(error, inThousands(error.facts))),
        ),
      );
      const texts = listTexts(messages, (given) => given.map(inThousands)).map(({ text }) => text);
      const unmarked = [...sentences, ...texts].filter((text) =>
        UNMARKED.test(text.replaceAll(/'confere [^']*'/g, '')),
      );
      expect(unmarked).toEqual([]);
    });
  },
);

it('no sentence is left in English where the process is in Portuguese', () => {
  const sentences = LANGUAGES.at(-1)?.sentences;
  expect(sentences?.filter((text) => englishIn(text).length > 0)).toEqual([]);
});

it('programs read of no command or option of the command line, models only of commands of their user', () => {
  const foreign = /(?<!\w)--(?!max-credits)[a-z]|['(]confere [a-z]/;
  const ofUser = / Commands are for the user to run, outside this session\.$/;
  // Only the command line has a sandbox with a state; a session of a model is started with --max-credits.
  const errors = samples.filter(
    ({ code, facts }) =>
      Object.hasOwn(en.errors, code) && !JSON.stringify(facts).includes('"of":"sandbox'),
  );
  const sentences = errors.flatMap((error) =>
    programs.map(({ name, read }) => {
      const text = read(error);
      return name === 'model' && ofUser.test(text) ? text.replaceAll(/'confere [^']*'/g, '') : text;
    }),
  );
  expect(
    sentences.filter(
      (text) => text === '' || /undefined|\[object|NaN/.test(text) || foreign.test(text),
    ),
  ).toEqual([]);
  const calls = /'\w+\([^']*\)'|'(?:costs|shared)\b/;
  expect(errors.map(model.read).filter((text) => calls.test(text))).toEqual([]);
});
