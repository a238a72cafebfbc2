import { afterEach, describe, expect, it } from 'vitest';
import { preflightResponse } from '#apps/local/gateway/preflight-response.ts';
import { endpoints } from '#functions/endpoints.ts';

const importBot = {
  path: '/v1/bots/import',
  endpoints: endpoints.filter(({ id }) => id === 'import-bot'),
};
const allowedOrigin = (origin: string | undefined) => {
  const response = preflightResponse('management', importBot, origin);
  return response && Object.fromEntries(response.headers)['access-control-allow-origin'];
};

afterEach(() => {
  delete process.env.MANAGEMENT_CORS_ORIGINS;
});

describe('a preflight request to the management address', () => {
  it('has no response of its own unless origins are listed', () => {
    expect(preflightResponse('management', importBot, 'https://app.example.com')).toBeUndefined();
  });

  it('gets the only origin that is listed, whoever asks', () => {
    process.env.MANAGEMENT_CORS_ORIGINS = 'https://app.example.com';
    expect(allowedOrigin('https://evil.example.com')).toBe('https://app.example.com');
  });

  it('gets its own origin if that is among the listed ones', () => {
    process.env.MANAGEMENT_CORS_ORIGINS = 'https://app.example.com,https://admin.example.com';
    expect(allowedOrigin('https://admin.example.com')).toBe('https://admin.example.com');
    expect(allowedOrigin('https://evil.example.com')).toBeUndefined();
    expect(allowedOrigin(undefined)).toBeUndefined();
  });
});
