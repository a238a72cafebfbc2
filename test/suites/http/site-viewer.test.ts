import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IFRAME_ORIGIN_HEADER } from '#lib/platform/http/iframe-origin-header.ts';
import { getPageOrigin } from '#lib/platform/http/page-origin.ts';
import { getCallerAddress } from '#lib/platform/http/site-viewer.ts';
import { findPageOrigin } from '#lib/platform/origins/framed-origin.ts';
import { toWorkspaceLabel } from '#lib/platform/origins/workspace-origin.ts';

const EDGE = '130.176.0.1';
const VIEWER = '203.0.113.9';
const PROOF = '51af3dc0-da77-11e4-872e-1234567db123';

const event = (headers: Record<string, string>) => ({
  headers,
  requestContext: { identity: { sourceIp: EDGE } },
});

afterEach(() => vi.unstubAllEnvs());

describe('the address of the caller', () => {
  it.each([VIEWER, '2001:db8::1'])('is that of the viewer of a site: %s', (address) => {
    vi.stubEnv('SITE_PROOF', PROOF);
    const headers = { 'x-site-proof': PROOF, 'x-viewer-address': address };
    expect(getCallerAddress(event(headers))).toBe(address);
  });

  it.each([
    ['no proof', { 'x-viewer-address': VIEWER }],
    ['an empty proof', { 'x-site-proof': '', 'x-viewer-address': VIEWER }],
    ['a wrong proof', { 'x-site-proof': PROOF.replace('5', '6'), 'x-viewer-address': VIEWER }],
    ['half a proof', { 'x-site-proof': PROOF.slice(0, 18), 'x-viewer-address': VIEWER }],
    ['no address', { 'x-site-proof': PROOF }],
    ['something else as address', { 'x-site-proof': PROOF, 'x-viewer-address': 'me' }],
  ])('is where the request came from with %s', (_, headers) => {
    vi.stubEnv('SITE_PROOF', PROOF);
    expect(getCallerAddress(event(headers as Record<string, string>))).toBe(EDGE);
  });

  it.each([undefined, ''])('is where the request came from without the sites (%j)', (configured) => {
    vi.stubEnv('SITE_PROOF', configured);
    const headers = { 'x-site-proof': '', 'x-viewer-address': VIEWER };
    expect(getCallerAddress(event(headers))).toBe(EDGE);
  });
});

describe('the origin of the page around an iframe', () => {
  const headers = (proof: string) => ({
    host: 'abc.execute-api.eu-central-1.amazonaws.com',
    origin: 'https://bots.example.com',
    'x-site-proof': proof,
    'x-viewer-host': 'bots.example.com',
    [IFRAME_ORIGIN_HEADER]: 'https://shop.example.com',
  });

  it('counts if the page is one of the site', () => {
    vi.stubEnv('SITE_PROOF', PROOF);
    expect(getPageOrigin({ headers: headers(PROOF) })).toBe('https://shop.example.com');
  });

  it('counts at a custom domain, which is the host that the browser asked for', () => {
    vi.stubEnv('SITE_PROOF', PROOF);
    const custom = { origin: 'https://offers.acme.example', 'x-viewer-host': 'offers.acme.example' };
    expect(getPageOrigin({ headers: { ...headers(PROOF), ...custom } })).toBe('https://shop.example.com');
    expect(getPageOrigin({ headers: { ...headers(PROOF), 'x-viewer-host': 'offers.acme.example' } })).toBe(
      'https://bots.example.com',
    );
  });

  it('does not count if only the request says so', () => {
    vi.stubEnv('SITE_PROOF', PROOF);
    expect(getPageOrigin({ headers: headers('guessed') })).toBe('https://bots.example.com');
  });
});

describe('the page around an iframe, if workspaces have origins of their own', () => {
  const OWN = `https://${toWorkspaceLabel('w1')}.bots.example.com`;
  const OTHER = `https://${toWorkspaceLabel('w2')}.bots.example.com`;
  const at = (host: string, origin: string) => ({
    host: 'abc.execute-api.eu-central-1.amazonaws.com',
    origin,
    'x-site-proof': PROOF,
    'x-viewer-host': host,
    [IFRAME_ORIGIN_HEADER]: 'https://shop.example.com',
  });
  const find = (origin: string, host = new URL(origin).host) =>
    findPageOrigin(getPageOrigin({ headers: at(host, origin) }) ?? '', 'w1');

  beforeEach(() => {
    vi.stubEnv('SITE_PROOF', PROOF);
    vi.stubEnv('WORKSPACE_ORIGINS_BELOW', 'https://bots.example.com');
  });

  it("counts if a page of the bot's workspace says so", () => {
    expect(find(OWN)).toBe('https://shop.example.com');
  });

  it.each([
    ['of another workspace', OTHER],
    ['at the bare name', 'https://bots.example.com'],
    ['of another workspace, which calls the API at the name of ours', OTHER, new URL(OWN).host],
    ['of ours, which calls the API at the name of another', OWN, new URL(OTHER).host],
  ])('does not count if a page %s says so', (_, origin, host = new URL(origin).host) => {
    expect(find(origin, host)).toBe(origin);
  });
});
