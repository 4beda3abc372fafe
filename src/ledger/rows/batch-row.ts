import type { Delivered } from '../operations/planning.js';
import type { Agreed, Batch, Erased } from '../types.js';
import type { Row } from './row.js';

/** How the column says what was delivered. */
export const DELIVERED: Readonly<Record<Delivered, number>> = { nothing: 0, all: 1, part: 2 };

/** Files that a batch remembers: its last result and the two tables beside it. */
const FILES = 3;

/** Adds a file; a result of another name takes the place of the last one. `stored`: the column. */
export function withOutput(
  stored: Row[string] | undefined,
  { path, stamp, isResult }: { path: string; stamp: string; isResult: boolean },
): string {
  const known = outputsIn(stored);
  const isOther = isResult && !Object.hasOwn(known, path);
  const others = isOther ? [] : Object.entries(known).filter(([other]) => other !== path);
  return JSON.stringify(Object.fromEntries([...others.slice(1 - FILES), [path, stamp]]));
}

/** Ledgers of older versions, which the completion of ids reads, have none. */
function outputsIn(stored: Row[string] | undefined): Readonly<Record<string, string>> {
  return JSON.parse(typeof stored === 'string' ? stored : '{}') as Record<string, string>;
}

export function toBatch(row: Row): Batch {
  return {
    num: row['num'] as number,
    id: row['id'] as string,
    kind: row['mixed'] === 1 ? 'both' : (row['kind'] as Batch['kind']),
    file: row['file'] as string,
    label: row['label'] as string | null,
    baseUrl: row['base_url'] as string,
    keyFingerprint: row['key_fingerprint'] as string,
    fresh: row['fresh'] === 1,
    layout: row['layout'] as string | null,
    createdAt: row['created_at'] as number,
    plannedAt: row['planned_at'] as number | null,
    rows: row['row_count'] as number,
    inputHash: row['input_hash'] as string | null,
    inputSize: row['input_size'] as number | null,
    invalid: row['invalid'] as number,
    duplicates: row['duplicates'] as number,
    repaired: row['repaired'] as number,
    reasons: JSON.parse(row['reasons'] as string) as Record<string, number>,
    output: row['output'] as string | null,
    outputs: outputsIn(row['outputs']),
    agreed: agreedIn(row),
    erased: { rows: [], paid: { cpf: 0, cnpj: 0 }, ...erasedIn(row['erased']) },
  };
}

function agreedIn({ agreed, agreed_tick: after }: Row): Agreed | null {
  return agreed == null ? null : { limit: Number(agreed), after: Number(after) };
}

function erasedIn(stored: Row[string] | undefined): Partial<Erased> {
  return JSON.parse(typeof stored === 'string' ? stored : '{}') as Partial<Erased>;
}
