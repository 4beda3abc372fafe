import { Help, type Command, type Option } from 'commander';

/** How commander lays out the help of every command. */
export function styleHelp(program: Command): void {
  program.helpOption('-h, --help', 'show this help').configureHelp({
    // Narrow terminals wrap too, instead of breaking lines at the edge.
    minWidthToWrap: 20,
    subcommandTerm,
    optionDescription,
    formatHelp: (command, helper) =>
      commandsFirst(Help.prototype.formatHelp.call(helper, command, helper)),
  });
}

/** Without the `[options]` that nearly every command has. */
function subcommandTerm(command: Command): string {
  const args = command.registeredArguments.map((argument) => {
    const name = argument.name() + (argument.variadic ? '...' : '');
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...args].join(' ');
}

function optionDescription(option: Option): string {
  const takesValue = option.required || option.optional;
  const choices = option.argChoices ?? [];
  const notes = [
    ...(choices.every((choice) => option.description.includes(choice))
      ? []
      : [`one of ${choices.join(', ')}`]),
    ...(takesValue && option.defaultValue !== undefined
      ? [`default: ${String(option.defaultValue)}`]
      : []),
  ];
  return notes.length === 0 ? option.description : `${option.description} (${notes.join('; ')})`;
}

/** What one can do comes before how. */
function commandsFirst(help: string): string {
  const blocks = help.trimEnd().split('\n\n');
  const commands = blocks.filter((block) => block.startsWith('Commands:\n'));
  const others = blocks.filter((block) => !commands.includes(block));
  const options = others.findIndex((block) => /^[A-Z]\w+:\n/.test(block));
  return `${[...others.slice(0, options), ...commands, ...others.slice(options)].join('\n\n')}\n`;
}
