import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRouter } from '#apps/local/gateway/route.ts';
import { routes } from '#functions/endpoints.ts';
import { BEARER_PATTERN } from '#lib/platform/auth/bearer-pattern.ts';
import { errorEnvelope } from '#lib/platform/http/error-envelope.ts';
import { EVERY_OPTION } from '#test/support/deployed/every-option.ts';
import { firewallModel, SITE_PROOF, type WebAcl } from '#test/support/deployed/firewall-model.ts';
import { sharedAssembly } from '#test/support/deployed/shared-assembly.ts';
import { type Assembly, getResources, referenceIn } from '#test/support/deployed/template.ts';

let assembly: Assembly;
let complete: Assembly;

beforeAll(async () => {
  assembly = await sharedAssembly();
  complete = await sharedAssembly(EVERY_OPTION);
}, 120_000);

const APIS = ['Management', 'Chat'] as const;

function getWebAcl(api: (typeof APIS)[number]) {
  const association = getResources(complete.template, 'AWS::WAFv2::WebACLAssociation').find(
    ([, { Properties }]) => referenceIn(Properties.ResourceArn)?.startsWith(api),
  );
  const id = association?.[1].Properties.WebACLArn['Fn::GetAtt'][0];
  return complete.template.Resources[id]?.Properties as WebAcl & Record<string, unknown>;
}

describe('the firewalls', () => {
  it('are in front of an address only if the operator enables them', () => {
    expect(getResources(assembly.template, 'AWS::WAFv2::WebACL')).toEqual([]);
    const getRules = (api: (typeof APIS)[number]) => getWebAcl(api).Rules.map(({ Name }) => Name);
    expect(getRules('Management')).toEqual(['token-limit']);
    expect(getRules('Chat')).toEqual([
      'rate-limit',
      'rate-limit-of-viewers',
      'start-limit',
      'start-limit-of-viewers',
      'common-rules',
    ]);
  });

  it('keep tokens out of samples and logs', () => {
    for (const api of APIS) {
      expect(getWebAcl(api).DataProtectionConfig).toEqual({
        DataProtections: [
          {
            Field: { FieldType: 'SINGLE_HEADER', FieldKeys: ['authorization'] },
            Action: 'SUBSTITUTION',
          },
        ],
      });
    }
  });

  // https://docs.aws.amazon.com/waf/latest/developerguide/limits.html
  it('stay within the limits of AWS WAF: 4 KB for a body, 10 headers, no content type', () => {
    for (const api of APIS) {
      const { Rules, CustomResponseBodies } = getWebAcl(api);
      for (const { Content } of Object.values(CustomResponseBodies)) {
        expect(Buffer.byteLength(Content)).toBeLessThanOrEqual(4_096);
      }
      for (const { Action } of Rules) {
        const headers = Action?.Block.CustomResponse.ResponseHeaders ?? [];
        expect(headers.length).toBeLessThanOrEqual(10);
        expect(headers.map(({ Name }) => Name.toLowerCase())).not.toContain('content-type');
      }
    }
  });
});

describe('the limit of a token', () => {
  const LIMIT = 1_500;
  const bearer = (authorization: string) => ({
    ip: '192.0.2.1',
    path: '/api/v1/me',
    headers: { authorization },
  });
  const TOKEN = `bot_${'aB3-_'.repeat(9)}`;

  it('blocks the token with a 429 that says why and when to try again, and no other token', () => {
    const send = firewallModel(getWebAcl('Management'));
    for (let sent = 0; sent < LIMIT; sent++) expect(send(bearer(`Bearer ${TOKEN}`), 0)).toBeUndefined();
    const blocked = send(bearer(`Bearer ${TOKEN}`), 1);
    expect(blocked?.status).toBe(429);
    expect(blocked?.headers.get('retry-after')).toBe('60');
    expect(blocked?.headers.get('cache-control')).toBe('no-store');
    expect(errorEnvelope.parse(blocked?.body)).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'This token has sent too many requests; please try again later',
    });
    expect(send(bearer(`Bearer ${TOKEN}x`), 1)).toBeUndefined();
    expect(send({ ip: '192.0.2.1', path: '/api/v1/me' }, 1)).toBeUndefined();
    expect(send(bearer(`Bearer ${TOKEN}`), 61)).toBeUndefined();
  });

  it('counts all spellings of the header that the authorizer takes as one token', () => {
    const send = firewallModel(getWebAcl('Management'));
    const spellings = ['Bearer ', 'bearer ', 'BEARER ', 'bEaReR ', 'Bearer  ', `Bearer${' '.repeat(50)}`];
    for (const spelling of spellings) expect(BEARER_PATTERN.test(spelling + TOKEN)).toBe(true);
    let sent = 0;
    while (!send(bearer(`${spellings[sent % spellings.length]}${TOKEN}`), 0)) sent += 1;
    expect(sent).toBe(LIMIT);
  });
});

