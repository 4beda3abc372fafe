import type { Command } from 'commander';
import type { Host } from '../shared/command-host.js';
import { say } from '../../text/index.js';

const scripts = {
  bash: async () => (await import('./bash.js')).bash,
  zsh: async () => (await import('./zsh.js')).zsh,
  fish: async () => (await import('./fish.js')).fish,
  powershell: async () => (await import('./powershell.js')).powershell,
};

const install = () => say`
Install:
  bash, in ~/.bashrc:
    eval "$(confere completion bash)"
  zsh, in ~/.zshrc after compinit:
    eval "$(confere completion zsh)"
  fish, in ~/.config/fish/config.fish:
    confere completion fish | source
  PowerShell, in $PROFILE:
    confere completion powershell | Out-String | iex`;

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
    argument.description = say`shell to complete in`;
    argument.choices(Object.keys(scripts));
  }
  command
    .action(async (shell: keyof typeof scripts) => {
      host.context.stdout.write(await scripts[shell]());
    })
    .addHelpText('after', install());
}
