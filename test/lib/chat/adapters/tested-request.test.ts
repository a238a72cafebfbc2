import { describe, expect, it } from 'vitest';
import { MAX_SHOWN_BODY_CHARS, TestedRequest } from '#lib/chat/adapters/tested-request.ts';
import { type HttpRequest, HttpRequestError } from '#lib/engine/model/ports.ts';
import { fakeHttp, type ScriptedResponse } from '#test/support/chat/fake-http.ts';

const CANARY = 'canary-4f1c7';

const ASKED: HttpRequest = {
  url: 'https://api.example.com/orders',
  method: 'GET',
  handsOnTrace: true,
  timeoutMs: 1_000,
};

async function test(response: ScriptedResponse, request: Partial<HttpRequest> = {}) {
  const tested = new TestedRequest();
  const sending = tested.watchHttp(fakeHttp([response]))({ ...ASKED, ...request });
  await sending.catch(() => {});
  return { tested, exchange: tested.toExchange() };
}

describe('A tested request', () => {
  it('keeps status, size, body, and the headers that help', async () => {
    const headers = { 'content-type': 'application/json', 'set-cookie': CANARY, 'retry-after': '3' };
    const { exchange } = await test({ status: 429, headers, text: '{"a": 1}' });
    expect(exchange).toStrictEqual({
      durationMs: expect.any(Number),
      status: 429,
      headers: { 'content-type': 'application/json', 'retry-after': '3' },
      bodyBytes: 8,
      body: '{"a": 1}',
    });
  });

  it.each(['refused', 'timeout', 'too-large', 'failed'] as const)(
    'keeps why there is no response: %s',
    async (kind) => {
      const { exchange } = await test(new HttpRequestError(kind, 'Because'));
      expect(exchange).toStrictEqual({
        durationMs: expect.any(Number),
        headers: {},
        error: kind,
        message: 'Because',
      });
    },
  );

  it('cuts a long body, between characters', async () => {
    const { exchange } = await test({ text: `${'x'.repeat(MAX_SHOWN_BODY_CHARS - 1)}😀` });
    expect(exchange).toMatchObject({ isCut: true, bodyBytes: MAX_SHOWN_BODY_CHARS + 3 });
    expect(exchange?.body?.length).toBe(MAX_SHOWN_BODY_CHARS);
    expect(exchange?.body?.isWellFormed()).toBe(true);
  });

  it('has no body if that is not text', async () => {
    const { exchange } = await test({ bytes: new Uint8Array([0x89, 0x50, 0, 0]) });
    expect(exchange).toMatchObject({ status: 200, bodyBytes: 4 });
    expect(exchange).not.toHaveProperty('body');
  });

  it.each<[string, Partial<HttpRequest>, string]>([
    ['a header', { headers: { 'X-Api-Key': CANARY } }, CANARY],
    ['a token without its scheme', { headers: { authorization: `Bearer ${CANARY}` } }, CANARY],
    ['a password', { headers: { Authorization: `Basic ${btoa(`me:${CANARY}`)}` } }, CANARY],
    ['a password in base64', { url: `https://me:${CANARY}@example.com/` }, btoa(`me:${CANARY}`)],
    ['a password of the address', { url: `https://me:${CANARY}@example.com/` }, CANARY],
    ['a parameter', { url: `https://example.com/?api_key=${CANARY}` }, CANARY],
    ['a header with quotes', { headers: { 'x-token': `"${CANARY}"` } }, `\\"${CANARY}\\"`],
  ])('replaces %s that the service echoes', async (_, request, echoed) => {
    const headers = { 'www-authenticate': `Key ${echoed}` };
    const { exchange } = await test({ headers, text: `{"seen": "${echoed}"}` }, request);
    expect(JSON.stringify(exchange)).not.toContain(echoed);
    expect(exchange?.body).toContain('…');
  });

  it('replaces them in other texts, at any depth', async () => {
    const { tested } = await test({}, { headers: { 'x-token': CANARY } });
    const value = { list: [`It was ${CANARY}`, 7, null], flag: true };
    expect(tested.redact(value)).toStrictEqual({ list: ['It was …', 7, null], flag: true });
  });

  it('leaves values of ordinary headers in the body', async () => {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const { exchange } = await test({ text: '"application/json"' }, { headers });
    expect(exchange?.body).toBe('"application/json"');
  });

  it.each<Partial<HttpRequest>>([{ secretHeaders: ['x-key'] }, { hasSecretBody: true }])(
    'shows the status alone if a stored credential was sent: %j',
    async (request) => {
      const { exchange } = await test({ text: CANARY, headers: { server: CANARY } }, request);
      expect(exchange).toStrictEqual({ durationMs: expect.any(Number), status: 200, headers: {} });
    },
  );

  it('ignores requests that no author wrote', async () => {
    expect((await test({ text: CANARY }, { handsOnTrace: false })).exchange).toBeUndefined();
  });
});
