import type { ErrorFacts } from '../../errors.js';
import type { ValueRule } from '../../errors/usage.js';
import { placeholders } from '../help/text.js';
import { t } from '../../messages/index.js';
import type { CommandMessages } from '../../messages/reader.js';

/** What is wrong with a command line, what was meant, and where to read on. */
export const usageErrors = {
  unknown_command: ({ help, word, meant }) =>
    withHelp(
      help,
      word === undefined ? t.usage.noSuchCommand : t.usage.noCommand(word),
      ...didYouMean(meant),
    ),
  unknown_option: (facts) => withHelp(facts.help, ...unknownOption(facts)),
  missing_argument: (facts) => withHelp(facts.help, missingArgument(facts)),
  option_missing_argument: ({ help, option }) =>
    withHelp(help, t.usage.optionNeedsValue(placeholders(option))),
  missing_mandatory_option_value: ({ help, option }) =>
    withHelp(help, t.usage.requiredOption(placeholders(option))),
  invalid_argument: (facts) => withHelp(facts.help, ...invalidArgument(facts)),
  excess_arguments: (facts) => withHelp(facts.help, excessArguments(facts)),
  unknown_topic: ({ help, word, near }) =>
    near === undefined ? t.usage.noHelpTopic(help) : t.usage.noHelpTopicNear(word, help, near),
} satisfies Partial<CommandMessages>;

function withHelp(help: string, ...sentences: readonly string[]): string {
  return [...sentences, t.usage.seeHelp(help)].join(' ');
}

function unknownOption({ flag, knownBy, near }: ErrorFacts['unknown_option']): string[] {
  if (flag === '--api-key') return [t.usage.noKeyOption];
  const told = flag === undefined ? t.usage.noSuchOption : t.usage.noOption(flag);
  if (knownBy.length > 0) return [t.usage.belongsTo(told, listed(knownBy))];
  return [told, ...didYouMean(near === undefined ? [] : [near])];
}

function missingArgument(facts: ErrorFacts['missing_argument']): string {
  const { command, argument, choices, example } = facts;
  const name = argument === undefined ? t.usage.anArgument : placeholders(`<${argument}>`);
  const shown = choices.length === 0 ? '' : ` (${choices.join(', ')})`;
  const told = t.usage.needsArgument(command, name, shown);
  return example === undefined ? `${told}.` : t.usage.asIn(told, example);
}

function invalidArgument(facts: ErrorFacts['invalid_argument']): string[] {
  const { value, choices, near, must } = facts;
  const place = placeholders(facts.place);
  return [
    value === undefined ? t.usage.badValue(place) : t.usage.badValueOf(value, place),
    ...(choices.length > 0 ? [t.usage.choices(choices.join(', '))] : []),
    ...(must === undefined ? [] : [ruleText(must)]),
    ...didYouMean(near === undefined ? [] : [near]),
  ];
}

function ruleText(must: ValueRule): string {
  return {
    not_negative: t.config.numberNotNegative,
    above_zero: t.config.wholeAboveZero,
    name: t.config.needsName,
    one_character: t.usage.badDelimiter,
    cost: t.config.priceForm,
    job_id: t.usage.badJobId,
    calendar_day: t.spend.badDay,
  }[must];
}

function excessArguments({ command, most, given }: ErrorFacts['excess_arguments']): string {
  if (most === 0) return t.usage.takesNoArguments(command, given);
  return t.usage.takesArguments(command, most, given);
}

function didYouMean(meant: readonly string[]): string[] {
  return meant.length === 0 ? [] : [t.usage.didYouMean(listed(meant))];
}

function listed(words: readonly string[]): string {
  return words
    .slice(0, 3)
    .map((word) => `'${word}'`)
    .reduce((all, word) => t.usage.or(all, word));
}
