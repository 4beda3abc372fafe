import { defaultFor, type SettingName, settingNames } from '../../config/settings.js';
import { type ExitCode, exitCodes } from '../../base/exit-codes.js';
import { t } from '../../messages/index.js';
import { readColumns } from '../../terminal/style.js';
import { wrapWords } from '../../terminal/text.js';

export function formatParagraph(text: string, width: number, indent = 0): string {
  return wrapWords(text, width - indent)
    .map((line) => `${' '.repeat(indent)}${line}\n`)
    .join('');
}

/** The fewest columns for the texts beside their terms; with fewer, each text goes below its term, indented. */
const NARROWEST_TEXT = 20;
const INDENT_BELOW = 6;

export type HelpRow = readonly [term: string, text: string];

export function measureLeftColumn(rows: readonly HelpRow[]): number {
  return Math.max(0, ...rows.map(([term]) => term.length)) + 4;
}

/** Writes terms and texts as two columns, indented by two; the texts are wrapped to the `width` of the terminal. */
export function formatTwoColumns(
  rows: readonly HelpRow[],
  width: number,
  leftWidth = measureLeftColumn(rows),
): string {
  const isNarrow = width - leftWidth < NARROWEST_TEXT;
  return rows
    .map(([term, text]) => {
      if (isNarrow) return `  ${term}\n${formatParagraph(text, width - 1, INDENT_BELOW)}`;
      const lineBreak = `\n${' '.repeat(leftWidth)}`;
      return (
        `${`  ${term}`.padEnd(leftWidth)}${wrapWords(text, width - leftWidth).join(lineBreak)}`.trimEnd() +
        '\n'
      );
    })
    .join('');
}

/** Returns the description of an option with the default of its setting. */
export function withDefault(key: SettingName, text: string): string {
  return t.help.textWithDefault(text, String(defaultFor(key)));
}

/** How to write in PowerShell what an example writes for a POSIX shell. PowerShell 5.1 has another command `curl`. */
const POWERSHELL_FORMS: readonly (readonly [sh: RegExp, powerShell: string])[] = [
  [/^(confere .*) < (\S+)$/, 'Get-Content $2 | $1'],
  [/^(\w+)=\$\((confere .*)\)$/, '$$$1 = $2'],
  [/^cat "\$\((confere .*)\)"$/, 'Get-Content ($1)'],
  [/^cut .* (\S+) \| (confere .*)$/, 'Get-Content $1 | $2'],
  [/\bcurl -X\b/, 'curl.exe -X'],
];

/** Writes a line of the help for the user's shell, which is PowerShell on Windows. */
export function writeForShell(platform: string, line: string): string {
  if (platform !== 'win32') return line;
  return POWERSHELL_FORMS.reduce((text, [sh, powerShell]) => text.replace(sh, powerShell), line);
}

/** `confere help again`: the options with which a command is run again. */
export function writeAgainPage(width: number): string {
  return (
    formatParagraph(t.help.againHeading, width) +
    formatTwoColumns(Object.entries(t.help.again), width)
  );
}

export function writeEnvironmentPage(width: number): string {
  return [
    formatTwoColumns(Object.entries(t.help.environment), width),
    formatParagraph(t.help.precedence, width),
  ].join('\n');
}

/** Returns what an exit code means for a script (contract, "Exit codes"); 143 means the same as 130. */
export function describeExitCode(code: ExitCode): string {
  return t.exitCodes[code === 143 ? 130 : code];
}

/** `confere help exit-codes`: codes with the same meaning share a row. */
export function writeExitCodesPage(width: number): string {
  const rows = Object.values(exitCodes)
    .filter((code) => code !== 143)
    .map((code): HelpRow => [code === 130 ? '130, 143' : String(code), describeExitCode(code)]);
  const table = formatParagraph(t.exitCodes.heading, width) + formatTwoColumns(rows, width);
  return `${table}\n${formatParagraph(t.exitCodes.severalAtOnce, width)}`;
}

/** The settings that no command has as an option. */
const WITHOUT_OPTION: ReadonlySet<SettingName> = new Set([
  'ledger',
  'api-key-command',
  'result-format',
  'require-purpose',
  'retention',
  'credit-price',
]);

export function writeSettingsPage(width: number): string {
  const rows = settingNames.map((key): HelpRow => {
    const name = key.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const description = key === 'format' ? t.options.settingFormat : t.options[name as 'reuse'];
    const text = defaultFor(key) === undefined ? description : withDefault(key, description);
    return [WITHOUT_OPTION.has(key) ? key : `--${key}`, text];
  });
  return [formatParagraph(t.help.settingsHeading, width), formatTwoColumns(rows, width)].join('\n');
}

const WITHOUT_ACCOUNT = [
  'confere --sandbox cpf 529.982.247-25',
  'confere sandbox sample -o teste.csv',
  'confere --sandbox bulk run teste.csv',
];
const WITH_ACCOUNT = [
  'confere auth login',
  'confere quota',
  'confere cpf 529.982.247-25',
  'confere cnpj 12.ABC.345/01DE-35',
];
const WITH_FILE = ['confere bulk check <file>', 'confere bulk run <file>'];

export function writeFirstScreen(stdout: { readonly columns?: number }): string {
  const width = readColumns(stdout) - 1;
  const wrapText = (text: string) => formatParagraph(text, width).trimEnd();
  return [
    wrapText(t.commands.confere),
    listCommands(wrapText(t.help.tryIt), WITHOUT_ACCOUNT),
    listCommands(wrapText(t.help.withAccount), WITH_ACCOUNT),
    listCommands(wrapText(t.help.withFile), WITH_FILE),
    wrapText(t.help.more),
  ]
    .map((paragraph) => `${paragraph}\n`)
    .join('\n');
}

function listCommands(title: string, commands: readonly string[]): string {
  return [title, ...commands.map((command) => `  ${t.placeholders(command)}`)].join('\n');
}
