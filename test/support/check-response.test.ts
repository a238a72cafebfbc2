import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fakeEndpoint } from '#test/apps/local/fake-api.ts';
import { checkResponse } from './check-response.ts';

const endpoint = fakeEndpoint({
  id: 'get-thing',
  response: () => z.object({ thing: z.object({ id: z.string() }), note: z.string().optional() }),
  errors: ['CONFLICT'],
});

const headers = (fields: Record<string, string> = {}) =>
  new Headers({
    'content-type': 'application/json',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    ...fields,
  });
const envelope = (code: string, more = {}) => ({ message: 'No', code, requestId: 'r1', ...more });

const csv = (fields: object = {}) =>
  fakeEndpoint({ response: () => z.string(), produces: ['text/csv'], errors: ['CONFLICT'], ...fields });

describe('checkResponse', () => {
  it("accepts the contract's media types for successes only", () => {
    const csvHeaders = headers({ 'content-type': 'text/csv; charset=utf-8' });
    checkResponse(csv(), { status: 200, headers: csvHeaders, body: 'a,b' });
    checkResponse(csv(), { status: 409, headers: headers(), body: envelope('CONFLICT') });
    expect(() => checkResponse(csv(), { status: 200, headers: headers(), body: 'a,b' })).toThrow(
      'application/json',
    );
    expect(() =>
      checkResponse(csv(), { status: 409, headers: csvHeaders, body: envelope('CONFLICT') }),
    ).toThrow('text/csv');
    expect(() => checkResponse(endpoint, { status: 200, headers: csvHeaders, body: 'a,b' })).toThrow(
      'text/csv',
    );
  });

  it('asks for a policy under which a browser runs nothing, and pages and pictures for one of their own', () => {
    const check = (fields: Record<string, string>, produces?: string) => () =>
      checkResponse(produces === undefined ? endpoint : csv({ produces: [produces] }), {
        status: 200,
        headers: headers({ ...fields, ...(produces !== undefined && { 'content-type': produces }) }),
        body: produces === undefined ? { thing: { id: 'a' } } : 'text',
      });
    const policy = 'content-security-policy';
    for (const wrong of ['', "default-src 'none'", "default-src 'self'; frame-ancestors 'none'"]) {
      expect(check({ [policy]: wrong })).toThrow('the content security policy is');
      expect(check({ [policy]: wrong }, 'text/csv')).toThrow('the content security policy is');
    }
    for (const shown of ['text/html', 'image/svg+xml']) {
      check({ [policy]: "default-src 'none'; img-src data:" }, shown)();
      expect(check({ [policy]: 'img-src data:' }, shown)).toThrow('the content security policy is');
    }
    expect(check({ 'x-content-type-options': '' })).toThrow('nosniff is missing');
  });

  it('accepts responses that match the contract', () => {
    checkResponse(endpoint, { status: 200, headers: headers(), body: { thing: { id: 'a' } } });
    checkResponse(endpoint, { status: 409, headers: headers(), body: envelope('CONFLICT') });
    checkResponse(endpoint, { status: 502, headers: headers(), body: envelope('INTERNAL_SERVER_ERROR') });
    checkResponse(undefined, { status: 404, headers: headers(), body: envelope('NOT_FOUND') });
  });

  it.each([
    ['a field of the wrong type', 200, { thing: { id: 1 } }, 'does not match the contract'],
    ['a field outside the contract', 200, { thing: { id: 'a', pk: 'b' } }, 'does not name thing.pk'],
    ['a success without a contract', 200, {}, 'no contract names this path', undefined],
    ['an unexpected status', 201, { thing: { id: 'a' } }, 'not the error envelope'],
    ['a malformed error', 409, { message: 'No' }, 'not the error envelope'],
    ['a stack in an error', 409, envelope('CONFLICT', { stack: '' }), 'not the error envelope'],
    [
      'more than 20 issues',
      409,
      envelope('CONFLICT', { issues: Array(21).fill({ path: '', message: '' }) }),
      'envelope',
    ],
    ["another status's code", 404, envelope('CONFLICT'), 'CONFLICT does not belong to this status'],
    ['a code outside the contract', 412, envelope('PRECONDITION_FAILED'), 'does not name the code'],
    ['a 503 without Retry-After', 503, envelope('SERVICE_UNAVAILABLE'), 'Retry-After'],
    ['sizes on another error', 409, envelope('CONFLICT', { limitBytes: 1 }), 'sizes do not belong here'],
  ])('fails on %s', (_, status, body, message, ...rest) => {
    const of = rest.length === 0 ? endpoint : undefined;
    expect(() => checkResponse(of, { status, headers: headers(), body })).toThrow(message);
  });

  it('fails on a 401 without WWW-Authenticate, and on a wrong content type', () => {
    const bearer = fakeEndpoint({ auth: 'bearer' });
    const unauthorized = { status: 401, headers: headers(), body: envelope('UNAUTHORIZED') };
    expect(() => checkResponse(bearer, unauthorized)).toThrow('WWW-Authenticate');
    checkResponse(bearer, { ...unauthorized, headers: headers({ 'www-authenticate': 'Bearer' }) });
    const plain = headers({ 'content-type': 'text/plain' });
    expect(() => checkResponse(bearer, { ...unauthorized, headers: plain })).toThrow('text/plain');
  });
});
