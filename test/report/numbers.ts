import { readFileSync } from 'node:fs';
import { loadActivities } from '../../src/records/activities.js';
import type { ReportNumbers } from '../../src/report/index.js';

const INVENTED = readFileSync(new URL('numbers.json', import.meta.url), 'utf8');

export const FACTS = { version: '1.2.3', timeZone: 'UTC', activities: await loadActivities() };

/** Invented numbers that add up, with something in every part of the page. */
export function numbers(change: Partial<ReportNumbers> = {}): ReportNumbers {
  return { ...(JSON.parse(INVENTED) as ReportNumbers), ...change };
}
