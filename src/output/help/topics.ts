import { columnsOf } from '../terminal/terminal.js';
import { paragraph, twoColumns, withDefault, type Row } from './text.js';
import { t } from '../../messages/index.js';
import type { ExitCode } from '../../exit-codes.js';
import { fallbackOf, type KeyName, keyNames } from '../../config/keys.js';

/** `confere help again`: the options that do something once more. */
export function againText(width: number): string {
  const rows = [
    ['--again', t.help.againAgain],
    ['--fresh', t.help.againFresh],
    ['--overwrite', t.help.againOverwrite],
    ['--resubmit', t.help.againResubmit],
  ] as const;
  return paragraph(t.help.againHeading, width) + twoColumns(rows, width);
}

/** Every environment variable that affects confere. */
export const environment = (): readonly Row[] => [
  ['CONFERE_API_KEY', t.help.apiKey],
  ['CONFERE_API_KEY_FILE', t.help.apiKeyFile],
  ['CONFERE_BASE_URL', t.options.baseUrl],
  ['CONFERE_LEDGER', t.options.ledgerUrl],
  ['CONFERE_PROFILE', t.help.profile],
  ['CONFERE_HOME', t.help.home],
  ['CONFERE_LANG', t.help.language],
  ['CONFERE_SANDBOX', t.help.sandbox],
  ['HTTPS_PROXY, HTTP_PROXY', t.help.proxy],
  ['NO_PROXY', t.help.noProxy],
  ['NODE_EXTRA_CA_CERTS', t.help.caFile],
  ['NODE_TLS_REJECT_UNAUTHORIZED', t.help.tlsIgnored],
  ['NO_COLOR, CI, TERM=dumb', t.help.noColor],
  ['GITHUB_ACTIONS, GITHUB_STEP_SUMMARY', t.help.githubActions],
  ['XDG_STATE_HOME', t.help.ledgerFolder],
  ['XDG_CONFIG_HOME', t.help.profileFolder],
  ['LOCALAPPDATA, APPDATA', t.help.windowsFolders],
];

export function environmentText(width: number): string {
  return [twoColumns(environment(), width), paragraph(t.help.precedence, width)].join('\n');
}

/** What each code means for a script (contract, "Exit codes"). */
export const exitMeanings = (): Readonly<Record<ExitCode, string>> => ({
  0: t.exitCodes.ok,
  1: t.exitCodes.defect,
  2: t.exitCodes.usage,
  3: t.exitCodes.invalid,
  4: t.exitCodes.refused,
  5: t.exitCodes.service,
  6: t.exitCodes.rateLimited,
  7: t.exitCodes.credits,
  8: t.exitCodes.running,
  9: t.exitCodes.notFound,
  10: t.exitCodes.unconfirmed,
  11: t.exitCodes.held,
  130: t.exitCodes.interrupted,
  143: t.exitCodes.interrupted,
});

/** `confere help exit-codes`: codes with the same meaning share a row. */
export function exitCodesText(width: number): string {
  const codesOf = new Map<string, string[]>();
  for (const [code, meaning] of Object.entries(exitMeanings()))
    codesOf.set(meaning, [...(codesOf.get(meaning) ?? []), code]);
  const rows = [...codesOf].map(([meaning, codes]): Row => [codes.join(', '), meaning]);
  const table = paragraph(t.exitCodes.heading, width) + twoColumns(rows, width);
  return `${table}\n${paragraph(t.exitCodes.severalAtOnce, width)}`;
}

/** The program's own tables of formats and columns, from which the text is built. */
interface FormatFacts {
  readonly formats: readonly string[];
  readonly statuses: readonly string[];
  readonly cpf: readonly string[];
  readonly cnpj: readonly string[];
  readonly partners: readonly string[];
}

/** `confere help formats`. */
export function formatsText(facts: FormatFacts, width: number): string {
  const { csv, tsv, jsonArray: json, jsonl, xlsx } = t.help;
  const meanings: Readonly<Record<string, string>> = { csv, tsv, json, jsonl, xlsx };
  const formats = facts.formats.map((name): Row => [name, meanings[name] ?? '']);
  const { rowStatuses, cpfColumns, cnpjColumns, partnerColumns, gzip, jsonOutput } = t.help;
  return [
    paragraph(t.help.resultFormats, width) + twoColumns(formats, width),
    block(rowStatuses, facts.statuses, width) +
      block(cpfColumns, facts.cpf, width) +
      block(cnpjColumns, facts.cnpj, width) +
      block(partnerColumns, facts.partners, width) +
      paragraph(gzip, width) +
      paragraph(jsonOutput, width),
  ].join('\n');
}

function block(title: string, names: readonly string[], width: number): string {
  return paragraph(title, width - 1) + paragraph(names.join(', '), width, 2);
}

const texts = (): Readonly<Record<KeyName, string>> => ({
  'base-url': t.options.baseUrl,
  ledger: t.options.ledgerUrl,
  reuse: t.options.reuse,
  rate: t.options.rate,
  'realtime-rate': t.options.realtimeRate,
  'cost-cpf': t.options.costCpf,
  'cost-cnpj': t.options.costCnpj,
  'cost-realtime': t.options.costRealtime,
  'max-credits': t.options.maxCredits,
  'max-credits-per-day': t.options.maxPerDay,
  'max-credits-per-month': t.options.maxPerMonth,
  timeout: t.options.timeout,
  settle: t.options.settle,
  interval: t.options.interval,
  deadline: t.options.deadline,
  format: t.options.settingFormat,
});

/** The settings that no command has as an option. */
const ALONE: ReadonlySet<KeyName> = new Set(['ledger', 'cost-cpf', 'cost-cnpj', 'cost-realtime']);

export function settingsText(width: number): string {
  const all = texts();
  const rows = keyNames.map((key): Row => {
    const text = fallbackOf(key) === undefined ? all[key] : withDefault(key, all[key]);
    return [ALONE.has(key) ? key : `--${key}`, text];
  });
  return [paragraph(t.help.settingsHeading, width), twoColumns(rows, width)].join('\n');
}

const WITHOUT_ACCOUNT = [
  'confere --sandbox cpf 529.982.247-25',
  // A pipe needs no file, and every shell has this one.
  ['echo 529.982.247-25', 'confere --sandbox bulk run -'].join(' | '),
];
const WITH_ACCOUNT = [
  'confere auth login',
  'confere quota',
  'confere cpf 529.982.247-25',
  'confere cnpj 12.ABC.345/01DE-35',
];
const WITH_FILE = ['confere bulk check <file>', 'confere bulk run <file>'];

/** The output of `confere` alone: the first steps, on half a screen. */
export function firstScreen(stdout: { readonly columns?: number }): string {
  const width = columnsOf(stdout) - 1;
  const words = (text: string) => paragraph(text, width).trimEnd();
  return [
    words(t.commands.confere),
    listed(words(t.help.tryIt), WITHOUT_ACCOUNT),
    listed(words(t.help.withAccount), WITH_ACCOUNT),
    listed(words(t.help.withFile), WITH_FILE),
    words(t.help.more),
  ]
    .map((paragraph) => `${paragraph}\n`)
    .join('\n');
}

function listed(title: string, commands: readonly string[]): string {
  return [title, ...commands.map((command) => `  ${t.placeholders(command)}`)].join('\n');
}
