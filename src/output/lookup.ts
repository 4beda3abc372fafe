import { toCell } from '../batch/export/text.js';
import type { LookupAnswer } from '../batch/lookup.js';
import { formatId, maskIdentifiers } from '../identifiers/index.js';

/** One lookup for people: the record as lines of name and value, or one sentence. */
export function lookupText(answer: LookupAnswer): string {
  const { kind, id, status, data, error } = answer;
  if (data !== undefined) return `${card(data)}${origin(answer)}\n`;
  const shown = maskIdentifiers(answer.input);
  if (status === 'not_found') {
    const name = kind === 'cpf' || id === null ? shown : formatId(kind, id);
    return `${name}: not found (free)\n`;
  }
  return `${shown}: ${error?.message ?? status}\n`;
}

function card(data: Readonly<Record<string, unknown>>): string {
  const width = Math.max(...Object.keys(data).map((field) => field.length));
  return Object.entries(data)
    .map(([field, value]) => `${field.padEnd(width)}  ${toCell(field, value)}\n`)
    .join('');
}

function origin({ source, fetchedAt }: LookupAnswer): string {
  return source === 'ledger' ? `from the ledger, fetched ${fetchedAt ?? ''}; no credit used\n` : '';
}
