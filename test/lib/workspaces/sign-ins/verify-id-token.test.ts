import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashNonce, type IssuerFetch, verifyIdToken } from '#lib/workspaces/sign-ins/verify-id-token.ts';
import {
  CLIENT_ID,
  createNonce,
  type IdentityProvider,
  startIdentityProvider,
} from '#test/support/sign-in/identity-provider.ts';

let provider: IdentityProvider;
beforeAll(async () => {
  provider = await startIdentityProvider();
});
afterAll(() => provider.stop());

/** Keys are kept by issuer, so each test has an issuer of its own, at which it serves what the real one does. */
let issuers = 0;
function createIssuer({ metadata = {} }: { metadata?: Record<string, unknown> } = {}) {
  issuers += 1;
  const issuer = `https://issuer-${issuers}.example`;
  const asked: string[] = [];
  const fetchFromIssuer: IssuerFetch = async (url) => {
    asked.push(url);
    if (url.startsWith(issuer)) {
      return Response.json({
        issuer,
        jwks_uri: `${provider.issuer}/jwks`.replace('http:', 'https:'),
        ...metadata,
      });
    }
    return await fetch(url.replace('https:', 'http:'));
  };
  return { issuer, asked, fetchFromIssuer };
}

async function createRequest(issuer: string, header = {}) {
  const { nonce, digest } = createNonce();
  return { idToken: await provider.signIdToken({ iss: issuer, nonce: digest }, header), nonce };
}

describe('verifyIdToken', () => {
  it('returns the claims, and reads metadata and keys once', async () => {
    const { issuer, asked, fetchFromIssuer } = createIssuer();
    const settings = { issuer, clientId: CLIENT_ID };
    for (let count = 0; count < 3; count++) {
      const claims = await verifyIdToken(await createRequest(issuer), settings, fetchFromIssuer);
      expect(claims).toMatchObject({ sub: 'ada', iss: issuer });
    }
    expect(asked).toHaveLength(2);
    expect(asked[0]).toBe(`${issuer}/.well-known/openid-configuration`);
  });

  it('does not ask the provider again for each unknown key', async () => {
    const { issuer, asked, fetchFromIssuer } = createIssuer();
    const settings = { issuer, clientId: CLIENT_ID };
    for (let count = 0; count < 5; count++) {
      const request = await createRequest(issuer, { kid: `unknown-${count}` });
      await expect(verifyIdToken(request, settings, fetchFromIssuer)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        issues: [{ path: 'idToken' }],
      });
    }
    expect(asked).toHaveLength(2);
  });

  it.each<[string, Record<string, unknown>]>([
    ['are those of another issuer', { issuer: 'https://login.example.com' }],
    ['name no keys', { jwks_uri: undefined }],
    ['name keys without TLS', { jwks_uri: 'http://keys.example.com/jwks' }],
  ])('throws SERVICE_UNAVAILABLE if the metadata %s', async (_, metadata) => {
    const { issuer, fetchFromIssuer } = createIssuer({ metadata });
    await expect(
      verifyIdToken(await createRequest(issuer), { issuer, clientId: CLIENT_ID }, fetchFromIssuer),
    ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 5 });
  });

  it('reads the metadata again after an hour, because a provider may move its keys', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const { issuer, asked, fetchFromIssuer } = createIssuer();
      const settings = { issuer, clientId: CLIENT_ID };
      await verifyIdToken(await createRequest(issuer), settings, fetchFromIssuer);
      vi.setSystemTime(Date.now() + 61 * 60 * 1_000);
      await verifyIdToken(await createRequest(issuer), settings, fetchFromIssuer);
      expect(asked.filter((url) => url.endsWith('/openid-configuration'))).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  describe('after a failure', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['Date'] });
      return () => {
        vi.useRealTimers();
      };
    });

    const passSeconds = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000);

    it('asks for the metadata again, but not for each ID token', async () => {
      const { issuer, fetchFromIssuer } = createIssuer();
      const settings = { issuer, clientId: CLIENT_ID };
      let requests = 0;
      const fail: IssuerFetch = async () => {
        requests += 1;
        throw new Error('Not reachable');
      };
      for (let count = 0; count < 5; count++) {
        await expect(verifyIdToken(await createRequest(issuer), settings, fail)).rejects.toMatchObject({
          code: 'SERVICE_UNAVAILABLE',
        });
      }
      expect(requests).toBe(1);
      passSeconds(11);
      expect(await verifyIdToken(await createRequest(issuer), settings, fetchFromIssuer)).toMatchObject({
        sub: 'ada',
      });
    });

    it('asks for the keys again, but not for each ID token', async () => {
      const { issuer, asked, fetchFromIssuer } = createIssuer();
      const settings = { issuer, clientId: CLIENT_ID };
      let isDown = true;
      const failForKeys: IssuerFetch = async (url) => {
        const response = await fetchFromIssuer(url);
        return isDown && url.endsWith('/jwks') ? new Response('', { status: 502 }) : response;
      };
      for (let count = 0; count < 5; count++) {
        await expect(verifyIdToken(await createRequest(issuer), settings, failForKeys)).rejects.toMatchObject(
          { code: 'SERVICE_UNAVAILABLE' },
        );
      }
      expect(asked).toHaveLength(2);
      isDown = false;
      passSeconds(11);
      expect(await verifyIdToken(await createRequest(issuer), settings, failForKeys)).toMatchObject({
        sub: 'ada',
      });
    });
  });
});

it('hashNonce is the challenge of PKCE', () => {
  // RFC 7636, appendix B.
  expect(hashNonce('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});
