type Lines = Iterator<string, unknown>;

interface Source {
  readonly lines: Lines;
  line: string;
}

/** Merges sorted lines of several sources into sorted lines. */
export function* mergeLines(runs: readonly Iterable<string>[]): Generator<string> {
  const heap: Source[] = [];
  for (const run of runs) {
    const lines: Lines = run[Symbol.iterator]();
    const first = lines.next();
    if (first.done !== true) heap.push({ lines, line: first.value });
  }
  for (let at = heap.length >> 1; at >= 0; at -= 1) sink(heap, at);
  try {
    for (let [top] = heap; top !== undefined; [top] = heap) {
      yield top.line;
      const next = top.lines.next();
      if (next.done !== true) top.line = next.value;
      else remove(heap);
      sink(heap, 0);
    }
  } finally {
    for (const { lines } of heap) lines.return?.();
  }
}

/** Replaces the first source, which has ended, by the last. */
function remove(heap: Source[]): void {
  const last = heap.pop();
  if (last !== undefined && heap.length > 0) heap[0] = last;
}

/** Moves a source down until both below it have a greater line. */
function sink(heap: Source[], from: number): void {
  const moved = heap[from];
  if (moved === undefined) return;
  let at = from;
  for (;;) {
    const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
    const isRight = right !== undefined && left !== undefined && right.line < left.line;
    const lesser = isRight ? right : left;
    if (lesser === undefined || moved.line <= lesser.line) break;
    heap[at] = lesser;
    at = 2 * at + (isRight ? 2 : 1);
  }
  heap[at] = moved;
}
