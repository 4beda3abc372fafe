/** Stands in the place of `id-set.ts` and `first-rows.ts`, which take room for a million identifiers at once. */
import type { IdentifierKind } from '../../../../src/identifiers/index.js';
import { FirstRows as Real } from '../../../../src/batch/check/first-rows.js';

export class KindSets {
  readonly #seen = new Set<string>();

  add(kind: IdentifierKind, id: string): boolean {
    const before = this.#seen.size;
    return this.#seen.add(kind + id).size > before;
  }
}

export class FirstRows extends Real {
  constructor() {
    super(64);
  }
}
