import type { Command } from 'commander';
import type { Host } from '../shared/command-host.js';
import { t } from '../../messages/index.js';

/** Each calls `confere __complete` at every Tab. */
const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

const install = () => t.help.completionInstall;

/** The hidden command that the scripts call at every Tab. */
export function defineAnswers(command: Command, host: Host): void {
  command.action(async (words: string[]) => {
    const { answer } = await import('./answer.js');
    host.context.stdout.write(await answer(command.parent ?? command, host, words));
  });
}

/** `confere completion <shell>`. */
export function defineCompletion(command: Command, host: Host): void {
  for (const argument of command.registeredArguments) {
    argument.description = t.options.shell;
    argument.choices(SHELLS);
  }
  command
    .action(async (shell: (typeof SHELLS)[number]) => {
      const scripts = await import('./scripts.js');
      host.context.stdout.write(scripts[shell]);
    })
    .addHelpText('after', install());
}
