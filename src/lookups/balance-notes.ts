/** For the front ends, which reach the account through the lookups. */
export { balanceNotes } from '../account/read-balance.js';
