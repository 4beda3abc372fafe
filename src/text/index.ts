export { formatDay, formatMinute, formatSecond } from './dates.js';
export { formatNumber } from './numbers.js';
export { say } from './say.js';
