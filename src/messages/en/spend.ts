import { plural, s } from './words.js';

/** The table and the notes of `spend`. */
export const spend = {
  badDay: 'It must be a day or a month such as 2026-01-31 or 2026-01, or 30d for 30 days ago.',
  month: 'month (UTC)',
  saved: 'saved',
  atRisk: 'at risk',
  all: 'all',
  baseUrl: 'base URL',
  realtimeCpf: 'real-time CPF',
  singleLookups: 'single lookups',
  sandbox: 'sandbox',
  deletedBatches: 'deleted batches',
  atRiskNote: 'At risk: may have been charged, or may still be; no answer says so yet.',
  possiblyCharged: 'possibly charged',
  possiblyChargedNote:
    'Possibly charged: you had these identifiers sent again, or gave them up; nothing shows whether the first request was charged.',
  assumedPriceNote: (price: number, title: string, kind: string) =>
    s`~ counts ${plural(price, 'credit', 'credits')} for each ${title} found: assumed until readings of the balance show the price, or cost-${kind} sets it.`,
  nothingCharged: 'Nothing was charged or saved in this time.',
};
