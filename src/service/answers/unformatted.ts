/** An identifier as the paths and the ledger spell it: no punctuation, upper case. */
export function unformatted(id: string): string {
  return id.replace(/[.\-/\s]/g, '').toUpperCase();
}
