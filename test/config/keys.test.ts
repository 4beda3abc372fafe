import { describe, expect, it } from 'vitest';
import { keyNames, readValue, type KeyName } from '../../src/config/keys.js';
import { unknownKey } from '../../src/config/settings.js';
import { sentenceFrom } from '../helpers/sentence.js';

describe('the value of a setting', () => {
  it.each<[KeyName, string | number, string | number]>([
    ['base-url', 'https://API.example.com/v1/', 'https://api.example.com/v1'],
    ['base-url', 'http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
    ['reuse', '0', '0'],
    ['rate', '60', 60],
    ['rate', 60, 60],
    ['max-credits', '0', 0],
    ['max-credits', '1.5', 1.5],
    ['format', 'jsonl', 'jsonl'],
  ])('%s takes %j', (key, text, value) => {
    expect(readValue(key, text, key)).toBe(value);
  });

  it.each<[KeyName, string | number, string]>([
    ['base-url', 'http://api.example.com', 'plain_http'],
    ['base-url', 'http://127.0.0.1.example.com', 'plain_http'],
    ['base-url', 'ftp://example.com', 'bad_base_url'],
    ['base-url', '', 'bad_base_url'],
    ['base-url', 'https://u@example.com', 'bad_base_url'],
    ['base-url', 'https://example.com?a=b', 'bad_base_url'],
    ['base-url', 'https://example.com#a', 'bad_base_url'],
    ['reuse', '-1d', 'bad_duration'],
    ['reuse', '30', 'bad_duration'],
    ['rate', '0', 'bad_number'],
    ['rate', '1.5', 'bad_number'],
    ['rate', '1e3', 'bad_number'],
    ['realtime-rate', '99999999999999999', 'bad_number'],
    ['max-credits', '-1', 'bad_number'],
    ['max-credits', '', 'bad_number'],
    ['timeout', '0s', 'bad_duration'],
    ['deadline', '0d', 'bad_duration'],
    ['format', 'xml', 'unknown_format'],
    ['format', 'constructor', 'unknown_format'],
  ])('%s refuses %j, naming itself', (key, text, code) => {
    expect(() => readValue(key, text, `THE ${key}`)).toThrow(
      expect.objectContaining({
        code,
        facts: expect.objectContaining({ place: `THE ${key}` }) as object,
      }) as Error,
    );
  });

  it('a password in a base URL is not repeated', () => {
    const read = () => readValue('base-url', 'https://u:segredo@example.com', 'base-url');
    expect(read).toThrow(expect.objectContaining({ facts: { place: 'base-url' } }) as Error);
    expect(sentenceFrom(read)).not.toMatch(/segredo/);
  });
});

describe('an unknown setting', () => {
  it.each([
    ['rates', 'rate'],
    ['base_url', 'base-url'],
    ['max', 'max-credits'],
  ])('%s has the suggestion %s', (text, near) => {
    expect(unknownKey(text).facts).toMatchObject({ near });
  });

  it('without a similar name gets no suggestion, but the list of all', () => {
    expect(unknownKey('colour').facts).toMatchObject({ near: undefined, keys: keyNames });
  });

  it('about the API key refers to the login', () => {
    expect(unknownKey('api-key').facts).toMatchObject({ looksSecret: true });
    expect(unknownKey('colour').facts).toMatchObject({ looksSecret: false });
  });
});
