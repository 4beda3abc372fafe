import { agree, plural, s } from './words.js';

/** What only programs read, from the library and the MCP server: always English. */
export const programs = {
  mcpBatchTooDear: (worstCase: number) =>
    s`This batch may cost ${plural(worstCase, 'credit', 'credits')}, which is too much.`,
  mcpLookupTooDear: (cost: number, left: number, limit: number) =>
    s`This lookup may cost ${plural(cost, 'credit', 'credits')}, and ${left} of the ${limit} that this session may spend ${agree(left, 'is', 'are')} left; nothing was asked. Start it with a higher --max-credits to allow more.`,
  mcpSessionBudget: (limit: number) =>
    s`This session may spend at most ${plural(limit, 'credit', 'credits')}; beyond that, lookups are refused.`,
  lookedUpInBatch: (items: number, job: number, batch: string) =>
    s`${items} of the identifiers of job ${job} ${agree(items, 'is', 'are')} being looked up in batch ${batch}; it was not sent. Call again when watch of that batch has ended; then ${agree(items, 'its answer costs', 'their answers cost')} nothing more.`,
  maybePaidInBatch: (items: number, job: number, batch: string) =>
    s`${items} of the identifiers of job ${job} may have been paid for in batch ${batch}, whose outcome is unknown; it was not sent. Call again when resume of that batch has settled that, or resolve decided it.`,
  lookupInDoubt: (why: string, price: number) =>
    s`An earlier lookup of this identifier got no answer and may have been charged, so nothing was asked now. ${why} A lookup with fresh asks again, which may cost ${plural(price, 'credit', 'credits')} more.`,
  lookupInBatch: (batch: string, price: number) =>
    s`Batch ${batch} asked for this identifier with an unknown outcome and may have been charged, so nothing was asked now. resolve decides; a lookup with fresh asks again, which may cost ${plural(price, 'credit', 'credits')} more.`,
  mixedKinds: (file: string, column: number, cpfs: number, cnpjs: number) =>
    s`${file}: column ${column} holds few identifiers and both kinds: ${plural(cpfs, 'CPF', 'CPFs')} and ${plural(cnpjs, 'CNPJ', 'CNPJs')} in the sampled rows. Say with kind what it is: 'cpf', 'cnpj' or 'both'.`,
  rowsDiffer: (batch: string, rows: number, file: string, found: number) =>
    s`Batch ${batch} has ${plural(rows, 'row', 'rows')}, and the copy of ${file} that it keeps gives ${found}, so the result is not whole. Call run with again and the original file to make a new batch; what was paid for is answered by the ledger.`,
  tooManyRows: (most: number) =>
    s`A workbook holds ${plural(most, 'row', 'rows')} and this batch has more; use the format csv.`,
  tooManyColumns: (most: number) =>
    s`A workbook holds ${plural(most, 'column', 'columns')} and a row here has more; use the format csv.`,
  overMaxCredits: (worstCase: number, maxCredits: number) =>
    s`This batch may cost ${plural(worstCase, 'credit', 'credits')}, more than maxCredits, ${maxCredits}; nothing was sent.`,
  restOverMaxCredits: (worstCase: number, maxCredits: number) =>
    s`What is left to send may cost ${plural(worstCase, 'credit', 'credits')}, more than the ${maxCredits} that this call may still spend; it was not sent and cost nothing.`,
  sessionBudget: (cost: number, left: number, limit: number) =>
    s`This lookup may cost ${plural(cost, 'credit', 'credits')}, and ${left} of the ${limit} that this session may spend ${agree(left, 'is', 'are')} left; nothing was asked.`,
  overBalance: (worstCase: number, balance: number) =>
    s`This batch may cost ${plural(worstCase, 'credit', 'credits')} and the balance covers ${balance}; nothing was sent.`,
  resubmitOverBalance: (worstCase: number, balance: number) =>
    s`To send that again may cost ${plural(worstCase, 'credit', 'credits')} and the balance covers ${balance}; nothing was changed.`,
  nextJobOverBalance: (balance: number, worstCase: number) =>
    s`The balance covers ${plural(balance, 'credit', 'credits')} now, and the next job may cost ${worstCase}; it was not sent and stays pending.`,
};
