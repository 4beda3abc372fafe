export { ColumnUnclearError } from './column.js';
export { describeLayout } from './describe-layout.js';
export { toBytes, type Lines } from './encoding.js';
export { detectLayout, OnlyHeaderError } from './layout.js';
export { findResultColumns } from './result-columns.js';
export { RowCounter, RowFindings } from './row-counter.js';
export { readHeaderText, readRowChunks, SkippedLines, type RowText } from './rows.js';
export type { InputLayout, InputOptions, InputOrigin, InputRow, TextEncoding } from './types.js';
export { unpackInput } from './unpack.js';
