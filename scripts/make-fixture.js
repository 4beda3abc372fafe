// Writes fixtures/clientes.csv, the input of the demo: always the same bytes, with invented people. It has
// windows-1252, `;` and CRLF, as a Brazilian spreadsheet program saves it, and the usual mistakes of such files.
import { Buffer } from 'node:buffer';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROWS = 400;
const target = fileURLToPath(new URL('../fixtures/clientes.csv', import.meta.url));

const firstNames =
  'Antônia,Aurélio,Benício,Célia,Cícero,Débora,Estêvão,Fabrícia,Flávio,Glória,Heloísa,Inácio,Joaquim,Lívia,Márcia,Natália,Otávio,Patrícia,Raquel,Sérgio,Tomás,Vinícius,Yara,Zélia';
const lastNames =
  'Abrantes,Araújo,Brandão,Conceição,Damião,Falcão,Galvão,Hipólito,Leitão,Magalhães,Nóbrega,Peçanha,Queirós,Romão,Simões,Távora,Vasconcelos,Ximenes';
const cities =
  'São Paulo,Belém,Brasília,Goiânia,Florianópolis,Maceió,Vitória,Cuiabá,São Luís,Niterói,Recife,Curitiba';
const remarks = [
  '',
  '',
  '',
  'cliente desde 2019',
  'não ligar antes das 10h',
  'endereço a confirmar',
  'prefere contato por e-mail; não usa telefone',
  'disse: "volto amanhã"',
  'indicação da loja de Maringá',
];
const invalidCells = ['1.23457E+10', '', '111.111.111-11', 'não informado'];

/** A generator of repeatable pseudo-random numbers (mulberry32). */
function makeRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const random = makeRandom(20260101);
const below = (limit) => Math.floor(random() * limit);
const pick = (list) => list[below(list.length)];

/** Modulo 11 with weights descending to 2. A remainder below 2 gives 0. */
function checkDigit(digits) {
  const sum = [...digits].reduce(
    (total, digit, i) => total + Number(digit) * (digits.length + 1 - i),
    0,
  );
  return sum % 11 < 2 ? '0' : String(11 - (sum % 11));
}

function withCheckDigits(base) {
  const first = base + checkDigit(base);
  return first + checkDigit(first);
}

function makeCpf(leadingZeros = 0) {
  const rest = String(below(9 * 10 ** (8 - leadingZeros)) + 10 ** (8 - leadingZeros));
  return withCheckDigits(rest.padStart(9, '0'));
}

const formatted = (cpf) => cpf.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4');

function wrongCheckDigit(cpf) {
  return cpf.slice(0, 10) + String((Number(cpf[10]) + 1) % 10);
}

/** A CPF as a person might type it. `seen`: the CPFs of the rows above. */
function cpfCell(row, seen) {
  if (row % 57 === 5) return invalidCells[Math.floor(row / 57) % invalidCells.length];
  if (row % 83 === 8) return formatted(wrongCheckDigit(makeCpf()));
  if (row % 19 === 11) return formatted(pick(seen));
  const eaten = row % 13 === 7;
  const cpf = makeCpf(eaten ? 1 + below(2) : 0);
  seen.push(cpf);
  if (eaten) return cpf.replace(/^0+/, '');
  return random() < 0.6 ? formatted(cpf) : cpf;
}

const quoted = (cell) => (/[;"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const [first, last, city] = [firstNames, lastNames, cities].map((names) => names.split(','));
const seen = [];
const lines = ['Nome;CPF;Cidade;Observação'];
for (let row = 0; row < ROWS; row += 1) {
  const name = `${pick(first)} ${pick(last)} ${pick(last)}`;
  lines.push([name, cpfCell(row, seen), pick(city), pick(remarks)].map(quoted).join(';'));
}
// Every letter used here has the same code in Latin-1 and in windows-1252.
writeFileSync(target, Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'));
console.log(`${target}: ${ROWS} rows`);
