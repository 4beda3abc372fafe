// The input files of the measurements, created once per size in the temporary folder.
import { createWriteStream, existsSync, renameSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The valid CPF with the given first nine digits. */
export function cpf(number) {
  const digits = String(100_000_000 + number);
  const first = checkDigit(digits);
  return digits + first + checkDigit(digits + first);
}

/** The valid CNPJ with the given number as its first eight digits. */
export function cnpj(number) {
  const body = `${String(10_000_000 + number)}0001`;
  const first = cnpjDigit(body);
  return body + first + cnpjDigit(body + first);
}

function checkDigit(digits) {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) sum += Number(digits[i]) * (digits.length + 1 - i);
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}

function cnpjDigit(body) {
  let sum = 0;
  for (let i = 0; i < body.length; i += 1) {
    sum += Number(body[i]) * (2 + ((body.length - 1 - i) % 8));
  }
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}

/** Maps each number below 800 million to a different one, because identifiers of customers are in no order. */
function scattered(n) {
  return (n * 48_271) % 799_999_999;
}

/** Creates a file of `rows` rows with five columns and 70 bytes each, its CPFs in no order. Returns its path. */
export async function csvOf(rows) {
  const path = join(tmpdir(), `confere-bench-scattered-${rows}.csv`);
  if (existsSync(path)) return path;
  const out = createWriteStream(`${path}.new`);
  out.write('codigo;nome;cpf;cidade;observacao\n');
  for (let from = 0; from < rows; from += 10_000) {
    const lines = Array.from({ length: Math.min(10_000, rows - from) }, (_, i) => line(from + i));
    if (!out.write(lines.join(''))) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
  renameSync(`${path}.new`, path);
  return path;
}

function line(n) {
  const id = cpf(scattered(n));
  const shown = `${id.slice(0, 3)}.${id.slice(3, 6)}.${id.slice(6, 9)}-${id.slice(9)}`;
  const code = String(n).padStart(8, '0');
  return `${code};Cliente ${code};${n % 2 === 0 ? id : shown};Cidade ${n % 97};cliente desde ${2000 + (n % 24)}\n`;
}
