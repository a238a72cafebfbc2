import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  createConsentAddress,
  type PendingConsent,
  readCode,
  UnknownConsentError,
} from '#apps/console/workspace/google-consent-address.ts';

const PENDING: PendingConsent = {
  workspaceId: 'w1',
  credentialsId: 'c1',
  kind: 'google sheets',
  name: 'Orders',
  isNew: true,
  codeVerifier: 'v'.repeat(43),
  stateSecret: 'secret-of-the-tab',
};
const CLIENT = { clientId: '1234.apps.example', tokenId: 'token-1' };

const begin = async (pending = PENDING) =>
  (await createConsentAddress(pending, { ...CLIENT, origin: 'https://console.example.com' })).searchParams;

const comeBack = async (query: Record<string, string>, pending: PendingConsent | undefined = PENDING) => {
  const state = (await begin()).get('state') ?? '';
  const address = new URL(`https://console.example.com/google?${new URLSearchParams({ state, ...query })}`);
  return await readCode(address, pending, CLIENT);
};

describe('consent to use a Google account', () => {
  it('asks for exactly the scope that blocks need, and for a refresh token', async () => {
    const { state, ...sent } = Object.fromEntries(await begin());
    expect(sent).toEqual({
      client_id: '1234.apps.example',
      redirect_uri: 'https://console.example.com/google',
      response_type: 'code',
      scope: 'https://www.googleapis.com/auth/spreadsheets',
      access_type: 'offline',
      prompt: 'consent',
      code_challenge: createHash('sha256').update(PENDING.codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    expect(state).toMatch(/^[\w-]{43}$/);
    expect((await begin({ ...PENDING, kind: 'gmail' })).get('scope')).toBe(
      'https://www.googleapis.com/auth/gmail.send',
    );
  });

  it('returns the code', async () => {
    expect(await comeBack({ code: 'c-1' })).toBe('c-1');
    expect(await comeBack({ code: 'c-1', iss: 'https://accounts.google.com' })).toBe('c-1');
  });

  it.each([
    ['another state', { state: 'x'.repeat(43) }, PENDING],
    ['an empty state', { state: '' }, PENDING],
    ["another tab's secret", {}, { ...PENDING, stateSecret: 'other' }],
  ])('refuses %s', async (_, query, pending) => {
    await expect(comeBack({ code: 'c-1', ...query }, pending)).rejects.toThrow(UnknownConsentError);
  });

  it('refuses a code without a consent of this tab, and one of another token', async () => {
    const state = (await begin()).get('state') ?? '';
    const address = new URL(`https://console.example.com/google?code=c-1&state=${state}`);
    await expect(readCode(address, undefined, CLIENT)).rejects.toThrow(UnknownConsentError);
    await expect(readCode(address, PENDING, { ...CLIENT, tokenId: 'token-2' })).rejects.toThrow(
      UnknownConsentError,
    );
    expect(await readCode(address, PENDING, CLIENT)).toBe('c-1');
  });

  it.each([
    ['that was not given', { error: 'access_denied' }, 'AuthorizationResponseError'],
    ['of another server', { code: 'c-1', iss: 'https://evil.example' }, 'OperationProcessingError'],
  ])('refuses access %s', async (_, query, name) => {
    await expect(comeBack(query)).rejects.toMatchObject({ name });
  });
});
