import type { Command } from 'commander';
import { badValue, nonNegative, positive } from '../shared/option-values.js';
import type { Host } from '../shared/command-host.js';
import type { SandboxCommandOptions } from './serve-sandbox.js';
import { say } from '../../text/index.js';

/** `confere sandbox`: runs the service on this machine until Ctrl-C. */
export function defineSandbox(command: Command, host: Host): void {
  command
    .option('--port <n>', say`port, 0 for a free one`, nonNegative, 0)
    .option(
      '--plan <name>',
      say`gratis, micro, basico, intermediario, avancado or a name of your own`,
      named,
    )
    .option('--overage', say`continue and bill overage when the credits run out`)
    .option('--no-overage', say`refuse lookups when the credits run out`)
    .option(
      '--cost <kind=n...>',
      say`credits of a found record: cpf=2, cnpj=1, realtime=2.5`,
      addCost,
    )
    .option('--credits <n>', say`credits per period (default: those of the plan)`, nonNegative)
    .option('--pending <n>', say`most CNPJ batches under way (default: 20)`, positive)
    .option('--rate <n>', say`simple lookups per minute that it answers (default: 30)`, positive)
    .option('--realtime-rate <n>', say`real-time lookups per minute (default: 5)`, positive)
    .option('--latency <ms>', say`milliseconds before each answer (default: 0)`, nonNegative)
    .option('--job-speed <n>', say`batch items per second (default: 5000)`, positive)
    .option('--fault <rule...>', say`what goes wrong, e.g. 'POST /cpf/bulk=503:2'`)
    .option(
      '--key <key>',
      say`key of the account (default: a random one, the same at every start)`,
      named,
    )
    .option('--seed <n>', say`seed of the invented records (default: 1)`, nonNegative)
    .option('--ephemeral', say`keep no state`)
    .action(async () => {
      const { serveSandbox, toSandboxRequest } = await import('./serve-sandbox.js');
      await serveSandbox(host, toSandboxRequest(command.optsWithGlobals<SandboxCommandOptions>()));
    });
}

const COST = /^(cpf|cnpj|realtime)=(\d{1,9}(?:\.\d{1,6})?)$/;

/** Adds `cpf=2` to the costs of the options before it. */
function addCost(text: string, before: SandboxCommandOptions['cost'] = {}): typeof before {
  const [, kind, credits] = COST.exec(text) ?? [];
  if (kind === undefined) throw badValue('cost');
  return { ...before, [kind]: Number(credits) };
}

function named(text: string): string {
  if (text.trim() === '') throw badValue('name');
  return text;
}
