import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { stateFolder } from '../config/folders.js';
import { makeFolder } from '../base/flush.js';
import { readExtension, isGzip, buildUnknownExtension } from '../export/format.js';
import { maskIdentifiers } from '../identifiers/index.js';
import { t } from '../messages/index.js';
import type { SandboxOptions } from '../sandbox/index.js';
import { requireWebAssembly } from '../base/system-limits.js';
import { explainStateErrors } from '../config/state-errors.js';
import { refuseExposedPlaces } from './shared/account.js';
import { defineCommand } from './shared/command.js';
import {
  createValueError,
  flag,
  parseNonNegative,
  type OptionOf,
  parsePositive,
  text,
  value,
} from './shared/option.js';
import { say } from './shared/print.js';

const sandboxOptions = () => ({
  port: value('--port <n>', t.options.port, parseNonNegative).default(0),
  plan: value('--plan <name>', t.options.sandboxPlan, requireName),
  overage: flag('--overage', t.options.overage),
  noOverage: flag('--no-overage', t.options.noOverage),
  cost: value('--cost <kind=n...>', t.options.sandboxPrices, addCost),
  credits: value('--credits <n>', t.options.sandboxCredits, parseNonNegative),
  pending: value('--pending <n>', t.options.cnpjBatches, parsePositive),
  rate: value('--rate <n>', t.options.sandboxRate, parsePositive),
  realtimeRate: value('--realtime-rate <n>', t.options.sandboxRealtimeRate, parsePositive),
  latency: value('--latency <ms>', t.options.latency, parseNonNegative),
  jobSpeed: value('--job-speed <n>', t.options.itemsPerSecond, parsePositive),
  fault: text('--fault <rule...>', t.options.fault) as OptionOf<readonly string[] | undefined>,
  key: value('--key <key>', t.options.sandboxKey, requireName),
  seed: value('--seed <n>', t.options.seed, parseNonNegative),
  ephemeral: flag('--ephemeral', t.options.ephemeral),
});

type Costs = NonNullable<SandboxOptions['costs']>;

const COST = /^(cpf|cnpj|realtime)=(\d{1,9}(?:\.\d{1,6})?)$/;

function addCost(text: string, previous: Costs = {}): Costs {
  const [, kind, credits] = COST.exec(text) ?? [];
  if (kind === undefined) throw createValueError('cost');
  return { ...previous, [kind]: Number(credits) };
}

function requireName(text: string): string {
  if (text.trim() === '') throw createValueError('name');
  return text;
}

/**
 * `confere sandbox`: serves until Ctrl-C or SIGTERM, which is the normal end of a server. `startSandbox` has the defaults
 * of the options.
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
    const keepsState = command.options.ephemeral !== true;
    const ended = new Promise<void>((resolveEnd) => {
      const stopListening = context.onStopSignal(() => {
        stopListening();
        resolveEnd();
      });
    });
    const service = await explainStateErrors(
      folder,
      async () => {
        if (keepsState) {
          refuseExposedPlaces(context, [statePath]);
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
          statePath: keepsState ? statePath : ':memory:',
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
    context.stdout.write(formatAssignments(service, context.platform));
    say(command, `${t.servers.sandboxReady(service)}\n`);
    await ended;
    await service.close();
  },
);

/**
 * A list of invented customers as spreadsheets save it: a CPF has lost its zero, a customer is listed twice, a CPF is
 * mistyped, another is not found. Most names resemble the names in the sandbox's records, for `--compare name=Nome`.
 */
const SAMPLE = `Nome;CPF;Valor
Fábio Falcão Magalhães;529.982.247-25;1.250,00
Márcia G. Falcão;1234567890;89,90
João Galvão;270.118.463-01;430,00
Antônia da Silva Batista;581.960.327-30;-35,00
Vinícius João Galvão da Silva;3912875405;212,40
Ana Prado;862.415.093-06;1.899,00
Márcio Avelãs;177.340.628-06;76,15
Mônica C. Araújo;950.213.786-86;540,00
Fábio F. Magalhães;52998224725;310,00
Rui Torres;413.207.985-60;128,00
Iva Campos;235.140.678-81;99,00
Verônica Ferrão Falcão;318.754.092-97;2.045,30
`;

const sampleOptions = () => ({
  output: text('-o, --output <file|->', t.options.sampleFile),
  overwrite: flag('--overwrite', t.options.overwrite),
});

/** `confere sandbox sample`: prints a file to try, or writes it with `-o`. */
export const sample = defineCommand(
  {
    options: sampleOptions,
    examples: ['confere sandbox sample -o clientes.csv'],
  },
  async (command) => {
    const { output = '-', overwrite } = command.options;
    if (output === '-') {
      command.context.stdout.write(SAMPLE);
      return;
    }
    const { refuseOverwrite, refuseUnwritable, writeWhole } = await import('../export/targets.js');
    const path = resolve(output);
    await refuseUnwritable(path);
    const extension = isGzip(output) ? 'gz' : readExtension(output);
    if (!['', 'csv', 'txt'].includes(extension)) throw buildUnknownExtension(extension, ['csv']);
    if (overwrite !== true) await refuseOverwrite(path, { outputs: {} });
    const bytes = Readable.from([Buffer.from(SAMPLE)]);
    await writeWhole(path, bytes, { temporaryId: command.context.newId(), kept: 'nothing' });
    const runCommand = command.next.command('bulk run', output, '--sandbox');
    say(
      command,
      `${t.servers.sampleWritten({ file: maskIdentifiers(output), command: runCommand })}\n`,
    );
  },
);

/** Returns the lines that assign base URL and key in a shell, on Windows in PowerShell. */
function formatAssignments(
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
  platform: string,
): string {
  return platform === 'win32'
    ? `$env:CONFERE_BASE_URL = '${baseUrl}'\n$env:CONFERE_API_KEY = '${apiKey}'\n`
    : `export CONFERE_BASE_URL=${baseUrl}\nexport CONFERE_API_KEY=${apiKey}\n`;
}