describe('the limit of started chats', () => {
  const LIMIT = 100;
  const isCounted = (path: string) => {
    const send = firewallModel(getWebAcl('Chat'));
    for (let sent = 0; sent < LIMIT; sent++) send({ ip: '192.0.2.1', path }, 0);
    return send({ ip: '192.0.2.1', path }, 1)?.rule === 'start-limit';
  };
  const chatEndpoints = routes.filter(({ api }) => api === 'chat');

  it('blocks an IP address with a 429 that a page may read', () => {
    const send = firewallModel(getWebAcl('Chat'));
    const start = (ip: string, atSeconds: number) =>
      send({ ip, path: '/api/v1/bots/b/startChat' }, atSeconds);
    for (let sent = 0; sent < LIMIT; sent++) expect(start('192.0.2.1', 0)).toBeUndefined();
    const blocked = start('192.0.2.1', 299);
    expect(blocked?.status).toBe(429);
    expect(blocked?.headers.get('retry-after')).toBe('300');
    expect(blocked?.headers.get('access-control-allow-origin')).toBe('*');
    expect(blocked?.headers.get('access-control-expose-headers')).toContain('retry-after');
    expect(errorEnvelope.parse(blocked?.body)).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'This IP address has started too many chats; please try again later',
    });
    expect(start('192.0.2.2', 299)).toBeUndefined();
    expect(start('192.0.2.1', 300)).toBeUndefined();
  });

  it('counts viewers of the site one by one, and not the addresses of CloudFront', () => {
    const send = firewallModel(getWebAcl('Chat'));
    const start = (viewer: string, ip: string) =>
      send(
        {
          ip,
          path: '/api/v1/bots/b/startChat',
          headers: { 'x-site-proof': SITE_PROOF, 'x-viewer-address': viewer },
        },
        0,
      );
    for (let sent = 0; sent < LIMIT; sent++) {
      // Each time through another edge, whose address also carries somebody else's request.
      expect(start('198.51.100.7', `192.0.2.${sent}`)).toBeUndefined();
      expect(start(`2001:db8::${sent}`, '192.0.2.200')).toBeUndefined();
    }
    expect(start('198.51.100.7', '192.0.2.201')).toMatchObject({
      rule: 'start-limit-of-viewers',
      status: 429,
    });
    expect(start('198.51.100.8', '192.0.2.201')).toBeUndefined();
  });

  it('does not believe what a request says of its address without the proof of the site', () => {
    for (const proof of [undefined, '', 'guessed', SITE_PROOF.toUpperCase()]) {
      const send = firewallModel(getWebAcl('Chat'));
      const start = (sent: number) =>
        send(
          {
            ip: '192.0.2.1',
            path: '/api/v1/bots/b/startChat',
            headers: {
              ...(proof !== undefined && { 'x-site-proof': proof }),
              'x-viewer-address': `198.51.100.${sent}`,
            },
          },
          0,
        );
      for (let sent = 0; sent < LIMIT; sent++) expect(start(sent)).toBeUndefined();
      expect(start(LIMIT)?.rule).toBe('start-limit');
    }
  });

  it.each([
    '/api/v1/bots/b/startChat',
    '/v1/bots/b/startChat',
    '/v1/bots/b/startCha%74',
    '/v1/bots/b/%73%74%61%72%74%43%68%61%74',
    '/v1/bots/b%2FstartChat',
    '/v1/bots/b%2fstartCha%74',
    '/v1/bots/b/startCha%2574',
    '/v1/bots/b/startchat',
    '/v1/bots/b/STARTCHAT',
    '/v1/bots/b/startChat/',
    '/v1/bots/b/startChat//',
    '/v1/bots/b//startChat',
    '/v1/bots/b/./startChat',
    '/v1/bots/b/x/../startChat',
    '/v1/bots/b/x/%2e%2e/startChat',
    '/v1/bots/b/startChat;v=1',
    '/v1/bots/b/startChat%20',
    '/v1/bots/b/startChat%00',
    '/v1/bots/b/preview/startChat',
    '/api/v1/typebots/b/startChat',
    '/api/v1/sendMessage',
    '/v2/send%4dessage',
  ])('counts %s', (path) => {
    expect(isCounted(path)).toBe(true);
  });

  it('counts every path that a router could read as the start of a chat, decoded once or twice', () => {
    const encode = (text: string, how: readonly number[]) =>
      [...text]
        .map((char, index) => {
          const hex = char.charCodeAt(0).toString(16);
          return [char, `%${hex}`, `%${hex.toUpperCase()}`, `%25${hex}`, `%25${hex.toUpperCase()}`][
            how[index] ?? 0
          ];
        })
        .join('');
    const WORD = '/startChat';
    const prefixes = ['/v1/bots/b', '/v1/bots/%2e%2e', '/v1/bots/b/', '/v1//bots/b', '/api/v1/bots/%252e'];
    fc.assert(
      fc.property(
        fc.constantFrom(...prefixes),
        fc.array(fc.nat(4), { minLength: WORD.length, maxLength: WORD.length }),
        (prefix, how) => {
          expect(isCounted(prefix + encode(WORD, how))).toBe(true);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('counts exactly the routes that start a chat', () => {
    const findRoute = createRouter(chatEndpoints);
    for (const { id, path } of chatEndpoints) {
      const sent = path.replace(/\{\w+\}/g, 'abc');
      expect(findRoute(sent)?.resource).toBe(path);
      expect([id, isCounted(`/api${sent}`)]).toEqual([id, /\/(startChat|sendMessage)$/.test(path)]);
    }
  });
});
