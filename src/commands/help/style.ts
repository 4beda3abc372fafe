import { Help, type Command, type Option } from 'commander';
import { below, NARROWEST, wrap } from '../../output/help/help-text.js';
import { placeholders } from '../../output/help/placeholders.js';
import { t } from '../../messages/index.js';

/** Blanks before a term and behind it. */
const GAPS = 4;

/** Sets the layout of the help of every command. */
export function styleHelp(program: Command): void {
  program.helpOption('-h, --help', t.options.help).configureHelp({
    // Wraps on narrow terminals too, instead of breaking lines at the edge.
    minWidthToWrap: NARROWEST,
    formatItem(term, termWidth, description, helper) {
      const width = helper.helpWidth ?? 80;
      return description !== '' && width - termWidth - GAPS < NARROWEST
        ? below(term, description, width)
        : Help.prototype.formatItem.call(helper, term, termWidth, description, helper);
    },
    styleTitle,
    styleUsage,
    subcommandTerm,
    optionTerm: ({ flags }) => placeholders(flags),
    argumentTerm: (argument) => placeholders(`<${argument.name()}>`).slice(1, -1),
    optionDescription,
    argumentDescription: ({ description, argChoices }) =>
      withNotes(description, argChoices ?? [], []),
    formatHelp: (command, helper) => {
      const help = commandsFirst(Help.prototype.formatHelp.call(helper, command, helper));
      const [usage = '', ...lines] = help.split('\n');
      return [...wrap(usage, (helper.helpWidth ?? 80) - 1), ...lines].join('\n');
    },
  });
}

/** Translates commander's own headings; those of option groups are translated already. */
function styleTitle(title: string): string {
  const titles: Readonly<Record<string, string>> = {
    'Usage:': t.help.usage,
    'Arguments:': t.help.arguments,
    'Options:': t.help.options,
    'Commands:': t.help.commands,
  };
  return titles[title] ?? title;
}

function styleUsage(usage: string): string {
  return placeholders(usage);
}

/** Omits the `[options]` that almost every command has. */
function subcommandTerm(command: Command): string {
  const args = command.registeredArguments.map((argument) => {
    const name = argument.name() + (argument.variadic ? '...' : '');
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return placeholders([command.name(), ...args].join(' '));
}

function optionDescription({ description, argChoices, required, defaultValue }: Option): string {
  const fallback =
    required && defaultValue !== undefined ? [t.help.default(String(defaultValue))] : [];
  return withNotes(description, argChoices ?? [], fallback);
}

/** Adds default and choices, except choices that the description already names. */
function withNotes(
  description: string,
  choices: readonly string[],
  others: readonly string[],
): string {
  const isTold = choices.every((choice) => description.includes(choice));
  const notes = [...(isTold ? [] : [t.help.oneOf(choices.join(', '))]), ...others];
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}

/** Puts the commands, and the options that are used most, before all others. */
function commandsFirst(help: string): string {
  const blocks = help.trimEnd().split('\n\n');
  const titles = [t.help.commands, t.options.mostUsedGroup];
  const commands = blocks.filter((block) => titles.some((title) => block.startsWith(`${title}\n`)));
  const others = blocks.filter((block) => !commands.includes(block));
  const options = others.findIndex((block) => /^\p{Lu}\p{L}+:\n/u.test(block));
  return `${[...others.slice(0, options), ...commands, ...others.slice(options)].join('\n\n')}\n`;
}
