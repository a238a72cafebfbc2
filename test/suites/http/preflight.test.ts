import { describe, expect, it } from 'vitest';
import { endpoints } from '#functions/endpoints.ts';
import { preflightHeaders } from '#lib/platform/http/preflight.ts';

const ofPath = (path: string) => preflightHeaders(endpoints.filter((endpoint) => endpoint.path === path));

describe('the response to a preflight request', () => {
  it('names the methods of the path', () => {
    expect(ofPath('/v1/bots/{botId}')['access-control-allow-methods']).toBe('GET, PATCH, DELETE, OPTIONS');
  });

  it('allows every header that the contracts of the path read, and not the one that browsers set', () => {
    expect(ofPath('/v1/bots/import')['access-control-allow-headers']).toBe(
      'content-type, authorization, traceparent, if-match, idempotency-key',
    );
    expect(ofPath('/v1/sessions/{sessionId}/clientLogs')['access-control-allow-headers']).toBe(
      'content-type, authorization, traceparent, x-typebot-iframe-referrer-origin',
    );
  });

  it('is cached for a day', () => {
    expect(ofPath('/v1/bots/import')['access-control-max-age']).toBe('86400');
  });
});
