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
import { readCall } from './options.js';

/** The arguments of one method: their names and what they must be. */
export type Signature = readonly (readonly [name: string, check: Check])[];

const options = ['options', readCall] as const;
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

/** The arguments to use. @throws UsageError for the first one that is not what it must be */
export function readArguments(signature: Signature, given: readonly unknown[]): unknown[] {
  return signature.map(([name, check], index) => check(name, given[index]) ?? given[index]);
}
