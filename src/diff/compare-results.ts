import { setImmediate } from 'node:timers/promises';
import { UsageError } from '../errors.js';
import { kindOf } from '../identifiers/index.js';
import { createComparison, fieldsNotCompared } from './compare-records.js';
import { Pairs } from './pairs.js';
import {
  changeKinds,
  differing,
  isAnswered,
  STATUS_FIELD,
  type Change,
  type ChangeKind,
  type DiffSummary,
  type Pair,
  type ResultRow,
  type Side,
  type SideFacts,
  type SideName,
  type Sides,
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

export interface Comparing {
  /** A private one for the rows of both results. */
  readonly folder: string;
  /** Reads one of the results; `take` gets its rows. */
  readonly read: (side: SideName, take: (row: ResultRow) => void) => Promise<Side>;
  readonly wanted: WantedFields;
  /** Reads the changes, sorted by identifier, in arrays; a million may come. */
  readonly use: (changes: AsyncIterable<readonly Change[]>) => Promise<void>;
  readonly stop?: AbortSignal;
}

/**
 * Compares two results. The order of their rows has no influence. @throws UsageError `different_kinds`: every
 * identifier would have appeared or disappeared
 */
export async function compareResults(comparing: Comparing): Promise<DiffSummary> {
  const { folder, read, wanted, use, stop } = comparing;
  const pairs = new Pairs(folder);
  try {
    const open = (side: SideName) =>
      read(side, (row) => {
        pairs.add(side, row);
      });
    const sides: Sides = { older: await open('older'), newer: await open('newer') };
    refuseOtherKind(sides);
    const tally = createTally(wanted);
    const differences = createComparison(sides, wanted);
    const changesOf = (pair: Pair) => tally.counted(statusChange(pair) ?? differences(pair));
    const changes = async function* () {
      for (const some of pairs.differing()) {
        // What lies sorted on the disk leaves no time for a signal.
        await setImmediate();
        stop?.throwIfAborted();
        const found = some.flatMap(changesOf);
        if (found.length > 0) yield found;
      }
    };
    await use(changes());
    const counts = pairs.counts();
    const factsOf = (side: SideName): SideFacts => {
      const { rows, name, is, invalid } = sides[side];
      const identifiers = counts[side];
      return { name, is, identifiers, duplicates: rows - identifiers, invalid };
    };
    return {
      ...{ older: factsOf('older'), newer: factsOf('newer'), ...tally.numbers(counts) },
      notCompared: fieldsNotCompared(sides, wanted),
    };
  } finally {
    pairs.close();
  }
}

function refuseOtherKind({ older, newer }: Sides): void {
  const isMixed = older.kinds.size !== 1 || newer.kinds.size !== 1;
  const kinds = new Set([...older.kinds, ...newer.kinds]);
  if (isMixed || kinds.size === 1) return;
  const [cpfs, cnpjs] = older.kinds.has('cpf') ? [older, newer] : [newer, older];
  throw new UsageError('different_kinds', { cpfs: cpfs.name, cnpjs: cnpjs.name });
}

/** What happened to the identifier itself; undefined if both results have an answer, or none has. */
function statusChange({ older, newer }: Pair): Change[] | undefined {
  const change = changeOf({ older, newer });
  const id = (newer ?? older)?.id ?? '';
  const [old, now] = [older?.status ?? null, newer?.status ?? null];
  return change && [{ id, kind: kindOf(id), change, field: STATUS_FIELD, old, new: now }];
}

function changeOf({ older, newer }: Pair): ChangeKind | undefined {
  if (older === undefined) return 'appeared';
  if (newer === undefined) return 'disappeared';
  const [was, is] = [isAnswered(older), isAnswered(newer)];
  if (was !== is) return is ? 'answered_now' : 'no_longer_answered';
  if (!was || older.status === newer.status) return undefined;
  return newer.status === 'found' ? 'found_now' : 'no_longer_found';
}

/** Counts changes, and leaves out those of the status where only other fields are asked for. */
function createTally(wanted: WantedFields) {
  const isStatusWanted = wanted?.has(STATUS_FIELD) ?? true;
  const [changes, leftOut] = [zeros(), zeros()];
  const fields = new Map<string, number>();
  const examples: Change[] = [];
  let rows = 0;
  return {
    /** `own`: the changes of one identifier. */
    counted(own: readonly Change[]): readonly Change[] {
      const [first] = own;
      if (first === undefined) return own;
      const isLeftOut = first.field === STATUS_FIELD && !isStatusWanted;
      (isLeftOut ? leftOut : changes)[first.change] += 1;
      if (isLeftOut) return [];
      rows += own.length;
      for (const change of own) {
        if (change.change !== 'changed') continue;
        fields.set(change.field, (fields.get(change.field) ?? 0) + 1);
        const isShown = SHOWN.has(change.field) && examples.length < MOST_EXAMPLES;
        if (isShown) examples.push(change);
      }
      return own;
    },
    numbers({ inBoth, unanswered }: ReturnType<Pairs['counts']>) {
      const differ = differing({ changes }) + differing({ changes: leftOut });
      const inOne = [changes, leftOut].reduce((sum, of) => sum + of.appeared + of.disappeared, 0);
      return {
        ...{ changes, leftOut, rows, examples, unanswered, same: inBoth - (differ - inOne) },
        fields: [...fields].sort(([a, most], [b, least]) => least - most || (a < b ? -1 : 1)),
      };
    },
  };
}

function zeros(): Record<ChangeKind, number> {
  return Object.fromEntries(changeKinds.map((kind) => [kind, 0])) as Record<ChangeKind, number>;
}
