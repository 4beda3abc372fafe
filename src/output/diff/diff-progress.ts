import { basename } from 'node:path';
import type { Clock } from '../../clock.js';
import type { Output } from '../../context.js';
import { maskIdentifiers } from '../../identifiers/index.js';
import { t } from '../../messages/index.js';
import { spinnerAt } from '../terminal/live/marks.js';
import { createRegion, isLive } from '../terminal/live/region.js';
import { wrap } from '../terminal/width.js';
import type { ColorWish } from '../terminal/terminal.js';

/** Shows what a comparison is doing, which takes a minute for a million rows. */
export interface DiffProgress {
  /** A file is being read; the function it returns gets the rows so far. */
  reading(path: string): (rows: number) => void;
  comparing(): void;
  /** Nothing is shown any more; may be called again. */
  end(): void;
}

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly release?: string;
  readonly stderr: Output;
  readonly clock: Clock;
}

interface Wishes {
  readonly quiet: boolean;
  readonly progress: boolean;
  readonly color: ColorWish;
}

/** Outside a terminal, progress is printed at most this often (ms). */
const HEARTBEAT = 30_000;

/** In a terminal a line that moves; elsewhere a line now and then. */
export function createDiffProgress(surroundings: Surroundings, wishes: Wishes): DiffProgress {
  const { stderr, clock } = surroundings;
  const isSilent = wishes.quiet || !wishes.progress;
  let text = '';
  let lastLine = clock.now();
  const region = isLive(stderr, surroundings, wishes)
    ? createRegion(surroundings, ({ marks, columns }) =>
        wrap(`${spinnerAt(marks, clock.now())} ${text}`, columns - 1).slice(0, 1),
      )
    : undefined;
  const show = (news: string) => {
    text = news;
    region?.show();
    if (region !== undefined || isSilent || clock.now() - lastLine < HEARTBEAT) return;
    lastLine = clock.now();
    stderr.write(`${text}\n`);
  };
  return {
    reading: (path) => {
      const name = maskIdentifiers(basename(path));
      show(t.diff.reading(name));
      return (rows) => {
        show(t.diff.readingRows(name, rows));
      };
    },
    comparing: () => {
      show(t.diff.comparing);
    },
    end: () => region?.hide(),
  };
}
