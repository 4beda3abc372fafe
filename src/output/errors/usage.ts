import type { ErrorFacts, Sentences } from '../../errors.js';
import type { UsageFacts, ValueRule } from '../../errors/usage.js';
import { placeholders } from '../help/placeholders.js';
import { plural, say } from '../../text/index.js';

/** What is wrong with a command line, what was meant, and where to read on. */
export const usageErrors = {
  unknown_command: ({ help, word, meant }) =>
    withHelp(
      help,
      word === undefined ? say`There is no such command.` : say`There is no command '${word}'.`,
      ...didYouMean(meant),
    ),
  unknown_option: (facts) => withHelp(facts.help, ...unknownOption(facts)),
  missing_argument: (facts) => withHelp(facts.help, missingArgument(facts)),
  option_missing_argument: ({ help, option }) =>
    withHelp(help, say`'${placeholders(option)}' needs a value.`),
  missing_mandatory_option_value: ({ help, option }) =>
    withHelp(help, say`required option '${placeholders(option)}' not specified.`),
  invalid_argument: (facts) => withHelp(facts.help, ...invalidArgument(facts)),
  excess_arguments: (facts) => withHelp(facts.help, excessArguments(facts)),
  unknown_topic: ({ help, word, near }) =>
    near === undefined
      ? say`There is no help on that; '${help}' shows what there is.`
      : say`There is no help on '${word}'. Did you mean '${help} ${near}'?`,
} satisfies Sentences<keyof UsageFacts>;

function withHelp(help: string, ...sentences: readonly string[]): string {
  return [...sentences, say`See '${help} --help'.`].join(' ');
}

function unknownOption({ flag, knownBy, near }: ErrorFacts['unknown_option']): string[] {
  if (flag === '--api-key')
    return [
      say`There is no option '--api-key': a key on the command line shows in the list of processes. Use CONFERE_API_KEY or --api-key-file <path>.`,
    ];
  const told =
    flag === undefined ? say`There is no such option.` : say`There is no option '${flag}' here.`;
  if (knownBy.length > 0) return [say`${told} It belongs to ${listed(knownBy)}.`];
  return [told, ...didYouMean(near === undefined ? [] : [near])];
}

function missingArgument(facts: ErrorFacts['missing_argument']): string {
  const { command, argument, choices, example } = facts;
  const name = argument === undefined ? say`an argument` : placeholders(`<${argument}>`);
  const shown = choices.length === 0 ? '' : ` (${choices.join(', ')})`;
  const told = say`'${command}' needs ${name}${shown}`;
  return example === undefined ? `${told}.` : say`${told}, as in '${example}'.`;
}

function invalidArgument(facts: ErrorFacts['invalid_argument']): string[] {
  const { value, choices, near, must } = facts;
  const place = placeholders(facts.place);
  return [
    value === undefined
      ? say`This is not a valid value for '${place}'.`
      : say`'${value}' is not a valid value for '${place}'.`,
    ...(choices.length > 0 ? [say`The choices are ${choices.join(', ')}.`] : []),
    ...(must === undefined ? [] : [ruleText(must)]),
    ...didYouMean(near === undefined ? [] : [near]),
  ];
}

function ruleText(must: ValueRule): string {
  switch (must) {
    case 'not_negative':
      return say`It must be a number of zero or more.`;
    case 'above_zero':
      return say`It must be a whole number above zero.`;
    case 'name':
      return say`It must be a name.`;
    case 'one_character':
      return say`It must be one character, tab or none.`;
    case 'cost':
      return say`It must be cpf, cnpj or realtime with its credits, as in cpf=2.`;
    case 'job_id':
      return say`It must be the id of a job: letters, digits and hyphens.`;
    case 'calendar_day':
      return say`It must be a day or a month such as 2026-01-31 or 2026-01, or 30d for 30 days ago.`;
  }
}

function excessArguments({ command, most, given }: ErrorFacts['excess_arguments']): string {
  if (most === 0) return say`'${command}' takes no arguments; got ${given}.`;
  return say`'${command}' takes ${plural(most, 'argument', 'arguments')}, not ${given}.`;
}

function didYouMean(meant: readonly string[]): string[] {
  return meant.length === 0 ? [] : [say`Did you mean ${listed(meant)}?`];
}

function listed(words: readonly string[]): string {
  return words
    .slice(0, 3)
    .map((word) => `'${word}'`)
    .reduce((all, word) => say`${all} or ${word}`);
}
