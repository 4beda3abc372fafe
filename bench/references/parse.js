// csv-parse reading a file: the minimum cost of reading rows.
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';

let rows = 0;
const parser = createReadStream(process.argv[2]).pipe(parse({ delimiter: ';' }));
parser.on('data', () => (rows += 1));
parser.on('end', () => process.exit(rows > 0 ? 0 : 1));
