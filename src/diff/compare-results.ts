import { setImmediate } from 'node:timers/promises';
import { UsageError } from '../errors.js';
import { kindOf } from '../identifiers/index.js';
import {
  createComparison,
  fieldsNotCompared,
  haveSameText,
  type Difference,
} from './compare-records.js';
import type { PairCounts, Pairs } from './pairs.js';
import {
  changeKinds,
  isAnswered,
  STATUS_FIELD,
  type Change,
  type ChangeKind,
  type DiffSummary,
  type Entry,
  type Pair,
  type Side,
  type SideFacts,
  type SideName,
} from './types.js';
import type { WantedFields } from './wanted-fields.js';

/** Changes that a summary shows. */
const MOST_EXAMPLES = 5;
/** Fields whose values say nothing about a person, not even in a company of one. */
const SHOWN = new Set([
  ...['situacao_cadastral', 'data_situacao_cadastral', 'matriz_filial', 'data_inicio_atividade'],
  ...['cnae_principal', 'cnaes_secundarios', 'codigo_natureza_juridica', 'natureza_juridica'],
  ...['uf', 'municipio', 'capital_social', 'porte_empresa', 'opcao_simples', 'opcao_mei'],
  ...['data_opcao_simples', 'data_opcao_mei', 'lgpd_anonimizado'],
]);

export interface Comparison {
  /** The changes sorted by identifier, in arrays; a million may come. Can be read once. */
  readonly changes: () => AsyncIterable<readonly Change[]>;
  /** The numbers, once every change was read. */
  readonly summary: () => DiffSummary;
}

/** Compares two results whose rows are in `pairs`. The order of their rows has no influence. `stop` ends the changes. */
export function compareResults(
  pairs: Pairs,
  sides: Readonly<Record<SideName, Side>>,
  wanted: WantedFields,
  stop?: AbortSignal,
): Comparison {
  const differences = createComparison(sides, wanted);
  const tally = new Tally();
  const isWanted = wanted?.has(STATUS_FIELD) ?? true;
  const changesOf = (pair: Pair): readonly Change[] => {
    const told = statusChange(pair);
    const own = told === undefined ? recordChanges(pair, differences) : [told];
    if (told === undefined || isWanted) {
      tally.count(pair, own);
      return own;
    }
    tally.leaveOut(told);
    return [];
  };
  async function* changes(): AsyncGenerator<readonly Change[]> {
    for (const some of pairs.differing(haveSameText(sides))) {
      // What lies sorted on the disk leaves no time for a signal.
      await setImmediate();
      stop?.throwIfAborted();
      const found = some.flatMap(changesOf);
      if (found.length > 0) yield found;
    }
  }
  const summary = () => {
    const counts = pairs.counts();
    const factsOf = (name: SideName): SideFacts => {
      const { rows, name: of, is, invalid } = sides[name];
      const identifiers = counts.identifiers[name];
      const duplicates = rows - identifiers;
      const contradictory = duplicates > 0 ? pairs.contradictory(name) : 0;
      return { name: of, is, identifiers, duplicates, contradictory, invalid };
    };
    return {
      ...{ older: factsOf('older'), newer: factsOf('newer'), ...tally.numbers(counts) },
      notCompared: fieldsNotCompared(sides, wanted),
    };
  };
  return { changes, summary };
}

/** @throws UsageError `different_kinds`: every identifier would have appeared or disappeared */
export function refuseOtherKind({ older, newer }: Readonly<Record<SideName, Side>>): void {
  const isMixed = older.kinds.size !== 1 || newer.kinds.size !== 1;
  const kinds = new Set([...older.kinds, ...newer.kinds]);
  if (isMixed || kinds.size === 1) return;
  const [cpfs, cnpjs] = older.kinds.has('cpf') ? [older, newer] : [newer, older];
  throw new UsageError('different_kinds', {
    cpfs: cpfs.name,
    cnpjs: cnpjs.name,
  });
}

/** What happened to the identifier itself; undefined if both results have an answer, or none has. */
function statusChange({ older, newer }: Pair): Change | undefined {
  const change = changeOf(older, newer);
  const id = (newer ?? older)?.id ?? '';
  const [old, now] = [older?.status ?? null, newer?.status ?? null];
  return change && { id, kind: kindOf(id), change, field: STATUS_FIELD, old, new: now };
}

function changeOf(older: Entry | undefined, newer: Entry | undefined): ChangeKind | undefined {
  if (older === undefined) return 'appeared';
  if (newer === undefined) return 'disappeared';
  const [was, is] = [isAnswered(older), isAnswered(newer)];
  if (was !== is) return is ? 'answered_now' : 'no_longer_answered';
  if (!was || older.status === newer.status) return undefined;
  return newer.status === 'found' ? 'found_now' : 'no_longer_found';
}

function recordChanges(
  { older, newer }: Pair,
  differences: (id: string, older: string, newer: string) => Difference[],
): readonly Change[] {
  if (older?.status !== 'found' || newer === undefined) return [];
  const { id } = newer;
  return differences(id, older.record, newer.record).map((difference): Change => ({
    id,
    kind: kindOf(id),
    change: 'changed',
    ...difference,
  }));
}

/** Counts the changes of a comparison. */
class Tally {
  readonly #changes = zeros();
  readonly #leftOut = zeros();
  readonly #fields = new Map<string, number>();
  readonly #examples: Change[] = [];
  #same = 0;
  #unanswered = 0;
  #rows = 0;

  count({ older, newer }: Pair, changes: readonly Change[]): void {
    const [first] = changes;
    this.#rows += changes.length;
    if (first !== undefined) this.#changes[first.change] += 1;
    else if (older !== undefined && newer !== undefined) {
      this.#same += 1;
      this.#unanswered += Number(!isAnswered(older) && !isAnswered(newer));
    }
    for (const change of changes) {
      if (change.change !== 'changed') continue;
      this.#fields.set(change.field, (this.#fields.get(change.field) ?? 0) + 1);
      const isShown = SHOWN.has(change.field) && this.#examples.length < MOST_EXAMPLES;
      if (isShown) this.#examples.push(change);
    }
  }

  /** Counts an identifier whose status differs where only other fields are asked for. */
  leaveOut({ change }: Change): void {
    this.#leftOut[change] += 1;
  }

  /** `others`: the pairs that were not looked at. */
  numbers(others: PairCounts): Omit<DiffSummary, 'older' | 'newer' | 'notCompared'> {
    return {
      ...{ changes: { ...this.#changes }, leftOut: { ...this.#leftOut }, rows: this.#rows },
      same: this.#same + others.same,
      unanswered: this.#unanswered + others.unanswered,
      fields: [...this.#fields].sort(([a, most], [b, least]) => least - most || (a < b ? -1 : 1)),
      examples: this.#examples,
    };
  }
}

function zeros(): Record<ChangeKind, number> {
  return Object.fromEntries(changeKinds.map((kind) => [kind, 0])) as Record<ChangeKind, number>;
}
