/** An identifier without punctuation, in upper case, as in request paths and in the ledger. */
export function unformatted(id: string): string {
  return id.replace(/[.\-/\s]/g, '').toUpperCase();
}
