import type { IdentifierKind } from '../identifiers/types.js';
import { Refusal } from './refusals.js';
import { readRequestIdentifier } from './registry.js';
import type { Trigger } from './faults.js';

const MOST_ITEMS = 10_000;

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
  if (items.length === 0)
    throw new Refusal(422, `Nenhum ${kind.toUpperCase()} válido na lista enviada.`);
  return { kind, items, invalid, fileName: label(body['fileName']), format: label(body['format']) };
}

function requireList(kind: IdentifierKind, list: unknown): readonly unknown[] {
  if (!Array.isArray(list) || list.length === 0) {
    throw new Refusal(400, `Campo '${kind}s' deve ser um array não vazio.`);
  }
  if (list.length > MOST_ITEMS) {
    throw new Refusal(400, `Limite de 10000 ${kind.toUpperCase()}s por lote excedido.`);
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

export type Script = 'fail-halfway' | 'fail-database' | 'orphan' | 'skip' | 'slow';

interface Label {
  readonly script?: Script;
  readonly onSubmit?: Trigger;
}

/** By `fileName`, or its part before the first space; docs/sandbox.md says what each does. */
export const LABELS: Readonly<Record<string, Label>> = {
  'sandbox:fail-halfway': { script: 'fail-halfway' },
  'sandbox:fail-database': { script: 'fail-database' },
  'sandbox:orphan': { script: 'orphan' },
  'sandbox:skip': { script: 'skip' },
  'sandbox:slow': { script: 'slow' },
  'sandbox:lost-request': { onSubmit: { effect: { type: 'drop', when: 'before' }, times: 1 } },
  'sandbox:lost-answer': { onSubmit: { effect: { type: 'drop', when: 'after' }, times: 1 } },
};

export function readLabel(fileName: string | null): Label {
  const [word = ''] = (fileName ?? '').split(/\s/);
  return (Object.hasOwn(LABELS, word) ? LABELS[word] : undefined) ?? {};
}
