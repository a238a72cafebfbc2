import type { PlannedRequest } from './planned-request.ts';

export type HostileChange = {
  name: string;
  /** @param n an arbitrary number that selects the variant */
  change: (plan: PlannedRequest, n: number) => Partial<PlannedRequest>;
};

const pick = <T>(choices: readonly T[], n: number): T => choices[n % choices.length] as T;

const toText = ({ body }: PlannedRequest): string => (typeof body === 'string' ? body : '{}');

function withHeader(plan: PlannedRequest, name: string, value: string): Partial<PlannedRequest> {
  const others = plan.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  return { headers: [...others, [name, value]] };
}

const asJson = (plan: PlannedRequest, body: string | Buffer): Partial<PlannedRequest> => ({
  ...withHeader(plan, 'Content-Type', 'application/json'),
  body,
});

const BODIES = [
  '',
  ' ',
  'null',
  '[]',
  '"text"',
  '7',
  'NaN',
  '{',
  '}',
  '{"a":}',
  "{'a':1}",
  '{"a":1,}',
  '// a\n{}',
  '\uFEFF{}',
  'true',
  '{"a":1}{"b":2}',
  '{"__proto__":{"isAdmin":true}}',
  '{"toString":1,"hasOwnProperty":2,"constructor":3}',
  '[[[[[[]]]]]]',
];

const CONTENT_TYPES = [
  '',
  ' ',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'application/json;;;',
  'APPLICATION/JSON',
  'application/json, application/json',
  'application/problem+json',
  'json',
  '*/*',
  'application/json; charset="utf-8',
  'a/b/c',
];

const PATH_TAILS = [
  '/',
  '//',
  '/.',
  '/..',
  '/%2e%2e',
  '%2F',
  '%',
  '%z',
  '%zz',
  '%ff',
  '%c0%ae',
  '%e0%80%af',
  '%00',
  '%0d%0aX:1',
  ';a=b',
  '%20',
  '\\',
  '%5c',
  '.json',
  '/__proto__',
  '%F0%9F%98%80',
  '*',
  '|',
  '%u0041',
  `/${'x'.repeat(3_000)}`,
  'x'.repeat(3_000),
];

const QUERIES = [
  'a=%',
  'a=%ff',
  'a=%zz',
  '&&&',
  '=',
  '===',
  '__proto__=1',
  '__proto__[x]=1',
  'constructor[prototype][x]=1',
  'a[]=1&a[]=2',
  '%00=%00',
  'a=+',
  'limit=1&limit=2',
  'cursor=%00',
  'cursor=eyJ9',
  'limit=1e2',
  `q=${'x'.repeat(6_000)}`,
  'a;b=c',
  '?',
  '%F0%9F%98%80',
];

const HEADERS: [string, string][] = [
  ['Authorization', 'Basic YTpi'],
  ['Authorization', 'Bearer'],
  ['Authorization', 'Bearer bot_x, Bearer bot_y'],
  ['Authorization', `Bearer ${'x'.repeat(201)}`],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-Amzn-RequestId', 'chosen'],
  ['Host', 'evil.example'],
  ['Host', ''],
  ['Origin', 'null'],
  ['Origin', 'https://a.example, https://b.example'],
  ['Origin', 'javascript:alert(1)'],
  ['If-Match', 'W/"1"'],
  ['If-Match', ','],
  ['If-Match', '"1", "2"'],
  ['Idempotency-Key', ''],
  ['Idempotency-Key', '\x80\xff'],
  ['Idempotency-Key', 'x'.repeat(256)],
  ['Content-Encoding', 'gzip'],
  ['Content-Encoding', 'br'],
  ['Accept-Encoding', 'identity;q=0, *;q=0'],
  ['Accept', 'text/html'],
  ['Expect', 'nonsense'],
  ['Range', 'bytes=0-1'],
  ['Cookie', '__proto__=1'],
  ['__proto__', '1'],
  ['constructor', '1'],
  ['X-Long', 'x'.repeat(9_000)],
  ['X-Long', 'x'.repeat(20_000)],
];

const METHODS = ['HEAD', 'OPTIONS', 'PUT', 'TRACE', 'PROPFIND', 'GET', 'DELETE', 'POST', 'PATCH', 'SEARCH'];

