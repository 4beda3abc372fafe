import type { IdentifierKind } from '../../identifiers/types.js';
import { Refusal } from '../http/answers.js';
import { MESSAGES } from '../messages.js';
import { readRequestIdentifier } from '../http/request-identifier.js';

const MOST_ITEMS = 10_000;

/** An accepted batch: its valid, unique items, and the number of invalid ones. */
export interface Submission {
  readonly kind: IdentifierKind;
  readonly items: readonly string[];
  readonly invalid: number;
  readonly fileName: string | null;
  readonly format: string | null;
}

/** Reads the body of a submission (spec, "POST /cpf/bulk" and "POST /cnpj/bulk"). @throws Refusal */
export function readSubmission(
  kind: IdentifierKind,
  body: Readonly<Record<string, unknown>>,
): Submission {
  const list = requireList(kind, body[`${kind}s`]);
  const { items, invalid } = selectValid(kind, list);
  if (items.length === 0) throw new Refusal(422, MESSAGES.batchNoneValid(kind.toUpperCase()));
  return { kind, items, invalid, fileName: label(body['fileName']), format: label(body['format']) };
}

function requireList(kind: IdentifierKind, list: unknown): readonly unknown[] {
  if (!Array.isArray(list) || list.length === 0) {
    throw new Refusal(400, MESSAGES.batchNotArray(`${kind}s`));
  }
  if (list.length > MOST_ITEMS) {
    throw new Refusal(400, MESSAGES.batchTooLong(kind.toUpperCase()));
  }
  return list;
}

/** Duplicates are neither items nor invalid. */
function selectValid(kind: IdentifierKind, list: readonly unknown[]) {
  const items = new Set<string>();
  let invalid = 0;
  for (const value of list) {
    const reading = typeof value === 'string' ? readRequestIdentifier(kind, value) : undefined;
    if (reading?.valid === true) items.add(reading.id);
    else invalid += 1;
  }
  return { items: [...items], invalid };
}

/** SQLite would cut the text at a NUL. */
const label = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : null;
