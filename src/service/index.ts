export { createClient, requestAndRecordQuota } from './client.js';
export { isNotFound, ServiceError, markUndecidable } from './errors.js';
export { createMemorySlots } from './pacer.js';
export { loadHttp } from './transport.js';
export type {
  BalanceRecorder,
  BatchJob,
  QuotaRecord,
  RequestEvent,
  ServiceClient,
  ServiceOptions,
  ServiceRecord,
  SubmissionAnswer,
  WaitEvent,
} from './types.js';
