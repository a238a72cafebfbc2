import { describe, expect, it } from 'vitest';
import {
  describeError,
  describeStatus,
  describeUnsent,
  formatBytes,
} from '#apps/console/bot/request-test/describe-exchange.ts';

describe('A response in words', () => {
  it.each([
    [204, undefined],
    [302, 'This status is not a success.'],
    [404, 'The server has nothing at this address.'],
    [503, 'The server failed.'],
  ])('of status %i', (status, words) => expect(describeStatus(status)).toBe(words));

  it.each([
    ['failed', 'connect ECONNREFUSED 127.0.0.1:1', /does not accept connections/],
    ['refused', 'getaddrinfo ENOTFOUND nowhere.example', /no server of this name/],
    ['failed', 'self-signed certificate', /certificate is not valid/],
    ['refused', 'Access to localhost is not allowed.', /^The request was not sent\. Access to localhost/],
    ['refused', 'Invalid URL format', /not valid once its variables are filled in/],
    ['timeout', 'No response within 10000 ms', /did not respond in time/],
    ['too-large', 'x', /too large/],
    ['failed', 'Something else', /^Something else\.$/],
  ])('of error %s: %s', (error, message, words) => expect(describeError(error, message)).toMatch(words));

  it.each([
    ["Couldn't parse webhook attributes", 'The request was not sent. The block has no address yet.'],
    ['Something else', 'The request was not sent. Something else.'],
  ])('of what the block logged: %s', (description, words) => {
    expect(describeUnsent([{ description }])).toBe(words);
  });

  it('without a log', () => expect(describeUnsent([])).toBe('The request was not sent.'));

  it.each([
    [1, '1 byte'],
    [999, '999 bytes'],
    [1_500, '1.5 KB'],
    [2_000_000, '2.0 MB'],
  ])('of %i bytes', (bytes, words) => expect(formatBytes(bytes)).toBe(words));
});
