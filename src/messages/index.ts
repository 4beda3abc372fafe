export { chooseLanguage, messagesIn, setMessages, t, withMessages } from './current.js';
export { en } from './en/index.js';
export { formatDay, formatMinute, formatNumber, formatSecond, formatTime } from './formats.js';
export { languageOf, type Language } from './language.js';
export { tenthsOfPercent } from './numbers.js';
