import { identifiers, plural, s } from './phrases.js';

/** The words of `ledger log` and `ledger show`. */
export const log = {
  nothing: 'There are no requests in this ledger.',
  nothingSince: 'There are no requests in this ledger since then.',
  requests: (whom: string) => s`Requests for ${whom}`,
  files: 'Files',
  columns: {
    at: 'when',
    request: 'request',
    about: 'about',
    found: 'found',
    answer: 'answer',
    credits: 'credits',
    user: 'who',
    purpose: 'purpose',
    batch: 'batch',
  },
  kinds: {
    lookup: 'lookup',
    realtime: 'real-time lookup',
    batch: 'batch',
    batch_use: 'batch, again',
    deleted_batch: 'deleted batch',
  },
  answers: {
    charged: 'found',
    reused: 'from the ledger',
    not_found: 'not found',
    free: 'no record',
    invalid: 'invalid',
    waiting: 'not answered yet',
    unconfirmed: 'unconfirmed',
  },
  /** Stands for the user of a request that was made before confere stored users. */
  notStored: 'not recorded',
  erased: '(no identifier stored)',
  identifiers,
  rowsErased: (count: number) => s`${plural(count, 'row', 'rows')} erased`,
  places: {
    copy: ({ path, batch, rows }: StoredFile) =>
      rows === null
        ? s`copy of the input of batch ${batch}, damaged: ${path}`
        : s`${plural(rows, 'row', 'rows')} in the copy of the input of batch ${batch}: ${path}`,
    workbook: ({ path, batch }: StoredFile) => s`workbook of batch ${batch}: ${path}`,
    result: ({ path, batch }: StoredFile) => s`result of batch ${batch}: ${path}`,
  },
  /** Stands for the path of a copy in a shared ledger. */
  inDatabase: 'in the database of the ledger',
  notHere: (file: string) => s`${file} (not there any more, or on another machine)`,
};

/** A file with rows about an identifier. `rows`: null for a damaged copy. */
export interface StoredFile {
  readonly path: string;
  readonly batch: string;
  readonly rows: number | null;
}
