import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRouter } from '#apps/local/gateway/route.ts';
import { routes } from '#functions/endpoints.ts';
import { BEARER_PATTERN } from '#lib/platform/auth/bearer-pattern.ts';
import { errorEnvelope } from '#lib/platform/http/error-envelope.ts';
import { EVERY_OPTION } from '#test/support/deployed/every-option.ts';
import { firewallModel, type IpSet, SITE_PROOF, type WebAcl } from '#test/support/deployed/firewall-model.ts';
import { sharedAssembly } from '#test/support/deployed/shared-assembly.ts';
import { type Assembly, getResources, referenceIn } from '#test/support/deployed/template.ts';
import { WITHOUT_SITES } from '#test/support/deployed/without-sites.ts';

let assembly: Assembly;
let complete: Assembly;

let withoutSites: Assembly;

beforeAll(async () => {
  assembly = await sharedAssembly();
  complete = await sharedAssembly(EVERY_OPTION);
  withoutSites = await sharedAssembly(WITHOUT_SITES);
}, 120_000);

const APIS = ['Management', 'Chat'] as const;

function getWebAcl(api: (typeof APIS)[number], { template } = complete) {
  const association = getResources(template, 'AWS::WAFv2::WebACLAssociation').find(([, { Properties }]) =>
    referenceIn(Properties.ResourceArn)?.startsWith(api),
  );
  const id = association?.[1].Properties.WebACLArn['Fn::GetAtt'][0];
  return template.Resources[id]?.Properties as WebAcl & Record<string, unknown>;
}

const getIpSets = () =>
  Object.fromEntries(
    getResources(complete.template, 'AWS::WAFv2::IPSet').map(([id, { Properties }]) => [
      id,
      Properties as IpSet,
    ]),
  );

/** The management firewall, to which everyone in these tests who is not a stranger sends from an allowed address. */
const managementFirewall = () => firewallModel(getWebAcl('Management'), getIpSets());

describe('the firewalls', () => {
  it('are in front of an address only if the operator enables them', () => {
    expect(getResources(assembly.template, 'AWS::WAFv2::WebACL')).toEqual([]);
    const getRules = (api: (typeof APIS)[number]) => getWebAcl(api).Rules.map(({ Name }) => Name);
    expect(getRules('Management')).toEqual([
      'allowed-addresses',
      'allowed-viewers',
      'address-limit',
      'address-limit-of-viewers',
      'token-limit',
    ]);
    expect(getWebAcl('Management', withoutSites).Rules.map(({ Name }) => Name)).toEqual([
      'address-limit',
      'token-limit',
    ]);
    expect(getResources(withoutSites.template, 'AWS::WAFv2::IPSet')).toEqual([]);
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
    const send = managementFirewall();
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
    const send = managementFirewall();
    const spellings = ['Bearer ', 'bearer ', 'BEARER ', 'bEaReR ', 'Bearer  ', `Bearer${' '.repeat(50)}`];
    for (const spelling of spellings) expect(BEARER_PATTERN.test(spelling + TOKEN)).toBe(true);
    let sent = 0;
    while (!send(bearer(`${spellings[sent % spellings.length]}${TOKEN}`), 0)) sent += 1;
    expect(sent).toBe(LIMIT);
  });
});

