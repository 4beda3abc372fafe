import { parseDuration } from '../../config/duration.js';
import { UsageError } from '../../errors.js';
import { requireBirthDate } from '../../lookups/birth-date.js';
import type { GlobalOptions } from '../shared/host.js';
import { refuseStdinTwice } from '../shared/identifier-inputs.js';

/** The options of `confere cpf` and `confere cnpj`. */
export interface LookupFlags extends GlobalOptions {
  readonly realtime?: boolean;
  readonly birthDate?: string;
  readonly fresh?: boolean;
  /** A setting of the profile, so it has a value when a command runs. */
  readonly reuse: string;
  readonly deadline?: string;
  readonly exitStatus?: boolean;
}

/** The moment (epoch ms) from which paid records are reused; none are with `--fresh`. */
export function reuseSince({ fresh, reuse }: LookupFlags, now: number): number {
  const age = parseDuration(reuse, '--reuse');
  return fresh === true ? Number.MAX_SAFE_INTEGER : now - age;
}

/** @throws UsageError if the options and the identifiers contradict each other */
export function refuseContradictions(
  ids: readonly string[],
  { realtime, birthDate }: LookupFlags,
  now: number,
): void {
  refuseStdinTwice(ids);
  if (realtime !== true && birthDate === undefined) return;
  if (realtime !== true) throw new UsageError('needs_realtime', {});
  if (birthDate === undefined) throw new UsageError('needs_birth_date', {});
  requireBirthDate(birthDate, now);
  if (ids.length !== 1 || ids[0] === '-') throw new UsageError('one_cpf', {});
}
