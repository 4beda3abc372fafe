// csv-parse and a validator: a script of a few lines that counts the valid, repeated and invalid CPFs of a file.
import { createReadStream } from 'node:fs';
import { cpf } from 'cpf-cnpj-validator';
import { parse } from 'csv-parse';

const seen = new Set();
const counts = { valid: 0, repeated: 0, invalid: 0 };
for await (const [, , cell] of createReadStream(process.argv[2]).pipe(
  parse({ delimiter: ';', from_line: 2 }),
)) {
  const id = cell.replaceAll(/\D/g, '').padStart(11, '0');
  if (!cpf.isValid(id)) counts.invalid += 1;
  else if (seen.has(id)) counts.repeated += 1;
  else counts.valid += 1;
  seen.add(id);
}
console.log(JSON.stringify(counts));
