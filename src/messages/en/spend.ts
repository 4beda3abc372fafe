import { plural, s } from './words.js';

/** The table and the notes of `spend`. */
export const spend = {
  badDay: 'Use a day or a month such as 2026-01-31 or 2026-01, or 30d for 30 days ago.',
  month: 'month (UTC)',
  saved: 'saved',
  atRisk: 'unconfirmed',
  all: 'all',
  baseUrl: 'base URL',
  realtimeCpf: 'real-time CPF',
  singleLookups: 'single lookups',
  sandbox: 'sandbox',
  deletedBatches: 'deleted batches',
  atRiskNote:
    'Unconfirmed: requests without an answer, which may have been charged or may still be.',
  possiblyCharged: 'possibly charged',
  possiblyChargedNote:
    'Possibly charged: identifiers that you sent again or abandoned; whether their first request was charged is not known.',
  assumedPriceNote: (price: number, title: string, kind: string) =>
    s`~ assumes ${plural(price, 'credit', 'credits')} per ${title} found, until the balance shows the price. To set it: confere config set cost-${kind} <credits>.`,
  nothingCharged: 'Nothing was charged or saved in this period.',
};
