import type { Sentences } from '../../errors.js';
import { stateSentences } from '../../sentences/state.js';
import { say } from '../../text/index.js';

export const stateErrors = {
  ...stateSentences,
  output_failed: ({ reason }) => say`The output could not be written (${reason}).`,
  no_home: () =>
    say`This user has no home folder; set CONFERE_HOME to a folder for settings and state.`,
  no_fields: () => say`--fields is for confere cpf, cnpj, quota, bulk run and bulk export.`,
} satisfies Partial<Sentences>;
