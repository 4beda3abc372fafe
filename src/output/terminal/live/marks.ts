/** The signs of a live display. */
export interface Marks {
  readonly spinner: readonly string[];
  readonly full: string;
  readonly edge: string;
  readonly rest: string;
  readonly done: string;
  readonly failed: string;
  readonly warning: string;
  readonly dot: string;
  readonly cut: string;
}

const UNICODE: Marks = {
  spinner: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
  full: '━',
  edge: '╺',
  rest: '━',
  done: '✓',
  failed: '✗',
  warning: '!',
  dot: '·',
  cut: '…',
};

const ASCII: Marks = {
  spinner: ['-', '\\', '|', '/'],
  full: '#',
  edge: '-',
  rest: '-',
  done: '+',
  failed: 'x',
  warning: '!',
  dot: '|',
  cut: '~',
};

/** Milliseconds that one sign of the spinner stands. */
const TURN = 80;

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
}

/** The signs that the terminal can show: the old console of Windows and that of Linux have few. */
export function marksFor({ env, platform }: Surroundings): Marks {
  const { TERM: term = '' } = env;
  if (platform !== 'win32') return term === 'linux' ? ASCII : UNICODE;
  const isModern =
    ['WT_SESSION', 'ConEmuTask', 'TERMINUS_SUBLIME', 'TERM_PROGRAM'].some((name) =>
      Boolean(env[name]),
    ) || /^(xterm|alacritty|rxvt|tmux|screen|cygwin)/.test(term);
  return isModern ? UNICODE : ASCII;
}

/** The sign of the spinner at a moment (ms). */
export function spinnerAt({ spinner }: Marks, now: number): string {
  return spinner[Math.floor(now / TURN) % spinner.length] ?? '';
}
