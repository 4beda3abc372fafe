/** Valid CPFs and CNPJs by number, by the arithmetic of the tax authority. */
export function cpfNumber(n: number): string {
  const body = String(100_000_000 + n * 37).slice(0, 9);
  return withDigits(body, [10, 9, 8, 7, 6, 5, 4, 3, 2], [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
}

export function cnpjNumber(n: number): string {
  const body = `${String(10_000_000 + n * 41)}0001`;
  const weights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
  return withDigits(body, weights, [6, ...weights]);
}

export function isIdentifier(text: string): boolean {
  if (text.length === 11) {
    const weights = [10, 9, 8, 7, 6, 5, 4, 3, 2];
    return (
      /^\d{11}$/.test(text) && withDigits(text.slice(0, 9), weights, [11, ...weights]) === text
    );
  }
  const weights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
  const isShaped = /^[0-9A-Z]{12}\d\d$/.test(text);
  return isShaped && withDigits(text.slice(0, 12), weights, [6, ...weights]) === text;
}

function withDigits(body: string, first: readonly number[], second: readonly number[]): string {
  const once = body + digit(body, first);
  return once + digit(once, second);
}

function digit(text: string, weights: readonly number[]): string {
  const sum = weights.reduce((all, weight, i) => all + weight * (text.charCodeAt(i) - 48), 0);
  return String(sum % 11 < 2 ? 0 : 11 - (sum % 11));
}
