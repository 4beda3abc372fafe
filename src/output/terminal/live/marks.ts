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

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  /** The version of the system's kernel; on Windows `10.0.<build>`. */
  readonly release?: string;
}

/** The first build of Windows whose console obeys escape sequences. */
const FIRST_OBEDIENT = 10_586;

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

/**
 * Whether only the line of the cursor can be drawn anew: on Windows before the first build whose console obeys escape
 * sequences, whatever runs in it, and elsewhere where TERM names no terminal. (`TERM=dumb` gets plain lines.)
 */
export function hasOneLine({ env, platform, release = '' }: Surroundings): boolean {
  if (platform === 'win32') return Number(release.split('.')[2] ?? Infinity) < FIRST_OBEDIENT;
  return /^(unknown|emacs)?$/.test(env['TERM'] ?? '');
}

/** The sign of the spinner at a moment (ms). */
export function spinnerAt({ spinner }: Marks, now: number): string {
  return spinner[Math.floor(now / TURN) % spinner.length] ?? '';
}
