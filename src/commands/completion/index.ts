import { Argument, type Command } from 'commander';
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

/** `confere completion <shell>`, and the hidden command that its scripts call at every Tab. */
export function defineCompletion(program: Command, host: Host): void {
  defineScripts(program, host);
  program
    .command('__complete [words...]', { hidden: true })
    .description(say`candidates for the last word; asked by the completion scripts`)
    .action(async (words: string[]) => {
      const { answer } = await import('./answer.js');
      host.context.stdout.write(await answer(program, host, words));
    });
}

function defineScripts(program: Command, host: Host): void {
  program
    .command('completion')
    .description(say`script that completes commands, options and batches in a shell`)
    .addArgument(new Argument('<shell>', say`shell to complete in`).choices(Object.keys(scripts)))
    .action(async (shell: keyof typeof scripts) => {
      host.context.stdout.write(await scripts[shell]());
    })
    .addHelpText('after', install());
}
