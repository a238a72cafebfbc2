import { describe, expect, it } from 'vitest';
import { httpRequestOptions } from '#lib/engine/blocks/integrations/http-request-options.ts';
import { parseRequest } from '#lib/engine/blocks/integrations/http-request-parsing.ts';
import { readOptions } from '#lib/engine/model/block-options.ts';
import { blockContext } from '#test/support/chat/block-context.ts';
import { plainSandbox } from '#test/support/chat/plain-sandbox.ts';

const variables = {
  A: 'x"y\nz',
  L: ['p', 'q'],
  O: '{"k":[1,"s"]}',
  N: '5',
  U: undefined,
  Big: '{"id":12345678901234567890,"b":1}',
};

function parsed(webhook: Record<string, unknown>, { isCustomBody = true } = {}) {
  const context = blockContext({ variables, answers: [{ key: 'Q', value: 'ans' }], sandbox: plainSandbox });
  const options = readOptions(httpRequestOptions(), { webhook: { url: 'https://h.example', ...webhook } });
  return parseRequest(
    options.webhook ?? { headers: [], queryParams: [], url: '', method: undefined, body: '' },
    isCustomBody,
    context,
  );
}

const state = {
  submittedAt: '2026-01-02T03:04:05.678Z',
  Q: 'ans',
  A: 'x"y\nz',
  L: 'p,q',
  O: '{"k":[1,"s"]}',
  N: '5',
  Big: '{"id":12345678901234567890,"b":1}',
};

describe('bodies', () => {
  it.each([
    ['without a custom body', { body: 'ignored' }, { isCustomBody: false }],
    ['absent', {}, {}],
    ['empty', { body: '' }, {}],
    ['the state by name', { body: '{{state}}' }, {}],
  ])('everything known, by default: %s', (_, webhook, options) => {
    const request = parsed(webhook, options);
    expect(request).toMatchObject({
      url: 'https://h.example',
      method: 'POST',
      body: { kind: 'json', value: state },
    });
    expect(request?.body?.text).toBe(JSON.stringify(state));
  });

  it.each([
    ['a text in JSON', '{"a":"{{A}}"}', { a: 'x"y\nz' }],
    ['a list in JSON', '{"l":{{L}}}', { l: ['p', 'q'] }],
    ['numbers and unset texts', '{"n":{{N}},"u":"{{U}}"}', { n: 5, u: '' }],
    ['one variable that holds JSON', '{{O}}', { k: [1, 's'] }],
    ['inline code', '{"a":"{{= 5 * 2 =}}"}', { a: '10' }],
    ['an integer longer than numbers are', '{{Big}}', { id: '12345678901234567890', b: 1 }],
  ])('%s', (_, body, value) => {
    expect(parsed({ body })?.body).toMatchObject({ kind: 'json', value });
  });

  it('a long integer keeps all of its digits', () => {
    expect(parsed({ body: '{{Big}}' })?.body?.text).toBe('{"id":12345678901234567890,"b":1}');
  });

  it.each([
    ['a list in quotes', '{"l":"{{L}}"}', '{"l":"["p","q"]"}'],
    ['two variables', '{{A}} {{O}}', 'x"y\nz {"k":[1,"s"]}'],
    ['an unset variable where a value must be', '{"u":{{U}}}', '{"u":}'],
    ['plain text, escaped as if it were JSON', 'hello {{A}}', 'hello x\\"y\\nz'],
  ])('not JSON: %s', (_, body, text) => {
    expect(parsed({ body })?.body).toEqual({ kind: 'text', text });
  });

  it.each(['GET', 'HEAD'])('has no body with %s', (method) => {
    expect(parsed({ method, body: '{"a":1}' })).toEqual({ url: 'https://h.example', method });
  });
});

describe('URLs', () => {
  const pair = (key: string, value: string) => ({ id: key, key, value });

  it.each([
    [
      'templates, and values of the same name grouped',
      'https://h.example',
      [pair('a', '1'), pair('{{N}}', 'v'), pair('a', '{{L}}')],
      'https://h.example?5=v&a=1&a=%5B%22p%22%2C%22q%22%5D',
    ],
    ['an existing query', 'https://h.example/x?z=1', [pair('a', '1')], 'https://h.example/x?z=1&a=1'],
    ['a query that has only begun', 'https://h.example/x?', [pair('a', '1')], 'https://h.example/x?a=1'],
    ['a fragment', 'https://h.example/x#top', [pair('a', '1 2')], 'https://h.example/x?a=1%202#top'],
    [
      'empty pairs',
      'https://h.example',
      [pair('', '1'), pair('a', ''), pair('b', '{{U}}'), null, 5],
      'https://h.example',
    ],
    [
      'values are not templates',
      'https://h.example/{{N}}',
      [pair('a', '{{'), pair('q', '&=?')],
      'https://h.example/5?a=%7B%7B&q=%26%3D%3F',
    ],
    ['half of a character', 'https://h.example', [pair('a', '\ud800')], 'https://h.example?a=%EF%BF%BD'],
  ])('%s', (_, url, queryParams, expected) => {
    expect(parsed({ url, queryParams, method: 'GET' })?.url).toBe(expected);
  });

  it.each(['', '{{U}}'])('has no URL with %j', (url) => {
    expect(parsed({ url })).toBeUndefined();
  });

  it('with unusual parts', () => {
    expect(parsed({ url: 5 })).toBeUndefined();
  });
});

describe('forms', () => {
  const headers = [{ id: 'h', key: 'content-type', value: 'application/x-www-form-urlencoded' }];

  it.each([
    ['values, which are encoded', 'a={{A}}&n={{N}}', 'a=x%22y%0Az&n=5'],
    ['nothing but values', '{{N}}={{A}}', '5=x%22y%0Az'],
    ['one variable that holds all fields', '{{A}}', 'x"y\nz'],
  ])('hold %s', (_, body, text) => {
    expect(parsed({ headers, body })?.body).toEqual({ kind: 'text', text });
  });

  it.each(['{"a":"{{A}}"}', ' [{{N}}]', '{{O}}'])('may be written as JSON: %s', (body) => {
    expect(parsed({ headers, body })?.body?.kind).toBe('json');
  });

  it('are told by the header that counts', () => {
    const two = [{ id: 'h2', key: 'Content-Type', value: 'text/plain' }, ...headers];
    expect(parsed({ headers: two, body: 'a={{A}}' })?.body?.text).toBe('a=x%22y%0Az');
    expect(parsed({ headers: two.toReversed(), body: 'a={{A}}' })?.body?.text).toBe('a=x\\"y\\nz');
  });
});

describe('headers', () => {
  it.each([
    [
      [
        ['Authorization', 'Basic u:p'],
        ['X', '{{L}}'],
      ],
      { Authorization: 'Basic dTpw', X: '["p","q"]' },
    ],
    [[['authorization', 'Basic {{N}}:s:ecret']], { authorization: `Basic ${btoa('5:s:ecret')}` }],
    [[['Authorization', 'Basic dTpw']], { Authorization: 'Basic dTpw' }],
    [[['Authorization', 'Bearer a:b']], { Authorization: 'Bearer a:b' }],
    [
      [
        ['X', '1'],
        ['X', '2'],
      ],
      { X: '2' },
    ],
    [
      [
        ['X', '{{U}}'],
        ['', 'v'],
      ],
      undefined,
    ],
  ])('%j', (pairs, headers) => {
    const request = parsed({ headers: pairs.map(([key, value]) => ({ id: 'h', key, value })) });
    expect(request?.headers).toEqual(headers);
  });
});
