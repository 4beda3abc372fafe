import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Lookup } from '../lookups/lookup.js';
import { ConfereError } from '../errors.js';
import { OverSessionBudgetError } from '../lookups/session-budget.js';
import { formatId, maskCpf, maskIdentifiers } from '../identifiers/index.js';
import { errorSentence } from '../output/errors/index.js';
import { refusalText } from '../output/lookups/lookup-card.js';

/** An object for programs, and the same as text for clients that read only text. */
export function structured(content: object, note?: string): CallToolResult {
  const texts = [JSON.stringify(content), ...(note === undefined ? [] : [note])];
  return {
    content: texts.map((text) => ({ type: 'text', text })),
    structuredContent: content,
  };
}

/** One sentence; CPFs in it are masked. */
export function refused(sentence: string): CallToolResult {
  return { content: [{ type: 'text', text: maskIdentifiers(sentence) }], isError: true };
}

export function errorResult(error: unknown): CallToolResult {
  if (error instanceof ConfereError) return refused(errorSentence(error));
  const told = error instanceof Error ? error.message : String(error);
  return refused(`This is a defect of confere, please report it: ${told}`);
}

/** Found and not found are answers; everything else is an error with its reason. */
export function lookupResult({ answer, failure }: Lookup): CallToolResult {
  switch (answer.status) {
    case 'found':
      return structured(answer, failure && errorSentence(failure));
    case 'not_found':
      return structured(answer);
    case 'invalid':
    case 'error':
      return refused(
        failure instanceof OverSessionBudgetError
          ? overBudget(failure)
          : refusalText(answer).trim(),
      );
    case 'unconfirmed':
      return refused(doubt(answer));
  }
}

function overBudget({ cost, left, limit }: OverSessionBudgetError): string {
  return limit === 0
    ? 'This session may spend no credits, so it answers only what is paid for already; start it with --max-credits <n> to allow more.'
    : `This lookup may cost ${cost} credits, and ${left} of the ${limit} that this session may spend are left; ` +
        'nothing was asked. Start it with a higher --max-credits to allow more.';
}

function doubt({ kind, id }: Lookup['answer']): string {
  const shown = kind === 'cpf' ? maskCpf(id ?? '') : formatId(kind, id ?? '');
  return (
    `${shown}: no answer came, and it may have been charged; it counts as spent and is not asked again ` +
    'in this session, and get_quota_info shows the credits used.'
  );
}
