import { describe, expect, it } from 'vitest';
import { handler } from '#apps/sites/edge/add-query.ts';

const respond = (request: object, { statusCode = 302, location = 'https://a.example/bot' } = {}) =>
  handler({ request, response: { statusCode, headers: { location: { value: location } } } }).headers.location
    ?.value;

describe('a redirect', () => {
  it('gets the query as it was sent', () => {
    // As a method of the request, which is how CloudFront has it.
    const request = {
      sent: 'b=2&a=%20&a=+',
      rawQueryString() {
        return this.sent;
      },
    };
    expect(respond(request)).toBe('https://a.example/bot?b=2&a=%20&a=+');
    expect(respond({ rawQueryString: () => undefined })).toBe('https://a.example/bot');
  });

  it('gets the query that the event lists, if there is no other', () => {
    const multiValue = [{ value: '1' }, { value: '%26' }];
    const querystring = { a: { value: '1', multiValue }, b: { value: '' }, c: { value: 'x=y' } };
    expect(respond({ querystring })).toBe('https://a.example/bot?a=1&a=%26&b&c=x=y');
    expect(respond({ querystring: {} })).toBe('https://a.example/bot');
    expect(respond({})).toBe('https://a.example/bot');
  });

  it('keeps a query that it has', () => {
    const request = { rawQueryString: () => 'b=2' };
    expect(respond(request, { location: 'https://a.example/bot?a=1' })).toBe('https://a.example/bot?a=1&b=2');
  });

  it('is the only response that gets one', () => {
    const request = { rawQueryString: () => 'b=2' };
    expect(respond(request, { statusCode: 200 })).toBe('https://a.example/bot');
    const page = { statusCode: 200, headers: { 'content-type': { value: 'text/html' } } };
    expect(handler({ request, response: page })).toEqual(page);
  });
});
