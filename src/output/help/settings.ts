import { fallbackOf, type KeyName, keyNames } from '../../config/keys.js';
import { t } from '../../messages/index.js';
import { paragraph, type Row, twoColumns } from './help-text.js';

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

/** `confere help settings`. */
export function settingsText(width: number): string {
  return [paragraph(t.help.settingsHeading, width), twoColumns(rows(), width)].join('\n');
}

function rows(): Row[] {
  const all = texts();
  return keyNames.map((key) => {
    const fallback = fallbackOf(key);
    const text =
      fallback === undefined ? all[key] : t.help.textWithDefault(all[key], String(fallback));
    return [ALONE.has(key) ? key : `--${key}`, text];
  });
}
