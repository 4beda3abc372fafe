import { paragraph, twoColumns } from './help-text.js';
import { t } from '../../messages/index.js';

/** `confere help again`: the options that do something once more. */
export function againText(width: number): string {
  const rows = [
    ['--again', t.help.againAgain],
    ['--fresh', t.help.againFresh],
    ['--overwrite', t.help.againOverwrite],
    ['--resubmit', t.help.againResubmit],
  ] as const;
  return paragraph(t.help.againHeading, width) + twoColumns(rows, width);
}
