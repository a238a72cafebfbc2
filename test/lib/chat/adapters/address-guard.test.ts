import { describe, expect, it } from 'vitest';
import { type HttpPortOptions, httpPort } from '#lib/chat/adapters/http-port.ts';
import { parsePrivateHosts } from '#lib/chat/adapters/private-hosts.ts';
import { HttpRequestError } from '#lib/engine/model/ports.ts';

/** Returns the error message for a URL whose host resolves to these addresses. Never connects. */
async function getRefusal(
  url: string,
  addresses: string[] = [],
  options: HttpPortOptions = {},
): Promise<string> {
  const resolve = async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const failure = await httpPort({ resolve, ...options })({ url, method: 'GET', timeoutMs: 5000 }).catch(
    (error: unknown) => error,
  );
  if (!(failure instanceof HttpRequestError)) throw new Error(`Not refused: ${url}`, { cause: failure });
  expect(failure.kind).toBe('refused');
  return failure.message;
}

describe('refused by the address in the URL', () => {
  it.each([
    ['http://127.0.0.1', 'loopback addresses (127.0.0.0/8)'],
    ['http://127.1.1.1:8080/x', 'loopback addresses (127.0.0.0/8)'],
    ['http://127.255.255.255', 'loopback addresses (127.0.0.0/8)'],
    ['http://127.0.0.1.', 'loopback addresses (127.0.0.0/8)'],
    ['http://169.254.169.254/latest/meta-data/', 'link-local addresses (169.254.0.0/16)'],
    ['http://169.254.170.2/v2/credentials', 'link-local addresses (169.254.0.0/16)'],
    ['http://10.0.0.1', 'private addresses (10.0.0.0/8)'],
    ['http://172.16.0.1', 'private addresses (172.16.0.0/12)'],
    ['http://172.31.255.255', 'private addresses (172.16.0.0/12)'],
    ['http://192.168.255.255', 'private addresses (192.168.0.0/16)'],
    ['http://0.0.0.0', 'unspecified addresses (0.0.0.0/8)'],
    ['http://100.64.0.1', 'carrier-grade NAT addresses (100.64.0.0/10)'],
    ['http://224.0.0.1', 'multicast addresses (224.0.0.0/4)'],
    ['http://255.255.255.255', 'broadcast addresses (255.255.255.255/32)'],
    ['http://192.0.2.1', 'documentation addresses (192.0.2.0/24)'],
    ['http://198.51.100.254', 'documentation addresses (198.51.100.0/24)'],
    ['http://203.0.113.7:8099/json', 'documentation addresses (203.0.113.0/24)'],
    ['http://[::ffff:203.0.113.7]', 'documentation addresses (203.0.113.0/24)'],
    ['http://3405803783', 'documentation addresses (203.0.113.0/24)'],
    ['http://240.0.0.1', 'reserved addresses'],
    ['http://192.0.0.192', 'reserved addresses'],
    ['http://198.18.0.1', 'reserved addresses'],
    ['http://[::]', 'IPv6 unspecified address (::/128)'],
    ['http://[0:0:0:0:0:0:0:0]', 'IPv6 unspecified address (::/128)'],
    ['http://[::1]', 'IPv6 loopback address (::1/128)'],
    ['http://[fe80::1]', 'IPv6 link-local addresses (fe80::/10)'],
    ['http://[fc00::1]', 'IPv6 unique local addresses (fc00::/7)'],
    ['http://[fd00:ec2::254]', 'IPv6 unique local addresses (fc00::/7)'],
    ['http://[ff02::1]', 'IPv6 multicast addresses (ff00::/8)'],
    ['http://[fec0::1]', 'addresses'],
    ['http://[::7f00:1]', 'addresses'],
    ['http://[2001:db8::1]', 'reserved addresses'],
    ['http://[2001::1]', 'teredo addresses'],
    ['http://[::ffff:169.254.169.254]', 'link-local addresses'],
    ['http://[::ffff:a9fe:a9fe]', 'link-local addresses'],
    ['http://[0:0:0:0:0:ffff:127.0.0.1]', 'loopback addresses'],
    ['http://[::ffff:10.0.0.1]', '10.0.0.0/8'],
    ['http://[64:ff9b::10.0.0.1]', '10.0.0.0/8'],
    ['http://[64:ff9b::a9fe:a9fe]', 'link-local addresses'],
    ['http://[2002:7f00:1::]', 'loopback addresses'],
    ['http://[2002:c0a8:101::1]', '192.168.0.0/16'],
    ['http://2852039166/', 'link-local addresses'],
    ['http://3232235777', '192.168.0.0/16'],
    ['http://0xa9fea9fe', 'link-local addresses'],
    ['http://0251.0376.0251.0376', 'link-local addresses'],
    ['http://127.1', 'loopback addresses'],
    ['http://134744072', 'numeric forms of addresses'],
    ['http://user:pass@0x08080808:80/', 'numeric forms of addresses'],
    ['http://８.8.8.8/', 'numeric forms of addresses'],
    ['http://localhost:3000', 'localhost'],
    ['http://LOCALHOST.', 'localhost'],
    ['http://app.localhost', 'localhost'],
    ['http://metadata.google.internal/computeMetadata/v1/', 'cloud metadata services'],
    ['http://metadata.goog', 'cloud metadata services'],
    ['http://Metadata', 'cloud metadata services'],
  ])('%s', async (url, what) => {
    const message = await getRefusal(url);
    expect(message).toMatch(/^Access to .* is not allowed for security reasons\.$/);
    expect(message).toContain(what);
  });
});

