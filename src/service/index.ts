export { createClient, notedQuota } from './client.js';
export { isNotFound, ServiceError, undecidable } from './errors.js';
export { createMemorySlots } from './pacer.js';
export { loadHttp } from './transport.js';
export type {
  BalanceNotes,
  BatchJob,
  QuotaRecord,
  RequestEvent,
  ServiceClient,
  ServiceOptions,
  ServiceRecord,
  Submission,
  WaitEvent,
} from './types.js';
