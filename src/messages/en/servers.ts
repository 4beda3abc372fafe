import { plural, s } from './words.js';

/** The sandbox and the MCP server. */
export const servers = {
  sandboxReady: (plan: string, credits: number) =>
    s`The sandbox is ready: plan ${plan}, ${plural(credits, 'credit', 'credits')} left. Every record is invented. Ctrl-C ends it.`,
  sandboxStateOutdated:
    'The state was that of an older version of confere: credits and jobs start over.',
  sandboxFolderFailed: (folder: string, reason: string) =>
    s`The sandbox cannot keep its state in ${folder}: ${reason}. Check the folder, or add --ephemeral, which keeps none.`,
  stateFolderFailed: (folder: string, reason: string) =>
    s`The state in ${folder} cannot be used: ${reason}. Check the folder.`,
  mcpSandbox: 'Serving the Model Context Protocol on stdin and stdout; the sandbox costs nothing.',
  mcpLimit: (limit: number) =>
    s`Serving the Model Context Protocol on stdin and stdout; this session may spend at most ${plural(limit, 'credit', 'credits')}.`,
  mcpNoBudget:
    'Serving the Model Context Protocol on stdin and stdout; paid lookups are refused, because no --max-credits <n> was given.',
  badFault: (rule: string, trouble: string) => s`--fault '${rule}' cannot be used: ${trouble}.`,
  faultForm: "it must look like 'POST /cpf/bulk=503:2'",
  faultNoEndpoint: (endpoints: string) =>
    s`there is no such endpoint; there are ${endpoints}, and * for any part`,
  faultNoAnswer: (action: string, answers: string) =>
    s`'${action}' is not an answer there; use a status, drop, drop-after, slow:<ms>, renew, spend:<credits>, refund:<credits>, replace-key, or one of ${answers}`,
  faultSlowNeedsMs: "slow needs its milliseconds, as in 'slow:2000'",
  faultNeedsCredits: "spend and refund need their credits, as in 'spend:5'",
  faultBadCount: (often: string) =>
    s`'${often}' must be a count such as 2 (the first two) or a probability such as 0.1`,
  badPort: (port: number, last: number) => s`Port ${port} does not exist; ports are 1 to ${last}.`,
  portTaken: (port: number) =>
    s`Port ${port} is already in use on this machine; choose another with --port, or --port 0 for a free one.`,
  portRefused: (port: number) =>
    s`Port ${port} is refused on this machine; choose another with --port, or --port 0 for a free one.`,
  sandboxStateNewer: (path: string) =>
    s`The sandbox state in ${path} was written by a newer version of confere: use that version, delete the file, or add --ephemeral to 'confere sandbox'.`,
  sandboxStateDamaged: (path: string) =>
    s`The sandbox state in ${path} is damaged: delete the file, or add --ephemeral to 'confere sandbox'.`,
};
