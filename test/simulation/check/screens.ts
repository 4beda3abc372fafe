import type { Screen } from '../machine/command.js';
import { advices } from '../user/screen-reader.js';
import { Violation } from './violation.js';

/** What must hold of every screen. */
export function checkScreen(screen: Screen): void {
  const { code, stderr, argv } = screen;
  if (code === null) return;
  const shown = `confere ${argv.join(' ')}: exit ${code}\n${stderr}`;
  if (code === 1) throw new Violation('no defect', shown);
  checkSums(stderr, shown);
  checkAdvice(screen, shown);
  // A single lookup begins its sentence with the masked identifier, one of several with its place.
  const says =
    /^(confere: |\{"error"|((argument|line) \d+, )?(\*\*\*[\d.*-]+|[\dA-Z./-]{14,}): )/m.test(
      stderr,
    );
  if (code !== 0 && !says) throw new Violation('a sentence for every exit', shown);
}

const CHARGING: ReadonlySet<string> = new Set(['run', 'submit', 'resume']);

/** What a command prints as the next step keeps to its limit (contract, "Advice is safe"). */
function checkAdvice(screen: Screen, shown: string): void {
  if (!screen.argv.includes('--max-credits')) return;
  const charging = advices(screen).filter(
    ([group, action = '', ...words]) =>
      group === 'bulk' && (CHARGING.has(action) || words.includes('--resubmit')),
  );
  // A new batch of that file has the options of that time, as the screen says.
  const free = charging.find(
    (advice) => !advice.includes('--max-credits') && !advice.includes('--again'),
  );
  if (free !== undefined)
    throw new Violation('limits hold', `'${free.join(' ')}' has no limit: ${shown}`);
}

/** `rows = invalid + duplicates + unique`, and `unique` is the sum of what became of them. */
function checkSums(stderr: string, shown: string): void {
  const of = (name: string): number => {
    const told = new RegExp(`^  ${name} +([\\d,]+)`, 'm').exec(stderr)?.[1] ?? '0';
    return Number(told.replaceAll(',', ''));
  };
  if (of('rows') === 0) return;
  const parts = ['found', 'not found', 'skipped', 'failed', 'pending', 'unconfirmed'];
  const answered = parts.reduce((sum, name) => sum + of(name), 0);
  const rows = of('invalid') + of('duplicates') + of('unique');
  if (rows === of('rows') && answered === of('unique')) return;
  throw new Violation('sums are exact', shown);
}
