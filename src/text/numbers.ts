import { locale } from './say.js';

const formats = new Map<string, Intl.NumberFormat>();

/** `1,234.5`, or `1.234,5` in Portuguese. */
export function formatNumber(value: number): string {
  const name = locale();
  const format = formats.get(name) ?? new Intl.NumberFormat(name);
  formats.set(name, format);
  return format.format(value);
}