/** Changes that violate every contract: broken JSON, encodings, paths, headers, methods, or a foreign token. */
export const HOSTILE_CHANGES: readonly HostileChange[] = [
  { name: 'an unexpected body', change: (plan, n) => asJson(plan, pick(BODIES, n)) },
  {
    name: 'a truncated body',
    change: (plan, n) => asJson(plan, toText(plan).slice(0, n % toText(plan).length)),
  },
  {
    name: 'a body with trailing characters',
    change: (plan, n) => asJson(plan, `${toText(plan)}${pick(['}', ',', '\0', 'x', '{}'], n)}`),
  },
  { name: 'a UTF-16 body', change: (plan) => asJson(plan, Buffer.from(toText(plan), 'utf16le')) },
  {
    name: 'invalid UTF-8 in the body',
    change: (plan, n) => {
      const bytes = Buffer.from(toText(plan));
      const at = n % (bytes.length + 1);
      const wrong = Buffer.from(
        pick([[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xc0, 0x80]], n),
      );
      return asJson(plan, Buffer.concat([bytes.subarray(0, at), wrong, bytes.subarray(at)]));
    },
  },
  {
    name: 'duplicate keys',
    change: (plan) => asJson(plan, toText(plan).replaceAll(/"(\w+)":/g, '"$1":null,"$1":')),
  },
  {
    name: 'a deeply nested body',
    change: (plan, n) => {
      const depth = pick([100, 1_000, 100_000], n);
      return asJson(plan, `{"bot":${'['.repeat(depth)}${']'.repeat(depth)}}`);
    },
  },
  {
    name: 'an unrelated body',
    change: (plan, n) => asJson(plan, pick(['{}', 'x'.repeat(100_000), '{"all":true}'], n)),
  },
  {
    name: 'an odd content type',
    change: (plan, n) => withHeader(plan, 'Content-Type', pick(CONTENT_TYPES, n)),
  },
  {
    name: 'no content type',
    change: (plan) => ({ headers: plan.headers.filter(([name]) => name.toLowerCase() !== 'content-type') }),
  },
  { name: 'a path with an odd suffix', change: ({ path }, n) => ({ path: `${path}${pick(PATH_TAILS, n)}` }) },
  {
    name: 'an odd spelling of the path',
    change: ({ path }, n) => ({
      path: pick(
        [
          `/${path}`,
          path.toUpperCase(),
          path.replaceAll('/', '//'),
          `/.${path}`,
          `/x/..${path}`,
          path.replace('/v', '/%76'),
        ],
        n,
      ),
    }),
  },
  {
    name: 'an odd query',
    change: ({ query }, n) => ({ query: query === '' ? pick(QUERIES, n) : `${query}&${pick(QUERIES, n)}` }),
  },
  {
    name: 'an unknown query parameter',
    change: ({ query }) => ({ query: query === '' ? 'limits=1' : `${query}&limits=1` }),
  },
  {
    name: 'duplicate query parameters',
    change: ({ query }) => ({ query: query === '' ? 'a=1&a=2' : `${query}&${query}` }),
  },
  {
    name: 'an odd header',
    change: (plan, n) => {
      const [name, value] = pick(HEADERS, n);
      return withHeader(plan, name, value);
    },
  },
  {
    name: 'two Authorization headers',
    change: ({ headers }) => ({
      headers: [...headers, ['Authorization', 'Bearer one'], ['authorization', 'Bearer two']],
    }),
  },
  {
    name: 'many headers',
    change: ({ headers }) => ({
      headers: [...headers, ...Array.from({ length: 200 }, (_, n): [string, string] => [`X-Many-${n}`, 'x'])],
    }),
  },
  { name: 'another method', change: (_, n) => ({ method: pick(METHODS, n) }) },
  { name: 'an unknown token', change: () => ({ bearer: 'unknown' }) },
  { name: 'no token', change: () => ({ bearer: 'none' }) },
  { name: "another workspace's token", change: () => ({ bearer: 'foreign' }) },
  { name: "a viewer's token", change: () => ({ bearer: 'viewer' }) },
];
