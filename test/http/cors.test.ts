import { afterEach, describe, expect, it } from 'vitest';
import { corsHeaders } from '#lib/http/cors.ts';

afterEach(() => {
  delete process.env.MANAGEMENT_CORS_ORIGINS;
});

describe('CORS headers of a response', () => {
  it('let every page read what the chat API answers', () => {
    expect(corsHeaders('chat', 'https://anywhere.example.com')).toEqual({
      'access-control-allow-origin': '*',
    });
    expect(corsHeaders('chat', undefined)).toEqual({ 'access-control-allow-origin': '*' });
  });

  it('let no page read what the management API answers', () => {
    expect(corsHeaders('management', 'https://app.example.com')).toEqual({});
  });

  it('let the pages that the operator named, and no others', () => {
    process.env.MANAGEMENT_CORS_ORIGINS = 'https://app.example.com,https://admin.example.com';
    expect(corsHeaders('management', 'https://admin.example.com')).toEqual({
      vary: 'Origin',
      'access-control-allow-origin': 'https://admin.example.com',
      'access-control-expose-headers': 'etag, x-next-cursor, x-export-complete',
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
