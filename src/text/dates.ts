import { spoken } from './voice.js';

/** Formats epoch ms as a day in UTC: `2026-03-01`, or `01/03/2026` in Portuguese. */
export function formatDay(at: number): string {
  const [year = '', month = '', day = ''] = new Date(at).toISOString().slice(0, 10).split('-');
  return spoken().language === 'pt-BR' ? `${day}/${month}/${year}` : `${year}-${month}-${day}`;
}

/** The day and `HH:MM`, UTC. */
export function formatMinute(at: number): string {
  return `${formatDay(at)} ${new Date(at).toISOString().slice(11, 16)}`;
}

/** The day and `HH:MM:SS`, UTC. */
export function formatSecond(at: number): string {
  return `${formatDay(at)} ${new Date(at).toISOString().slice(11, 19)}`;
}
