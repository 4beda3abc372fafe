// csv-parse piped into csv-stringify: what reading and writing rows costs at least.
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