describe('refused as invalid URLs', () => {
  it.each([
    ['', 'Invalid URL format'],
    ['not a url', 'Invalid URL format'],
    ['//host.example', 'Invalid URL format'],
    [`http://${'a.'.repeat(200)}example`, 'Invalid URL format'],
    ['ftp://host.example', 'Protocol "ftp:" is not allowed. Only HTTP and HTTPS are permitted.'],
    ['file:///etc/passwd', 'Protocol "file:" is not allowed. Only HTTP and HTTPS are permitted.'],
    ['gopher://host.example', 'Protocol "gopher:" is not allowed. Only HTTP and HTTPS are permitted.'],
  ])('%j', async (url, message) => {
    expect(await getRefusal(url)).toBe(message);
  });
});

describe('refused by the addresses that a name resolves to', () => {
  it.each([
    [['127.0.0.1'], '127.0.0.0/8'],
    [['10.1.2.3'], '10.0.0.0/8'],
    [['203.0.113.7'], '203.0.113.0/24'],
    [['::1'], '::1/128'],
    [['::ffff:192.168.0.1'], '192.168.0.0/16'],
    // A single forbidden address is enough, because any of them could be used.
    [['8.8.8.8', '169.254.169.254'], '169.254.0.0/16'],
  ])('%j', async (addresses, range) => {
    expect(await getRefusal('https://host.example', addresses)).toContain(range);
  });

  it('a name that does not resolve', async () => {
    const resolve = () => Promise.reject(new Error('getaddrinfo EAI_AGAIN host.example'));
    expect(await getRefusal('http://host.example', [], { resolve })).toBe(
      'getaddrinfo EAI_AGAIN host.example',
    );
  });

  it('a name without addresses', async () => {
    expect(await getRefusal('http://host.example')).toBe('getaddrinfo ENOTFOUND host.example');
  });
});

describe('hosts that may have private addresses', () => {
  const privateHosts = parsePrivateHosts(
    ' Api.Internal , 10.0.0.7,192.168.1.1,169.254.169.254,localhost, 127.0.0.1,',
  );

  it('are listed as exact names in lower case', () => {
    expect([...privateHosts].slice(0, 2)).toEqual(['api.internal', '10.0.0.7']);
    expect(parsePrivateHosts(undefined).size).toBe(0);
  });

  it.each([
    ['http://sub.api.internal', ['10.0.0.7']],
    ['http://api.internal', ['127.0.0.1']],
    ['http://api.internal', ['169.254.169.254']],
    ['http://api.internal', ['100.64.0.1']],
    ['http://api.internal', ['192.0.2.1']],
    ['http://api.internal', ['fd00::1']],
    ['http://169.254.169.254', []],
    ['http://localhost', []],
    ['http://127.0.0.1', []],
    ['http://10.0.0.8', []],
    // A numeric form of 192.168.1.1, which is on the list.
    ['http://3232235777', []],
  ])('still refused: %s at %j', async (url, addresses) => {
    expect(await getRefusal(url, addresses, { privateHosts })).toContain(
      'is not allowed for security reasons',
    );
  });
});

describe('refused headers', () => {
  it.each([
    'X-aws-ec2-metadata-token',
    'x-aws-ec2-metadata-token-ttl-seconds',
    'Metadata',
    'Metadata-Flavor',
  ])('%s', async (name) => {
    const port = httpPort({ resolve: async () => [{ address: '8.8.8.8', family: 4 }] });
    await expect(
      port({ url: 'http://host.example', method: 'GET', headers: { [name]: 'x' }, timeoutMs: 1000 }),
    ).rejects.toMatchObject({
      kind: 'refused',
      message: `Header "${name}" is not allowed for security reasons.`,
    });
  });
});
