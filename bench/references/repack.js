// yauzl and yazl copying an archive: the minimum cost of a workbook that is written part by part.
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { openPromise } from 'yauzl';
import { ZipFile } from 'yazl';

const [from, to] = process.argv.slice(2);
const zip = await openPromise(from, { autoClose: false });
const copy = new ZipFile();
for await (const entry of zip.eachEntry())
  copy.addReadStreamLazy(entry.fileName, (take) => {
    zip.openReadStream(entry, take);
  });
copy.end();
await pipeline(copy.outputStream, createWriteStream(to));
zip.close();
