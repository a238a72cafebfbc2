import { describe, expect, it } from 'vitest';
import { sendableHeaders } from '#lib/chat/adapters/header-guard.ts';

describe('sendableHeaders', () => {
  it('keeps what a bot may say, in lower case', () => {
    expect(sendableHeaders({ 'X-Order': ' 7 ', Accept: 'text/plain' })).toEqual({
      'x-order': '7',
      accept: 'text/plain',
    });
  });

  it.each(['Connection', 'Transfer-Encoding', 'Sec-Fetch-Site', ' sec-fetch-mode'])('drops %s', (name) => {
    expect(sendableHeaders({ [name]: 'same-origin' })).toEqual({});
  });
});
