import { UsageError } from '../../errors.js';
import type { ErrorFacts } from '../../errors.js';
import { lookupStatuses, type LookupStatus } from '../../export/lookup-status.js';
import { readFileCell, type IdentifierKind, type Reading } from '../../identifiers/index.js';
import { ColumnQuestion, type InputOptions } from '../../input/index.js';
import type { ResultRow } from './sorted-rows.js';

/** Takes a row of a result with what stands in its column of identifiers. */
export type TakeRow = (reading: Reading, row: Omit<ResultRow, 'id'>) => void;

/** A status that confere does not write is no answer. */
export function statusIn(text: string): LookupStatus {
  return lookupStatuses.find((status) => status === text.trim()) ?? 'pending';
}

/**
 * Reads the columns of a result. Those that hold the parts of its identifiers are joined without being asked, as they
 * were for the result: nothing is paid for what is compared. Where several columns hold identifiers, `agrees` tells
 * those whose identifiers the records of the result have.
 */
export async function columnsOf<T>(
  input: InputOptions,
  read: (input: InputOptions) => T | Promise<T>,
  agrees: (columns: T) => boolean | Promise<boolean>,
): Promise<T> {
  try {
    return await read(input);
  } catch (error) {
    if (error instanceof ColumnQuestion && error.code === 'ambiguous_column') {
      const all = error.facts.candidates.map(({ option }) => read({ ...input, column: option }));
      const fitting = await Promise.all((await Promise.all(all)).map(agreeing(agrees)));
      const [only, ...others] = fitting.flat();
      if (only !== undefined && others.length === 0) return only;
    }
    if (!(error instanceof UsageError) || error.code !== 'identifier_in_parts') throw error;
    const { parts, wrongly } = error.facts as ErrorFacts['identifier_in_parts'];
    if (wrongly !== undefined) throw error;
    return read({ ...input, column: parts.map(({ option }) => option).join('+') });
  }
}

function agreeing<T>(agrees: (columns: T) => boolean | Promise<boolean>) {
  return async (columns: T): Promise<T[]> => ((await agrees(columns)) ? [columns] : []);
}

/** Records that are compared with the identifiers of their rows. */
const COMPARED = 100;

/** Compares identifiers of rows with those of the records beside them; the cells of a row without a record are empty. */
export class RecordAgreement {
  #compared = 0;
  #differs = false;

  get isDecided(): boolean {
    return this.#differs || this.#compared >= COMPARED;
  }

  /** Whether every record had the identifier of its row, and there was one. */
  get agrees(): boolean {
    return this.#compared > 0 && !this.#differs;
  }

  add(reading: Reading, { cpf, cnpj }: Readonly<Record<IdentifierKind, string>>): void {
    const record = cpf === '' ? readFileCell(cnpj, 'cnpj') : readFileCell(cpf, 'cpf');
    if (!record.valid) return;
    this.#compared += 1;
    this.#differs ||= !reading.valid || reading.id !== record.id;
  }
}
