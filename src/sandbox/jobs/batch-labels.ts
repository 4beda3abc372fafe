import type { Trigger } from '../faults/triggered-effects.js';

/** How a job is processed if it does not simply finish. */
export type Script = 'fail-halfway' | 'fail-database' | 'orphan' | 'skip' | 'slow';

interface Label {
  /** The `fileName`, or its part before the first space. */
  readonly label: string;
  /** Its row in the documentation. */
  readonly does: string;
  readonly script?: Script;
  readonly onSubmit?: Trigger;
  readonly onStatus?: Trigger;
}

/** In the order of the documentation, which a test compares with this table. */
export const LABELS: readonly Label[] = [
  {
    label: 'sandbox:fail-halfway',
    does: 'the job fails after half of its items (`Falha ao registrar validação`)',
    script: 'fail-halfway',
  },
  {
    label: 'sandbox:fail-database',
    does: 'the job fails before its first item (`Banco de dados indisponível`)',
    script: 'fail-database',
  },
  {
    label: 'sandbox:orphan',
    does: 'the job stops after half of its items and fails 10 minutes later (`Worker interrompido (job órfão)`)',
    script: 'orphan',
  },
  {
    label: 'sandbox:skip',
    does: 'the second half of the items is skipped; not on plans with overage',
    script: 'skip',
  },
  {
    label: 'sandbox:slow',
    does: 'the job takes an hour; fewer than 12 items take 5 minutes each',
    script: 'slow',
  },
  {
    label: 'sandbox:lost-request',
    does: 'the connection drops and no job exists; the next submission is accepted',
    onSubmit: { effect: { type: 'drop', when: 'before' }, times: 1 },
  },
  {
    label: 'sandbox:lost-answer',
    does: 'the job is accepted, but the connection drops; the next submission is answered',
    onSubmit: { effect: { type: 'drop', when: 'after' }, times: 1 },
  },
  {
    label: 'sandbox:no-credits',
    does: '403 `Limite de créditos excedido`',
    onSubmit: { effect: '403' },
  },
  {
    label: 'sandbox:rate-limited',
    does: '429 with `Retry-After: 1` once, then accepted (CPF)',
    onSubmit: { effect: 'short-wait', times: 1 },
  },
  {
    label: 'sandbox:pending-limit',
    does: '429, too many pending batches, with `Retry-After: 60` once, then accepted (CNPJ)',
    onSubmit: { effect: 'pending-limit', times: 1 },
  },
  {
    label: 'sandbox:create-failed',
    does: '500 `Falha ao criar lote.`, always',
    onSubmit: { effect: 'create-failed' },
  },
  {
    label: 'sandbox:unavailable-twice',
    does: '503 twice, then accepted',
    onSubmit: { effect: '503', times: 2 },
  },
  {
    label: 'sandbox:unavailable',
    does: '503 always',
    onSubmit: { effect: '503' },
  },
  {
    label: 'sandbox:missing-once',
    does: 'every second status call, beginning with the first, answers 404',
    onStatus: { effect: '404', times: 1 },
  },
  {
    label: 'sandbox:status-down',
    does: 'every status call answers 503',
    onStatus: { effect: '503' },
  },
];

const plain: Omit<Label, 'label' | 'does'> = {};

/** The script and the triggers that the `fileName` of a batch names. */
export function readLabel(fileName: string | null): Omit<Label, 'label' | 'does'> {
  const [word] = (fileName ?? '').split(/\s/);
  return LABELS.find(({ label }) => label === word) ?? plain;
}
