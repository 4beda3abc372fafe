/** Digits per number; no row number and no position has more. */
const WIDTH = 12;

/**
 * Joins whole numbers and a text into one text, as one row for a statement that takes thousands of rows
 * through `json_each`. SQLite cuts it faster than it reads elements of an array, because each `->>`
 * parses the array again.
 */
export function packed(numbers: readonly number[], text: string): string {
  let row = '';
  for (const number of numbers) row += String(number).padStart(WIDTH, '0');
  return row + text;
}

/** SQL for the number at `index`, counted from 0. */
export function packedNumber(index: number): string {
  return `CAST(substr(value, ${index * WIDTH + 1}, ${WIDTH}) AS INTEGER)`;
}

/** SQL for the text after `count` numbers. */
export function packedText(count: number): string {
  return `substr(value, ${count * WIDTH + 1})`;
}
