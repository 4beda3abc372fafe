import { describe, expect, it } from 'vitest';
import { openEnvelope } from '../../src/service/envelope.js';

const open = (status: number, text: string, contentType?: string) =>
  openEnvelope({ status, headers: {}, contentType, text });
const JSON_TYPE = 'application/json; charset=utf-8';
const body = (value: unknown, status = 500) => open(status, JSON.stringify(value), JSON_TYPE);

describe('openEnvelope', () => {
  it.each([
    ['object', { success: false, data: null, error: { message: 'M' } }, undefined, 'M'],
    ['object with code', { success: false, error: { code: 'C', message: 'M' } }, 'C', 'M'],
    ['string', { success: false, error: 'M' }, undefined, 'M'],
    [
      'usage_unavailable',
      { success: false, error: 'usage_unavailable', message: 'M' },
      'usage_unavailable',
      'M',
    ],
    ['nothing told', { success: false }, undefined, undefined],
    ['other types', { success: false, error: { code: 5, message: {} } }, undefined, undefined],
    ['empty strings', { success: false, error: { message: ' ' } }, undefined, undefined],
    ['null', { success: false, error: null }, undefined, undefined],
  ])('reads an error: %s', (_, value, code, message) => {
    expect(body(value)).toEqual({ type: 'error', code, message });
  });
  it('reads the data of a success with any content type', () => {
    const text = '{"success":true,"data":{"a":1}}';
    for (const type of [JSON_TYPE, 'application/problem+json', 'text/plain', undefined]) {
      expect(open(200, text, type)).toEqual({ type: 'data', data: { a: 1 } });
    }
  });
  it.each([
    ['no data', '{"success":true}'],
    ['null data', '{"success":true,"data":null}'],
    ['no success', '{"data":{}}'],
    ['success as text', '{"success":"true","data":{}}'],
    ['an array', '[]'],
    ['null', 'null'],
    ['half of it', '{"success":tr'],
    ['nothing', ''],
    ['a page', '<html></html>'],
  ])('does not take %s for an answer', (_, text) => {
    expect(open(200, text, JSON_TYPE).type).toBe('foreign');
  });
  it('ignores a byte order mark', () => {
    expect(open(200, '\uFEFF{"success":true,"data":{"a":1}}', JSON_TYPE)).toEqual({
      type: 'data',
      data: { a: 1 },
    });
  });
  it.each([
    ['NOT_FOUND', 'text/plain'],
    ['{"success":false,"error":"x"}', 'text/plain'],
    ['{"success":false,"error":"x"}', 'text/html; x=application/json'],
  ])('tells an error by its content type: %s as %s', (text, type) => {
    expect(open(404, text, type)).toEqual({ type: 'foreign' });
  });
});
