import { describe, expect, it } from 'vitest';
import { hostRefusal, refusalOfAddress } from '#lib/chat/adapters/address-guard.ts';
import { parseLoopbackHosts, parsePrivateHosts } from '#lib/chat/adapters/private-hosts.ts';

const none = { privateHosts: new Set<string>() };

it.each([
  'http://8.8.8.8',
  'https://1.1.1.1/x',
  'http://host.example',
  'http://metadata.example',
  'http://[2606:4700::1111]',
  'http://[64:ff9b::8.8.8.8]',
  'http://[2002:808:808::1]',
  'http://user:pass@8.8.8.8:8080/x?y=@z',
])('allowed: %s', (url) => {
  expect(hostRefusal(new URL(url), url, none)).toBeUndefined();
});

it.each([
  ['http://api.internal', '10.0.0.7'],
  ['http://API.internal./x', '172.20.0.1'],
  ['http://api.internal', '192.168.0.9'],
  ['http://api.internal', '::ffff:10.0.0.7'],
])('a listed host may be private: %s at %s', (url, address) => {
  expect(
    refusalOfAddress(address, new URL(url), { privateHosts: new Set(['api.internal']) }),
  ).toBeUndefined();
});

it('a listed IP address may be private', () => {
  const url = 'http://10.0.0.7:8080';
  expect(hostRefusal(new URL(url), url, { privateHosts: new Set(['10.0.0.7']) })).toBeUndefined();
});

describe('loopback hosts listed in HTTP_PRIVATE_HOSTS', () => {
  const HTTP_PRIVATE_HOSTS = 'localhost, 127.0.0.1, [::1], App.localhost, crm.internal, 127.1, 0.0.0.0';
  const refused = (text: string, addresses: string[], env: NodeJS.ProcessEnv) => {
    const url = new URL(text);
    const rules = {
      privateHosts: parsePrivateHosts(HTTP_PRIVATE_HOSTS),
      loopbackHosts: parseLoopbackHosts(env),
    };
    return (
      hostRefusal(url, text, rules) ??
      addresses.map((address) => refusalOfAddress(address, url, rules)).find((reason) => reason !== undefined)
    );
  };

  it.each([
    ['http://localhost:8080/hook', ['127.0.0.1', '::1']],
    ['http://LOCALHOST.', ['127.0.0.1']],
    ['http://app.localhost', ['127.0.0.1']],
    ['http://127.0.0.1:3000', ['127.0.0.1']],
    ['http://[::1]:3000', ['::1']],
  ])('%s may be called on a laptop, and never in Lambda', (url, addresses) => {
    expect(refused(url, addresses, { HTTP_PRIVATE_HOSTS })).toBeUndefined();
    expect(refused(url, addresses, {})).toContain('is not allowed');
    expect(refused(url, addresses, { HTTP_PRIVATE_HOSTS, AWS_LAMBDA_FUNCTION_NAME: 'start-chat' })).toContain(
      'is not allowed',
    );
    expect(refused(url, addresses, { HTTP_PRIVATE_HOSTS, AWS_EXECUTION_ENV: '' })).toContain(
      'is not allowed',
    );
  });

  it.each([
    // Not on the list: other loopback names, and other spellings of loopback addresses.
    ['http://sub.app.localhost', ['127.0.0.1']],
    ['http://127.0.0.2', ['127.0.0.2']],
    ['http://127.1', ['127.0.0.1']],
    ['http://2130706433', ['127.0.0.1']],
    ['http://0x7f.0.0.1', ['127.0.0.1']],
    ['http://[::ffff:127.0.0.1]', ['::ffff:127.0.0.1']],
    ['http://[::ffff:7f00:1]', ['::ffff:127.0.0.1']],
    ['http://[64:ff9b::7f00:1]', ['64:ff9b::7f00:1']],
    ['http://0.0.0.0', ['0.0.0.0']],
    ['http://[::]', ['::']],
    // On the list as a private host, which must not resolve to a loopback address.
    ['http://crm.internal', ['127.0.0.1']],
    ['http://crm.internal', ['10.0.0.1', '::1']],
    // On the list as a loopback host, but resolves to another address.
    ['http://localhost', ['169.254.169.254']],
    ['http://localhost', ['8.8.8.8', '169.254.169.254']],
    ['http://rebind.example', ['127.0.0.1']],
  ])('%s at %j is still refused', (url, addresses) => {
    expect(refused(url, addresses, { HTTP_PRIVATE_HOSTS })).toContain('is not allowed');
  });
});
