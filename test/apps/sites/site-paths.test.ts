import { describe, expect, it } from 'vitest';
import {
  correctApiPath,
  findBotsFile,
  findConsoleFile,
  findPagePath,
  isBotPagePath,
} from '#apps/sites/site-paths.ts';

describe('findConsoleFile', () => {
  it.each([
    '/',
    '/bots/cm1234',
    '/bots/cm1234/results',
    '/tokens',
    '/video',
    '/sign-in',
    '/sign-in/',
    '/_preview/cm1234',
  ])('shows the console at %s', (path) => {
    expect(findConsoleFile(path)).toBe('/index.html');
  });

  it.each(['/_assets/main-ABC.js', '/_config.json'])('finds the file %s', (path) => {
    expect(findConsoleFile(path)).toBe(path);
  });

  it.each([
    '/v1/bots',
    '//v1/bots',
    '/V1/BOTS',
    '/v2',
    '/api',
    '/api/v1/bots',
    '/healthz',
    '/healthz/',
    '/healthz/x',
    '/%76',
    '/wp-login',
    '/favicon.ico',
    '/.env',
    '/_preview',
    '/_preview/',
    '/_preview/x/y',
    '/_preview/x.php',
    '/_preview-frame',
  ])('has nothing at %s', (path) => {
    expect(findConsoleFile(path)).toBeUndefined();
  });
});

describe('findBotsFile', () => {
  it.each([
    ['/embed.js', '/embed.js'],
    ['/_assets/page-ABC.js', '/_assets/page-ABC.js'],
    ['/_preview-frame', '/_preview-frame'],
  ])('leads %s to %s', (path, file) => {
    expect(findBotsFile(path)).toBe(file);
  });

  it.each(['/', '/bakery-orders', '/_preview', '/_preview/cm1234', '/v1/x'])('has nothing at %s', (path) => {
    expect(findBotsFile(path)).toBeUndefined();
  });
});

describe('isBotPagePath', () => {
  it.each([
    ['/bakery-orders', true],
    ['/vanilla', true],
    ['/v1', false],
    ['/api', false],
    ['/api-docs', true],
    ['/', false],
    ['/a/b', false],
    ['/A', false],
    ['/_x', false],
    ['/_~', true],
    ['/_~a~B_c', true],
  ])('of %s is %s', (path, expected) => {
    expect(isBotPagePath(path)).toBe(expected);
  });
});

describe('findPagePath', () => {
  const find = (path: string, host = 'offers.acme.example') =>
    findPagePath(path, host, ['offers.acme.example', '*.shops.example']);

  it.each([
    ['/', '/_~'],
    ['/guide', '/guide'],
    ['/guide/', '/guide'],
    ['/Guide', '/_~Guide'],
    ['/_x', '/_~_x'],
    ['/a/b', '/_~a~b'],
    ['/a//b', '/_~~'],
    ['/a.b', '/_~~'],
    ['/%61', '/_~~'],
    ['/_~a', '/_~~'],
    [`/${'a'.repeat(501)}`, '/_~~'],
  ])('makes %s one segment at a custom domain: %s', (path, expected) => {
    expect(find(path)).toBe(expected);
  });

  it.each([
    ['bots.example.com', false],
    ['acme.example', false],
    ['x.offers.acme.example', false],
    ['Offers.Acme.Example:8081', true],
    ['one.shops.example', true],
    ['a.one.shops.example', false],
    ['shops.example', false],
    ['', false],
  ])('at %s: %s', (host, isCustom) => {
    expect(find('/a/b', host)).toBe(isCustom ? '/_~a~b' : '/a/b');
  });
});

describe('correctApiPath', () => {
  const path = '/api/v1/typebots/a/startChat';
  it.each([
    [path, path],
    [`/${path}`, path],
    [`//${path}`, path],
    [`/api${path}`, path],
    [`//api${path}`, path],
    [`/api/${path}`, path],
    [`${path}/`, path],
    [`${path}//`, path],
    ['/api/v1//typebots//a/startChat', path],
    ['//v1/bots/a/startChat', '/api/v1/bots/a/startChat'],
    ['/v1//bots/a/startChat/', '/v1/bots/a/startChat'],
    ['/v3/generate-upload-url/', '/v3/generate-upload-url'],
    ['/v1/sessions/a%2F%2Fb/continueChat', '/v1/sessions/a%2F%2Fb/continueChat'],
  ])('leads %s to %s', (sent, corrected) => {
    expect(correctApiPath(sent)).toBe(corrected);
  });

  it.each([
    '/',
    '//',
    '/bakery-orders',
    '//bakery-orders',
    '/bakery-orders/',
    '/_assets/a.js',
    '/api-docs//x',
  ])('leaves %s as it is', (sent) => {
    expect(correctApiPath(sent)).toBe(sent);
  });
});
