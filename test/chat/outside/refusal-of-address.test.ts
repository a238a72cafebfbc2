import { expect, test } from 'vitest';
import { hostRefusal, refusalOfAddress } from '#lib/chat/outside/address-guard.ts';

const none = { privateHosts: new Set<string>() };

test.each([
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

test.each([
  ['http://api.internal', '10.0.0.7'],
  ['http://API.internal./x', '172.20.0.1'],
  ['http://api.internal', '192.168.0.9'],
  ['http://api.internal', '::ffff:10.0.0.7'],
])('a listed host may be private: %s at %s', (url, address) => {
  expect(
    refusalOfAddress(address, new URL(url), { privateHosts: new Set(['api.internal']) }),
  ).toBeUndefined();
});

test('a listed address', () => {
  const url = 'http://10.0.0.7:8080';
  expect(hostRefusal(new URL(url), url, { privateHosts: new Set(['10.0.0.7']) })).toBeUndefined();
});
