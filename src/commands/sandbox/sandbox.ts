import type { Command } from 'commander';
import { badValue, nonNegative, positive } from '../shared/option-values.js';
import type { Host } from '../shared/command-host.js';
import type { SandboxCommandOptions } from './serve-sandbox.js';
import { t } from '../../messages/index.js';

/** `confere sandbox`: runs the service on this machine until Ctrl-C. */
export function defineSandbox(command: Command, host: Host): void {
  command
    .option('--port <n>', t.options.port, nonNegative, 0)
    .option('--plan <name>', t.options.sandboxPlan, named)
    .option('--overage', t.options.overage)
    .option('--no-overage', t.options.noOverage)
    .option('--cost <kind=n...>', t.options.sandboxPrices, addCost)
    .option('--credits <n>', t.options.sandboxCredits, nonNegative)
    .option('--pending <n>', t.options.cnpjBatches, positive)
    .option('--rate <n>', t.options.sandboxRate, positive)
    .option('--realtime-rate <n>', t.options.sandboxRealtimeRate, positive)
    .option('--latency <ms>', t.options.latency, nonNegative)
    .option('--job-speed <n>', t.options.itemsPerSecond, positive)
    .option('--fault <rule...>', t.options.fault)
    .option('--key <key>', t.options.sandboxKey, named)
    .option('--seed <n>', t.options.seed, nonNegative)
    .option('--ephemeral', t.options.ephemeral)
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
