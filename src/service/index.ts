export { createClient } from './client.js';
export {
  CreditsError,
  InputRefusedError,
  InterruptedError,
  KeyRefusedError,
  RateLimitedError,
  RecordNotFoundError,
  RouteNotFoundError,
  ServiceError,
  ServiceFailedError,
  TransportError,
  UnreadableAnswerError,
  type ServiceFacts,
} from './errors.js';
export { createMemorySlots } from './slots.js';
export type {
  BatchJob,
  JobResult,
  Quota,
  RateGroup,
  RequestEvent,
  ServiceClient,
  ServiceOptions,
  ServiceRecord,
  SlotStore,
  Submission,
  WaitEvent,
} from './types.js';
