/** A promise of the contract was broken; `promise` is its short name. */
export class Violation extends Error {
  override readonly name: string = 'Violation';
  constructor(
    readonly promise: string,
    message: string,
  ) {
    super(`${promise}: ${message}`);
  }
}

/** The simulated world stands still, or never does. */
export class Stuck extends Violation {
  override readonly name = 'Stuck';
  constructor(message: string) {
    super('no standstill', message);
  }
}
