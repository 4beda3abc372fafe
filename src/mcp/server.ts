import {
  fromJsonSchema,
  McpServer,
  type CallToolResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { findBatch } from '../batch/find-batch.js';
import { stopAt } from '../batch/stop.js';
import { inWords, summarize } from '../batch/summary.js';
import { ConfereError, asKnownError } from '../errors.js';
import { checkAnswer } from '../output/lookups/check-printer.js';
import { readTyped } from '../identifiers/index.js';
import { balanceNotes, leftOfBudgets } from '../lookups/account.js';
import { notedQuota } from '../service/index.js';
import { createLookups, type Asked, type LookupDeps } from './lookups.js';
import { errorResult, lookupResult, structured } from './results.js';
import { modelTrouble } from './sentences.js';
import { instructions, tools, type ToolName } from './tools.js';

export interface McpDeps extends LookupDeps {
  readonly version: string;
}

export interface McpSession {
  /** Creates a server with the state of this session; several servers share it. */
  createServer(): McpServer;
  /** Ends waits, completes running requests, and resolves when every call has its answer. */
  end(): Promise<void>;
}

type Arguments = Readonly<Record<string, string>>;
type Work = (given: Arguments, context: ServerContext) => Promise<CallToolResult>;

/** The tools for one ledger, one client and one budget. It writes nothing but the answers of the tools. */
export function createMcpSession(deps: McpDeps): McpSession {
  const working = new Set<Promise<CallToolResult>>();
  const ending = new AbortController();
  const works = worksOf(deps, ending.signal);
  const call: (work: Work) => Work = (work) => (given, context) => {
    const answer = Promise.resolve()
      .then(() => work(given, context))
      .catch(errorResult);
    working.add(answer);
    return answer.finally(() => working.delete(answer));
  };
  return {
    createServer() {
      const server = new McpServer(
        { name: 'confere', version: deps.version },
        { instructions: instructions(deps.budget, deps.periods) },
      );
      for (const name of Object.keys(works) as ToolName[])
        register(server, name, call(works[name]));
      return server;
    },
    async end() {
      ending.abort(new ConfereError('interrupted', { during: 'session' }));
      while (working.size > 0) await Promise.all(working);
    },
  };
}

function register(server: McpServer, name: ToolName, work: Work): void {
  const { inputSchema, outputSchema, ...notes } = tools[name];
  const schemas = {
    inputSchema: fromJsonSchema<Arguments>(inputSchema),
    outputSchema: fromJsonSchema(outputSchema),
  };
  server.registerTool(name, { ...notes, ...schemas }, work);
}

function worksOf(deps: McpDeps, end: AbortSignal): Readonly<Record<ToolName, Work>> {
  const { lookUp, shown } = createLookups(deps);
  // A cancelled call stops waiting, but its running request is completed, because it may be charged.
  const look = async (asked: Asked, { mcpReq }: ServerContext) => {
    const cancelled = stopAt(mcpReq.signal, 'call');
    const lookup = await lookUp(asked, AbortSignal.any([end, cancelled]));
    const { status } = lookup.answer;
    // A refusal has cost nothing.
    const isRefused = status === 'invalid' || status === 'error';
    const left = isRefused ? undefined : await leftToSpend(deps);
    // A cancelled call gets no answer (MCP, "Cancellation").
    if (!mcpReq.signal.aborted) void shown(lookup);
    return lookupResult(lookup, left);
  };
  return {
    lookup_cpf: ({ cpf = '' }, context) => look({ kind: 'cpf', input: cpf }, context),
    lookup_cpf_realtime: ({ cpf = '', birthDate = '' }, context) =>
      look({ kind: 'cpf', input: cpf, birthDate }, context),
    lookup_cnpj: ({ cnpj = '' }, context) => look({ kind: 'cnpj', input: cnpj }, context),
    check_identifier: ({ identifier = '' }) =>
      Promise.resolve(structured(checkAnswer(identifier, readTyped(identifier)))),
    get_quota_info: async (_, { mcpReq: { signal } }) => {
      const client = deps.client.within({ signal, stop: end });
      return structured(await notedQuota(() => client.quota(), balanceNotes(deps)));
    },
    bulk_status: async ({ batch }) => {
      const { num } = await findBatch(deps.ledger, batch);
      return structured(inWords(await summarize(deps.ledger, num), modelTrouble));
    },
  };
}

type Spending = Pick<
  LookupDeps,
  'ledger' | 'clock' | 'keyFingerprint' | 'costs' | 'budget' | 'periods'
>;

/** What may still be spent, for the model; undefined without a budget. */
export async function leftToSpend(deps: Spending): Promise<string | undefined> {
  const { budget, periods } = deps;
  // The answer of a lookup is not lost because a budget cannot be read.
  const hasPeriods = Object.keys(periods).length > 0;
  const left = hasPeriods ? await leftOfBudgets(deps, periods).catch(asKnownError) : [];
  const ofPeriods = (Array.isArray(left) ? left : []).map(({ budget: { of }, left: credits }) =>
    of === 'day' ? `${credits} today (UTC)` : `${credits} this month (UTC)`,
  );
  const ofSession =
    budget.limit === Infinity || budget.limit === 0 ? [] : [`${budget.left()} in this session`];
  if (ofPeriods.length + ofSession.length === 0) return undefined;
  return `Credits left to spend: ${[...ofPeriods, ...ofSession].join(', ')}.`;
}
