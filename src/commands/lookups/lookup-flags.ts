import type { PeriodLimits } from '../../money/period-limits.js';
import type { Context } from '../../context.js';
import { parseDuration } from '../../config/duration.js';
import { UsageError } from '../../errors.js';
import { requireBirthDate } from '../../lookups/answer.js';
import type { IdentifierKind } from '../../identifiers/index.js';
import { lookupFields } from '../../output/lookups/lookup-fields.js';
import type { FieldPath } from '../../records/field-list.js';
import { toAccountRequest } from '../shared/account-request.js';
import {
  formatOf,
  type AnswerFormat,
  toInteraction,
  toPresentation,
  type Interaction,
} from '../shared/presentation.js';
import type { GlobalOptions } from '../shared/command-host.js';
import { refuseStdinTwice } from '../shared/identifier-inputs.js';
import { formatByName, type OutputFile } from './output-file.js';
import { mayBeIdentifier, refuseSplitLists } from '../shared/split-list.js';
import type { OnAccount } from '../shared/open-service.js';

/** The options of `confere cpf` and `confere cnpj`. */
export interface LookupFlags extends GlobalOptions {
  readonly realtime?: boolean;
  readonly birthDate?: string;
  readonly fresh?: boolean;
  /** A setting of the profile, so it has a value when a command runs. */
  readonly reuse: string;
  readonly deadline?: string;
  readonly maxCredits?: number;
  readonly maxCreditsPerDay?: number;
  readonly maxCreditsPerMonth?: number;
  readonly exitStatus?: boolean;
  readonly output?: string;
  readonly overwrite?: boolean;
}

export interface LookupsRequest extends OnAccount, OutputFile {
  readonly kind: IdentifierKind;
  /** Identifiers as they were typed; `-` stands for the lines of standard input. */
  readonly ids: readonly string[];
  /** Asks the revenue authority, which needs it. */
  readonly birthDate?: string;
  /** The moment (epoch ms) from which paid records are reused; none are with `--fresh`. */
  readonly reuseSince: number;
  /** Asks again also for what may have been charged before. */
  readonly isFresh: boolean;
  /** Epoch ms that no wait may pass. */
  readonly deadline?: number;
  /** Credits that the command may spend. */
  readonly maxCredits?: number;
  /** What all requests of the ledger may spend in a day or a month. */
  readonly periods: PeriodLimits;
  readonly interaction: Interaction;
  readonly format: AnswerFormat;
  /** `--format table` with several identifiers: one table in place of a card each. */
  readonly inRows: boolean;
  readonly fields?: readonly FieldPath[];
  /** Exit 9 when one was not found. */
  readonly exitStatus: boolean;
}

/** @throws UsageError for invalid options, and if the options and the identifiers contradict each other */
export function toLookupsRequest(
  kind: IdentifierKind,
  ids: readonly string[],
  flags: LookupFlags,
  { env, clock, platform }: Pick<Context, 'env' | 'clock'> & Partial<Pick<Context, 'platform'>>,
): LookupsRequest {
  const now = clock.now();
  refuseSplitLists(ids, flags, { platform, isInput: mayBeIdentifier });
  refuseContradictions(ids, flags, now);
  const { birthDate, deadline, fields, output, maxCredits } = flags;
  return {
    ...{ kind, ids, reuseSince: reuseSince(flags, now), format: formatFor(flags) },
    output,
    overwrite: flags.overwrite === true,
    account: toAccountRequest(flags, { env }),
    periods: { maxPerDay: flags.maxCreditsPerDay, maxPerMonth: flags.maxCreditsPerMonth },
    presentation: toPresentation(flags),
    interaction: toInteraction(flags),
    isFresh: flags.fresh === true,
    exitStatus: flags.exitStatus === true,
    inRows: flags.format === 'table' && (ids.length > 1 || ids.includes('-')),
    maxCredits,
    birthDate,
    deadline: deadline === undefined ? undefined : now + parseDuration(deadline, '--deadline'),
    fields: fields === undefined ? undefined : lookupFields(fields, kind),
  };
}

/** The name of a file says it, unless it ends like any text; an option that says something else is refused. */
function formatFor(flags: LookupFlags): AnswerFormat {
  const format = formatByName(flags.output, flags) ?? flags.format;
  return formatOf({ ...flags, format });
}

function reuseSince({ fresh, reuse }: LookupFlags, now: number): number {
  const age = parseDuration(reuse, '--reuse');
  return fresh === true ? Number.MAX_SAFE_INTEGER : now - age;
}

function refuseContradictions(
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
