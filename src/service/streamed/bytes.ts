export const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
export const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Collects bytes that arrive in pieces. */
export class Pieces {
  #list: Buffer[] = [];

  get isEmpty(): boolean {
    return this.#list.length === 0;
  }

  add(piece: Buffer): void {
    if (piece.length > 0) this.#list.push(piece);
  }

  /** Returns all pieces as UTF-8 and empties the collection. */
  takeText(): string {
    const text = this.text();
    this.#list = [];
    return text;
  }

  text(): string {
    const [first] = this.#list;
    if (this.#list.length < 2) return first?.toString('utf8') ?? '';
    return Buffer.concat(this.#list).toString('utf8');
  }
}
