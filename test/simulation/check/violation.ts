/** A promise of the contract was broken; `promise` is its short name. */
export class Violation extends Error {
  constructor(
    readonly promise: string,
    message: string,
  ) {
    super(`${promise}: ${message}`);
  }
}
