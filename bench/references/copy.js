// csv-parse piped into csv-stringify: the minimum cost of reading and writing rows.
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify';

await pipeline(
  createReadStream(process.argv[2]),
  parse({ delimiter: ';' }),
  stringify({ delimiter: ';' }),
  createWriteStream(process.argv[3]),
);
