import { defaultFor, type KeyName, keyNames } from '../../config/settings.js';
import { type ExitCode, exitCodes } from '../../base/exit-codes.js';
import { t } from '../../messages/index.js';
import { terminalColumns } from '../../terminal/style.js';
import { wrapWords } from '../../terminal/text.js';

export function paragraph(text: string, width: number, indent = 0): string {
  return wrapWords(text, width - indent)
    .map((line) => `${' '.repeat(indent)}${line}\n`)
    .join('');
}

/** Columns of a terminal. If the right column would be narrower, its texts go below their terms, indented. */
const NARROWEST_TEXT = 20;
const INDENT_BELOW = 6;

export type HelpRow = readonly [term: string, text: string];

export function measureLeft(rows: readonly HelpRow[]): number {
  return Math.max(0, ...rows.map(([term]) => term.length)) + 4;
}

/** Writes two columns, indented by two; the right one is wrapped to the terminal's `width`. */
export function twoColumns(
  rows: readonly HelpRow[],
  width: number,
  left = measureLeft(rows),
): string {
  const isNarrow = width - left < NARROWEST_TEXT;
  return rows
    .map(([term, text]) => {
      if (isNarrow) return `  ${term}\n${paragraph(text, width - 1, INDENT_BELOW)}`;
      const below = `\n${' '.repeat(left)}`;
      return (
        `${`  ${term}`.padEnd(left)}${wrapWords(text, width - left).join(below)}`.trimEnd() + '\n'
      );
    })
    .join('');
}

export function withDefault(key: KeyName, text: string): string {
  return t.help.textWithDefault(text, String(defaultFor(key)));
}

/** Lines that PowerShell, from 5.1 on, writes in another way. Its `curl` is another command. */
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

export function repetitionText(width: number): string {
  return paragraph(t.help.againHeading, width) + twoColumns(Object.entries(t.help.again), width);
}

export function environmentText(width: number): string {
  return [
    twoColumns(Object.entries(t.help.environment), width),
    paragraph(t.help.precedence, width),
  ].join('\n');
}

/** Says what an exit code means for a script (contract, "Exit codes"). */
export function exitMeaning(code: ExitCode): string {
  return t.exitCodes[code === 143 ? 130 : code];
}

/** `confere help exit-codes`: codes with the same meaning share a row. */
export function exitCodesText(width: number): string {
  const rows = Object.values(exitCodes)
    .filter((code) => code !== 143)
    .map((code): HelpRow => [code === 130 ? '130, 143' : String(code), exitMeaning(code)]);
  const table = paragraph(t.exitCodes.heading, width) + twoColumns(rows, width);
  return `${table}\n${paragraph(t.exitCodes.severalAtOnce, width)}`;
}

/** The settings that no command has as an option. */
const WITHOUT_OPTION: ReadonlySet<KeyName> = new Set([
  'ledger',
  'api-key-command',
  'result-format',
  'require-purpose',
  'retention',
  'credit-price',
]);

export function settingsText(width: number): string {
  const rows = keyNames.map((key): HelpRow => {
    const name = key.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const known = key === 'format' ? t.options.settingFormat : t.options[name as 'reuse'];
    const text = defaultFor(key) === undefined ? known : withDefault(key, known);
    return [WITHOUT_OPTION.has(key) ? key : `--${key}`, text];
  });
  return [paragraph(t.help.settingsHeading, width), twoColumns(rows, width)].join('\n');
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

export function firstScreen(stdout: { readonly columns?: number }): string {
  const width = terminalColumns(stdout) - 1;
  const words = (text: string) => paragraph(text, width).trimEnd();
  return [
    words(t.commands.confere),
    listCommands(words(t.help.tryIt), WITHOUT_ACCOUNT),
    listCommands(words(t.help.withAccount), WITH_ACCOUNT),
    listCommands(words(t.help.withFile), WITH_FILE),
    words(t.help.more),
  ]
    .map((paragraph) => `${paragraph}\n`)
    .join('\n');
}

function listCommands(title: string, commands: readonly string[]): string {
  return [title, ...commands.map((command) => `  ${t.placeholders(command)}`)].join('\n');
}
