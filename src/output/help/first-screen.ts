import { t } from '../../messages/index.js';
import { columnsOf } from '../terminal/terminal.js';
import { paragraph } from './text.js';

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
