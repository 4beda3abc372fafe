import { safeJson, visibleLines } from '../../foreign-text.js';
import type { Lookup } from '../../lookups/answer.js';
import type { Output } from '../../context.js';
import type { IdentifierKind } from '../../identifiers/index.js';
import type { FieldPath } from '../../records/fields.js';
import { reduced } from './values.js';
import type { Place } from './card.js';
import type { Format } from '../answer-printer.js';
import type { Look, Paint } from '../terminal/terminal.js';

interface LookupPrinting {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Undefined for records of either kind. */
  readonly kind: IdentifierKind | undefined;
  readonly format: Format;
  readonly fields?: readonly FieldPath[];
  /** Whether records become one table at the end, and no card each. */
  readonly inRows: boolean;
  /** The look of stdout. */
  readonly look: Look;
  /** The colours of stderr. */
  readonly paintError?: Paint;
  /** Asked for each row, because the first answer may tell. */
  readonly isSandbox: () => boolean;
  readonly now: () => number;
}

interface LookupPrinter {
  /** Records go to stdout, and for people the rest to stderr. */
  readonly print: (lookup: Lookup, typed?: Place) => void;
  /** Prints what is shown only at the end; a second call does nothing. */
  readonly end: () => void;
}

/** Prints each lookup when it arrives, or a table of all at the end. */
export async function createPrinter(printing: LookupPrinting): Promise<LookupPrinter> {
  if (printing.format === 'table' && printing.inRows) return tablePrinter(printing);
  return { print: await printerOf(printing), end: () => undefined };
}

async function printerOf(printing: LookupPrinting): Promise<LookupPrinter['print']> {
  switch (printing.format) {
    case 'csv':
      return csvPrinter(printing);
    case 'json':
    case 'jsonl':
      return jsonPrinter(printing);
    case 'table':
      return cardPrinter(printing);
  }
}

async function cardPrinter({
  stdout,
  stderr,
  kind,
  look,
  paintError,
  now,
  fields,
}: LookupPrinting) {
  const { recordText, refusalText } = await import('./card.js');
  const forCompanies = kind === 'cpf' ? {} : await companyParts();
  let isFirst = true;
  return (lookup: Lookup, typed?: Place): void => {
    const { data } = lookup.answer;
    if (data === undefined) {
      stderr.write(refusalText(lookup.answer, paintError, typed));
      return;
    }
    stdout.write(
      `${isFirst ? '' : '\n'}${recordText(lookup, data, look, now(), { ...forCompanies, fields })}`,
    );
    isFirst = false;
  };
}

async function companyParts() {
  const { partnersText: partners } = await import('./table.js');
  const { loadActivities } = await import('../../records/activities.js');
  return { partners, activities: await loadActivities() };
}

async function tablePrinter(printing: LookupPrinting) {
  const { stdout, stderr, kind, look, paintError, fields } = printing;
  const { refusalText } = await import('./card.js');
  const { lookupTable } = await import('./table.js');
  const all: Lookup[] = [];
  return {
    print: (lookup: Lookup, typed?: Place) => {
      const { data, status } = lookup.answer;
      // The row says all that there is to say of what was not found.
      if (data === undefined && status !== 'not_found')
        stderr.write(refusalText(lookup.answer, paintError, typed));
      all.push(lookup);
    },
    end: () => {
      stdout.write(lookupTable(all.splice(0), kind, look, fields));
    },
  };
}

function jsonPrinter({ stdout, format, look, fields }: LookupPrinting) {
  // Indented for people; a program gets one object per line.
  const indent = format === 'json' && look.isTerminal ? 2 : undefined;
  return (lookup: Lookup): void => {
    const answer = fields === undefined ? lookup.answer : reduced(lookup, fields);
    stdout.write(`${safeJson(answer, indent)}\n`);
  };
}

async function csvPrinter({ stdout, kind, fields, isSandbox, look }: LookupPrinting) {
  const { csvHeader, csvRow } = await import('./csv.js');
  let isFirst = true;
  return (lookup: Lookup): void => {
    if (isFirst) stdout.write(csvHeader(kind ?? 'both', fields));
    isFirst = false;
    const row = csvRow(lookup, kind ?? 'both', isSandbox(), fields);
    stdout.write(look.isTerminal ? visibleLines(row) : row);
  };
}
