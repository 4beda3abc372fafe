import { UsageError } from '../../errors.js';
import { gatherEvidence, gatherLines, type Evidence } from './encoding-evidence.js';
import type { TextEncoding } from '../types.js';
import { t } from '../../messages/index.js';

export interface Encoded {
  readonly encoding: TextEncoding;
  readonly bom: number;
  /** Sentences about bytes that are invalid in the encoding. */
  readonly notes: readonly string[];
}

type Known = Exclude<TextEncoding, 'utf8-broken'>;

const KNOWN: ReadonlyMap<string, Known> = new Map([
  ['utf8', 'utf8'],
  ['utf-8', 'utf8'],
  ['latin1', 'latin1'],
  ['iso-8859-1', 'latin1'],
  ['windows-1252', 'latin1'],
  ['cp1252', 'latin1'],
  ['utf16le', 'utf16le'],
  ['utf-16le', 'utf16le'],
  ['utf16be', 'utf16be'],
  ['utf-16be', 'utf16be'],
]);

const MARKS: readonly (readonly [Known, Buffer])[] = [
  ['utf8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf16le', Buffer.from([0xff, 0xfe])],
  ['utf16be', Buffer.from([0xfe, 0xff])],
];

/** The names that `--encoding` accepts. */
export const encodingNames: readonly string[] = [...KNOWN.keys()];

/** If at most this share of the lines has another encoding, these lines are mistakes. */
const STRAY = 0.05;
/** A file with a larger share of NUL bytes is not text. */
const BINARY = 0.1;

/** Reads the name of `--encoding`. @throws UsageError `unknown_encoding` */
export function parseEncoding(name: string): Known {
  const known = KNOWN.get(name.toLowerCase());
  if (known !== undefined) return known;
  throw new UsageError('unknown_encoding', { wanted: name, known: encodingNames });
}

/**
 * Detects the encoding from the byte order mark, then from the bytes of the whole file. Invalid bytes are
 * kept, and `notes` names their lines. A file with too many lines of two encodings is refused.
 * @throws UsageError `mixed_encodings`, `wrong_encoding`, `broken_utf16`
 */
export async function detectEncoding(
  path: string,
  wanted: string | undefined,
  name: string,
): Promise<Encoded> {
  const insisted = wanted === undefined ? undefined : parseEncoding(wanted);
  const evidence = await gatherEvidence(path);
  const mark = MARKS.find(([, bytes]) => evidence.head.subarray(0, bytes.length).equals(bytes));
  const likely = insisted ?? (mark?.[0] === 'utf8' ? undefined : mark?.[0]) ?? utf16(evidence);
  const bomFor = (encoding: Known) =>
    markBelongs(mark?.[0], encoding) ? (mark?.[1].length ?? 0) : 0;
  if (likely === 'utf16le' || likely === 'utf16be') {
    refuseHalfCharacter(evidence, name);
    return { encoding: likely, bom: bomFor(likely), notes: [] };
  }
  const nuls = evidence.nul.even + evidence.nul.odd;
  if (nuls > evidence.size * BINARY) throw new UsageError('not_text', { file: name, is: 'binary' });
  const hasNul = nuls > 0;
  if (evidence.isUtf8 && !hasNul)
    return { encoding: likely ?? 'utf8', bom: bomFor(likely ?? 'utf8'), notes: [] };
  const { encoding, notes } = await lookCloser(path, likely, name);
  return { encoding, notes, bom: bomFor(encoding === 'latin1' ? 'latin1' : 'utf8') };
}

/** Detects UTF-16 without a byte order mark: in letters and digits every other byte is NUL. */
function utf16({ nul, size }: Evidence): Known | undefined {
  const characters = size / 2;
  if (nul.odd > characters * 0.6 && nul.even < characters * 0.1) return 'utf16le';
  if (nul.even > characters * 0.6 && nul.odd < characters * 0.1) return 'utf16be';
  return undefined;
}

function refuseHalfCharacter({ size }: Evidence, name: string): void {
  if (size % 2 === 0) return;
  throw new UsageError('broken_utf16', { file: name, place: 'end' });
}

/** A UTF-8 mark is skipped also before invalid UTF-8. With `--encoding latin1`, `ÿþ` is text. */
function markBelongs(mark: Known | undefined, encoding: Known): boolean {
  return mark === encoding || (mark === 'utf8' && encoding === 'latin1');
}

async function lookCloser(
  path: string,
  insisted: Known | undefined,
  name: string,
): Promise<Omit<Encoded, 'bom'>> {
  const { good, broken, nul } = await gatherLines(path);
  const notes = nul.count > 0 ? [t.input.nulBytesKept(t.phrases.lines(nul))] : [];
  if (insisted === 'latin1') return { encoding: 'latin1', notes };
  if (broken.count === 0) return { encoding: 'utf8', notes };
  if (good.count === 0) {
    if (insisted === undefined) return { encoding: 'latin1', notes };
    throw new UsageError('wrong_encoding', { file: name });
  }
  const all = good.count + broken.count;
  if (insisted === 'utf8' || broken.count <= all * STRAY) {
    const told = t.input.badBytesKept(t.phrases.lines(broken));
    return { encoding: 'utf8-broken', notes: [...notes, told] };
  }
  if (good.count > all * STRAY)
    throw new UsageError('mixed_encodings', { file: name, utf8: good, other: broken });
  return {
    encoding: 'latin1',
    notes: [...notes, t.input.readAsLatin1(t.phrases.lines(good))],
  };
}
