import {
  fromJsonSchema,
  McpServer,
  type CallToolResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { findBatch } from '../batch/find-batch.js';
import { createStopSignal } from '../batch/stop.js';
import { withErrorsInWords, summarize } from '../batch/summary.js';
import { ConfereError } from '../base/errors.js';
import { readTyped } from '../identifiers/index.js';
import type { LookupResult, LookupRequest } from '../lookups/answer.js';
import { createLookupSession, markDelivered, type LookupDeps } from '../lookups/lookup.js';
import { addMatches, type Compared, readComparedFields } from '../lookups/matches.js';
import { persistentRule } from '../lookups/stop-rule.js';
import { modelDoubt, modelSentence, describeTroubleForModel } from '../messages/programs.js';
import type { PeriodLimits } from '../money/period-limits.js';
import { createBalanceRecorder } from '../money/balance.js';
import { buildCheckAnswer, buildInvalidAnswer } from '../messages/identifier-advice.js';
import { readFields } from '../records/fields.js';
import { requestAndRecordQuota, type ServiceClient } from '../service/index.js';
import * as results from './results.js';
import { writeInstructions, tools, type Tool, type ToolName } from './tools.js';

interface McpDeps extends LookupDeps, PeriodLimits {
  readonly client: ServiceClient;
  /** Credits that this session may spend; no limit when left out. */
  readonly maxCredits?: number;
  /** Accepts charges beyond the balance. */
  readonly allowOverage?: boolean;
  /** The maximum age in ms of a paid record that is reused. */
  readonly reuse: number;
  /** The maximum time in ms that a call waits for another process or for the balance. */
  readonly longestWait: number;
}

export type McpSession = ReturnType<typeof createMcpSession>;

/** Creates the tools for one ledger, one client and one budget. The tools return answers and print nothing. */
export function createMcpSession(deps: McpDeps & { readonly version: string }) {
  const runningCalls = new Set<Promise<CallToolResult>>();
  const endController = new AbortController();
  const calls = createToolCalls(deps, endController.signal);
  const runTracked: (work: ToolCall) => ToolCall = (work) => (given, context) => {
    const answer = (async () => work(given, context))().catch(results.buildErrorAnswer);
    runningCalls.add(answer);
    return answer.finally(() => runningCalls.delete(answer));
  };
  return {
    /** Creates one of several servers that share this session. */
    createServer() {
      const server = new McpServer(
        { name: 'confere', version: deps.version },
        // The list of tools never changes, so clients need not listen for changes.
        {
          instructions: writeInstructions(deps),
          capabilities: { tools: { listChanged: false } },
        },
      );
      for (const [name, tool] of Object.entries(tools) as [ToolName, Tool][]) {
        const inputSchema = fromJsonSchema<ToolArguments>(tool.inputSchema);
        const outputSchema = tool.outputSchema && fromJsonSchema(tool.outputSchema);
        server.registerTool(name, { ...tool, inputSchema, outputSchema }, runTracked(calls[name]));
      }
      return server;
    },
    /** Ends the waits of all calls, completes their running requests, and resolves when every call has its answer. */
    async end() {
      endController.abort(new ConfereError('interrupted', { during: 'session' }));
      while (runningCalls.size > 0) await Promise.all(runningCalls);
    },
  };
}

/** The arguments of all tools, which their schemas have checked. */
type ToolArguments = {
  readonly [Name in 'cpf' | 'cnpj' | 'birthDate' | 'fields' | 'identifier' | 'batch']?: string;
} & { readonly compare?: Compared };
type ToolCall = (given: ToolArguments, context: ServerContext) => Promise<CallToolResult>;

function createToolCalls(
  deps: McpDeps,
  endSignal: AbortSignal,
): Readonly<Record<ToolName, ToolCall>> {
  const lookUpTyped = createToolLookup(deps);
  // A cancelled call stops waiting, but its running request is completed, because the service may charge it.
  const runLookup = async (
    asked: LookupArguments,
    { mcpReq }: ServerContext,
    { fields, compare }: Pick<ToolArguments, 'fields' | 'compare'>,
  ) => {
    // A field that does not exist is refused before anything is paid for.
    const onlyFields =
      fields === undefined ? undefined : readFields(fields, { of: 'lookup', kind: asked.kind });
    const comparedFields = readComparedFields(compare, asked.kind);
    const cancelSignal = createStopSignal(mcpReq.signal, 'call');
    const lookup = await lookUpTyped(asked, AbortSignal.any([endSignal, cancelSignal]));
    const { status } = lookup.answer;
    // A refusal has cost nothing.
    const isRefused = status === 'invalid' || status === 'error';
    const budgetsLeft = isRefused ? undefined : await results.readLeftToSpend(deps);
    // A cancelled call gets no answer (MCP, "Cancellation").
    if (!mcpReq.signal.aborted) void markDelivered(deps, lookup);
    return results.buildLookupAnswer(addMatches(lookup, comparedFields), budgetsLeft, onlyFields);
  };
  return {
    lookup_cpf: ({ cpf = '', ...given }, context) =>
      runLookup({ kind: 'cpf', input: cpf }, context, given),
    lookup_cpf_realtime: ({ cpf = '', birthDate = '', ...given }, context) =>
      runLookup({ kind: 'cpf', input: cpf, birthDate }, context, given),
    lookup_cnpj: ({ cnpj = '', ...given }, context) =>
      runLookup({ kind: 'cnpj', input: cnpj }, context, given),
    check_identifier: ({ identifier = '' }) =>
      Promise.resolve(results.buildAnswer(buildCheckAnswer(identifier, readTyped(identifier)))),
    get_quota_info: async (_, { mcpReq: { signal } }) => {
      const deadline = deps.clock.now() + deps.longestWait;
      const client = deps.client.withBounds({ signal, stop: endSignal, deadline });
      const quota = await requestAndRecordQuota(() => client.quota(), createBalanceRecorder(deps));
      return results.buildBalanceAnswer(quota, await results.readLeftToSpend(deps));
    },
    bulk_status: async ({ batch }) => {
      const summary = await summarize(deps.ledger, (await findBatch(deps.ledger, batch)).num);
      return results.buildAnswer(
        withErrorsInWords(summary, describeTroubleForModel),
        results.FOREIGN_TEXT_NOTE,
      );
    },
  };
}

/** The identifier of a lookup as a model wrote it; a birth date makes the lookup a real-time one. */
export type LookupArguments = Pick<LookupRequest, 'kind' | 'input' | 'birthDate'>;

/** Creates the function that looks up for all tools, in one session. It throws a UsageError for an invalid birth date. */
export function createToolLookup({ client, reuse, longestWait, ...sessionDeps }: McpDeps) {
  const errorWriter = { writeSentence: modelSentence, writeDoubtWarning: () => modelDoubt };
  const rules = { rule: persistentRule, errorWriter };
  const session = createLookupSession({ ...sessionDeps, ...rules });
  return async (asked: LookupArguments, stop: AbortSignal): Promise<LookupResult> => {
    const typed = readTyped(asked.input, asked.kind);
    if (!typed.valid)
      return buildInvalidAnswer(asked.input, typed, (kind): ToolName => `lookup_${kind}`);
    const now = sessionDeps.clock.now();
    const request = { ...asked, id: typed.id, reuseSince: now - reuse };
    const deadline = now + longestWait;
    return session.lookUp(request, {
      client: client.withBounds({ deadline }),
      stop,
      until: deadline,
    });
  };
}