describe('the limit of an address that manages bots', () => {
  const LIMIT = 3_000;
  const inventToken = (sent: number) => `Bearer bot_${String(sent).padStart(42, '0')}A`;

  it('blocks an address that sends another invented token each time, and nobody else', () => {
    const send = firewallModel(getWebAcl('Management', withoutSites));
    const request = (ip: string, sent: number) => ({
      ip,
      path: '/api/v1/me',
      headers: { authorization: inventToken(sent) },
    });
    for (let sent = 0; sent < LIMIT; sent++) expect(send(request('192.0.2.1', sent), 0)).toBeUndefined();
    const blocked = send(request('192.0.2.1', LIMIT), 59);
    expect(blocked).toMatchObject({ rule: 'address-limit', status: 429 });
    expect(blocked?.headers.get('retry-after')).toBe('60');
    expect(errorEnvelope.parse(blocked?.body)).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'This IP address has sent too many requests; please try again later',
    });
    expect(send(request('192.0.2.2', 0), 59)).toBeUndefined();
    expect(send(request('192.0.2.1', 0), 60)).toBeUndefined();
  });

  it('counts requests without a token', () => {
    const send = firewallModel(getWebAcl('Management', withoutSites));
    for (let sent = 0; sent < LIMIT; sent++) send({ ip: '192.0.2.1', path: '/' }, 0);
    expect(send({ ip: '192.0.2.1', path: '/' }, 1)?.rule).toBe('address-limit');
  });

  it('counts people in the console one by one, and not the addresses of CloudFront', () => {
    const send = managementFirewall();
    const request = (viewer: string, sent: number) => ({
      ip: `198.51.100.${sent % 100}`,
      path: '/v1/me',
      headers: {
        authorization: inventToken(sent),
        'x-site-proof': SITE_PROOF,
        'x-viewer-address': viewer,
      },
    });
    for (let sent = 0; sent < LIMIT; sent++) expect(send(request('192.0.2.7', sent), 0)).toBeUndefined();
    expect(send(request('192.0.2.7', 1), 1)).toMatchObject({ rule: 'address-limit-of-viewers', status: 429 });
    expect(send(request('192.0.2.8', 1), 1)).toBeUndefined();
  });

  it('does not believe what a request says of its address without the proof of the site', () => {
    const send = managementFirewall();
    const request = (sent: number) => ({
      ip: '192.0.2.1',
      path: '/v1/me',
      headers: { authorization: inventToken(sent), 'x-viewer-address': `192.0.2.${sent % 250}` },
    });
    for (let sent = 0; sent < LIMIT; sent++) expect(send(request(sent), 0)).toBeUndefined();
    expect(send(request(LIMIT), 1)?.rule).toBe('address-limit');
  });
});

describe('the allowed addresses', () => {
  const request = (ip: string, headers: Record<string, string> = {}) => ({ ip, path: '/v1/me', headers });
  const viewer = (address: string, proof = SITE_PROOF) => ({
    'x-site-proof': proof,
    'x-viewer-address': address,
  });

  it('are in one set for each version', () => {
    expect(Object.values(getIpSets()).map(({ Addresses }) => Addresses)).toEqual([
      ['192.0.2.0/24', '203.0.113.9/32'],
      ['2001:db8:7::/48'],
    ]);
  });

  it.each(['192.0.2.1', '203.0.113.9', '2001:db8:7:1::5'])('let %s through, at both addresses', (ip) => {
    expect(managementFirewall()(request(ip), 0)).toBeUndefined();
    expect(managementFirewall()(request('198.51.100.1', viewer(ip)), 0)).toBeUndefined();
  });

  it.each(['192.0.3.1', '203.0.113.8', '2001:db8:8::1', '::1'])('keep out %s, at both addresses', (ip) => {
    for (const sent of [request(ip), request('192.0.2.1', viewer(ip))]) {
      const refused = managementFirewall()(sent, 0);
      expect(refused?.status).toBe(403);
      expect(refused?.headers.get('retry-after')).toBeNull();
      expect(refused?.headers.get('cache-control')).toBe('no-store');
      expect(errorEnvelope.parse(refused?.body)).toMatchObject({
        code: 'FORBIDDEN',
        message: 'This IP address may not use the management API',
      });
    }
  });

  it.each([
    ['a guessed proof', viewer('192.0.2.1', 'guessed')],
    ['an empty proof', viewer('192.0.2.1', '')],
    ['no proof', { 'x-viewer-address': '192.0.2.1' }],
    ['another header', { 'x-forwarded-for': '192.0.2.1' }],
  ])('keep out a stranger with an allowed address in a header and %s', (_, headers) => {
    expect(managementFirewall()(request('198.51.100.1', headers), 0)).toMatchObject({
      rule: 'allowed-addresses',
      status: 403,
    });
  });

  it('keep out a viewer whose address cannot be read', () => {
    expect(managementFirewall()(request('198.51.100.1', viewer('me')), 0)).toMatchObject({
      rule: 'allowed-viewers',
      status: 403,
    });
  });

  it('keep strangers from using up the limit of a token that they have found', () => {
    const send = managementFirewall();
    const headers = { authorization: `Bearer bot_${'0'.repeat(42)}A` };
    for (let sent = 0; sent < 2_000; sent++)
      expect(send(request('198.51.100.1', headers), 0)?.status).toBe(403);
    expect(send(request('192.0.2.1', headers), 0)).toBeUndefined();
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
