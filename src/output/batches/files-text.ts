import { printable } from '../terminal/printable.js';
import { formatNumber, plural, say } from '../../text/index.js';

export function twiceText(file: string): string {
  return `${say`${printable(file)} is given twice; it is done once.`}\n`;
}

export function creditsLeftText(file: string, left: number, all: number): string {
  return `${say`Of --max-credits ${formatNumber(all)}, ${plural(left, 'is', 'are')} left for ${printable(file)}.`}\n`;
}
