import { join } from 'node:path';
import { stateFolder } from '../config/folders.js';
import { makeFolder } from '../base/flush.js';
import { t } from '../messages/index.js';
import type { SandboxOptions } from '../sandbox/index.js';
import { requireWebAssembly } from '../base/system-limits.js';
import { explainStateErrors } from '../config/using-state.js';
import { refuseOpenPlaces } from './shared/account.js';
import { defineCommand } from './shared/command.js';
import {
  badValue,
  flag,
  nonNegative,
  type OptionOf,
  positive,
  text,
  value,
} from './shared/option.js';
import { say } from './shared/print.js';

const sandboxOptions = () => ({
  port: value('--port <n>', t.options.port, nonNegative).default(0),
  plan: value('--plan <name>', t.options.sandboxPlan, requireName),
  overage: flag('--overage', t.options.overage),
  noOverage: flag('--no-overage', t.options.noOverage),
  cost: value('--cost <kind=n...>', t.options.sandboxPrices, addCost),
  credits: value('--credits <n>', t.options.sandboxCredits, nonNegative),
  pending: value('--pending <n>', t.options.cnpjBatches, positive),
  rate: value('--rate <n>', t.options.sandboxRate, positive),
  realtimeRate: value('--realtime-rate <n>', t.options.sandboxRealtimeRate, positive),
  latency: value('--latency <ms>', t.options.latency, nonNegative),
  jobSpeed: value('--job-speed <n>', t.options.itemsPerSecond, positive),
  fault: text('--fault <rule...>', t.options.fault) as OptionOf<readonly string[] | undefined>,
  key: value('--key <key>', t.options.sandboxKey, requireName),
  seed: value('--seed <n>', t.options.seed, nonNegative),
  ephemeral: flag('--ephemeral', t.options.ephemeral),
});

type Costs = NonNullable<SandboxOptions['costs']>;

const COST = /^(cpf|cnpj|realtime)=(\d{1,9}(?:\.\d{1,6})?)$/;

function addCost(given: string, before: Costs = {}): Costs {
  const [, kind, credits] = COST.exec(given) ?? [];
  if (kind === undefined) throw badValue('cost');
  return { ...before, [kind]: Number(credits) };
}

function requireName(given: string): string {
  if (given.trim() === '') throw badValue('name');
  return given;
}

/**
 * `confere sandbox`: serves until Ctrl-C or SIGTERM, the normal end of a server. Options left out have their
 * defaults.
 */
export const sandbox = defineCommand(
  {
    options: sandboxOptions,
    examples: [
      'confere sandbox --plan gratis --credits 3 --ephemeral',
      "confere sandbox --fault 'GET /quota=503:2' '*=slow:200'",
    ],
  },
  async (command) => {
    const { context } = command;
    const { cost: costs, pending: pendingBatches, fault: faults, key: apiKey } = command.options;
    const folder = stateFolder(context);
    const statePath = join(folder, 'sandbox.db');
    const isKept = command.options.ephemeral !== true;
    const ended = new Promise<void>((done) => {
      const forget = context.onStopSignal(() => {
        forget();
        done();
      });
    });
    const service = await explainStateErrors(
      folder,
      async () => {
        if (isKept) {
          refuseOpenPlaces(context, [statePath]);
          makeFolder(folder);
        }
        requireWebAssembly();
        const { startSandbox } = await import('../sandbox/index.js');
        return startSandbox({
          ...command.options,
          costs,
          pendingBatches,
          faults,
          apiKey,
          clock: context.clock,
          statePath: isKept ? statePath : ':memory:',
          onReset: () => {
            say(command, `${t.servers.sandboxStateOutdated}\n`);
          },
          onRequest: ({ method, path, status, ms }) => {
            say(command, `${method} ${path} ${status} ${Math.round(ms)} ms\n`);
          },
        });
      },
      'sandbox',
    );
    context.stdout.write(exportLines(service, context.platform));
    say(command, `${t.servers.sandboxReady(service)}\n`);
    await ended;
    await service.close();
  },
);

/** Writes the assignments of base URL and key for a shell, on Windows for PowerShell. */
function exportLines(
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
  platform: string,
): string {
  return platform === 'win32'
    ? `$env:CONFERE_BASE_URL = '${baseUrl}'\n$env:CONFERE_API_KEY = '${apiKey}'\n`
    : `export CONFERE_BASE_URL=${baseUrl}\nexport CONFERE_API_KEY=${apiKey}\n`;
}
