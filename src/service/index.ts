export { createClient } from './client.js';
export { isNotFound, ServiceError, type ServiceErrorCode } from './errors/errors.js';
export { createMemorySlots } from './attempts/pacer.js';
export { notedQuota } from './noted-quota.js';
export type {
  BalanceNotes,
  BatchJob,
  During,
  JobResult,
  Mark,
  Quota,
  RequestEvent,
  ServiceClient,
  ServiceOptions,
  ServiceRecord,
  SlotStore,
  Submission,
  WaitEvent,
} from './types.js';
