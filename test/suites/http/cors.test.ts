import { afterEach, describe, expect, it } from 'vitest';
import { corsHeaders } from '#lib/platform/http/cors.ts';

afterEach(() => {
  delete process.env.MANAGEMENT_CORS_ORIGINS;
});

const EXPOSED = 'etag, x-next-cursor, x-export-complete, retry-after, www-authenticate, idempotency-replayed';

describe('CORS headers', () => {
  it('let every page read responses of the chat API', () => {
    for (const origin of ['https://anywhere.example.com', undefined]) {
      expect(corsHeaders('chat', origin)).toEqual({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': EXPOSED,
      });
    }
  });

  it('let no page read responses of the management API', () => {
    expect(corsHeaders('management', 'https://app.example.com')).toEqual({});
  });

  it('let only the configured origins read responses of the management API', () => {
    process.env.MANAGEMENT_CORS_ORIGINS = 'https://app.example.com,https://admin.example.com';
    expect(corsHeaders('management', 'https://admin.example.com')).toEqual({
      vary: 'Origin',
      'access-control-allow-origin': 'https://admin.example.com',
      'access-control-expose-headers': EXPOSED,
    });
    for (const origin of [
      'https://evil.example.com',
      'https://app.example.com.evil.org',
      'null',
      '',
      undefined,
    ]) {
      expect(corsHeaders('management', origin)).toEqual({ vary: 'Origin' });
    }
  });
});
