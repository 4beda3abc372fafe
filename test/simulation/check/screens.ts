import type { Screen } from '../machine/command.js';
import { holds } from '../held-back.js';
import { Violation } from './violation.js';

/** What must hold of every screen. */
export function checkScreen(screen: Screen): void {
  const { code, stderr, argv } = screen;
  if (code === null) return;
  const shown = `confere ${argv.join(' ')}: exit ${code}\n${stderr}`;
  if (code === 1) throw new Violation('no defect', shown);
  const says = /^(confere: |\{"error")/m.test(stderr);
  if (code !== 0 && !says && holds('a sentence for every exit'))
    throw new Violation('a sentence for every exit', shown);
}
