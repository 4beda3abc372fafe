import type { Pair } from './paired-entries.js';
import {
  changeKinds,
  isAnswered,
  type Change,
  type ChangeKind,
  type DiffSummary,
} from './types.js';

/** Changes that a summary shows. */
const MOST_EXAMPLES = 5;
/** Fields whose values say nothing about a person, not even in a company of one. */
const SHOWN = new Set([
  ...['situacao_cadastral', 'data_situacao_cadastral', 'matriz_filial', 'data_inicio_atividade'],
  ...['cnae_principal', 'cnaes_secundarios', 'codigo_natureza_juridica', 'natureza_juridica'],
  ...['uf', 'municipio', 'capital_social', 'porte_empresa', 'opcao_simples', 'opcao_mei'],
  ...['data_opcao_simples', 'data_opcao_mei', 'lgpd_anonimizado'],
]);

/** Counts the changes of a comparison. */
export class Tally {
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
    if (first === undefined) this.#countSame(older, newer);
    else this.#changes[first.change] += 1;
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

  #countSame(older: Pair['older'], newer: Pair['newer']): void {
    if (older === undefined || newer === undefined) return;
    this.#same += 1;
    this.#unanswered += Number(!isAnswered(older) && !isAnswered(newer));
  }

  numbers(): Omit<DiffSummary, 'older' | 'newer' | 'notCompared'> {
    return {
      ...{ changes: { ...this.#changes }, leftOut: { ...this.#leftOut } },
      ...{ same: this.#same, unanswered: this.#unanswered, rows: this.#rows },
      fields: [...this.#fields].sort(([a, most], [b, least]) => least - most || (a < b ? -1 : 1)),
      examples: this.#examples,
    };
  }
}

function zeros(): Record<ChangeKind, number> {
  return Object.fromEntries(changeKinds.map((kind) => [kind, 0])) as Record<ChangeKind, number>;
}
