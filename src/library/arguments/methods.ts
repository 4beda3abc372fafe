import {
  anyText,
  batch,
  decision,
  identifiers,
  input,
  oneOf,
  optional,
  output,
  text,
  type Check,
} from './check.js';
import { checkCall } from './options.js';

/** The arguments of one method: their names and what they must be. */
export type Signature = readonly (readonly [name: string, check: Check])[];

const options = ['options', checkCall] as const;
const kind = ['kind', oneOf('cpf', 'cnpj')] as const;
const named = ['batch', batch] as const;
/** Left out, it means the batch last worked on. */
const anyBatch = ['batch', optional(batch)] as const;

export const clientMethods: Readonly<Record<string, Signature>> = {
  lookupCpf: [['cpf', anyText], options],
  lookupCpfRealtime: [['cpf', anyText], ['birthDate', anyText], options],
  lookupCnpj: [['cnpj', anyText], options],
  quota: [options],
  submitBatch: [kind, ['ids', identifiers], options],
  batchJob: [kind, ['jobId', text], options],
};

export const ledgerMethods: Readonly<Record<string, Signature>> = {
  lookup: [kind, ['identifier', anyText], options],
  check: [['file', input], options],
  submit: [['file', input], options],
  run: [['file', input], options],
  watch: [anyBatch, options],
  resume: [anyBatch, options],
  resolve: [named, ['decision', decision], options],
  export: [anyBatch, ['output', output], options],
  results: [anyBatch],
  summarize: [anyBatch],
  remove: [named],
};

/** @throws UsageError for the first argument that is not what it must be */
export function checkArguments(signature: Signature, given: readonly unknown[]): void {
  for (const [index, [name, check]] of signature.entries()) check(name, given[index]);
}
