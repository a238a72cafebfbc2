import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Caller, requireRole, toCaller } from '#lib/platform/auth/access.ts';
import { ROLES, type Role } from '#lib/platform/auth/role.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';

const notFound = new ServiceError('NOT_FOUND', 'Bot not found');
const absent = () => notFound;

describe('toCaller', () => {
  it('parses the context written by the authorizer', () => {
    const caller = toCaller({ principalId: 't1', tokenId: 't1', grants: '{"w1":"viewer","w2":"admin"}' });
    expect(caller.tokenId).toBe('t1');
    expect([...caller.grants]).toEqual([
      ['w1', 'viewer'],
      ['w2', 'admin'],
    ]);
    expect(caller).not.toHaveProperty('expiresAt');
  });

  it("reads the token's name, in any script, and the address of the caller", () => {
    const tokenName = encodeURIComponent('Büro ☎');
    expect(toCaller({ tokenId: 't1', tokenName, grants: '{}' }, '192.0.2.1')).toEqual({
      tokenId: 't1',
      tokenName: 'Büro ☎',
      sourceIp: '192.0.2.1',
      grants: new Map(),
    });
  });

  it('accepts a token that an older authorizer let in, whose name it does not know', () => {
    expect(toCaller({ tokenId: 't1', grants: '{}' }).tokenName).toBe('');
  });

  it("parses the token's expiry", () => {
    const caller = toCaller({ tokenId: 't1', grants: '{}', expiresAt: '1785834000' });
    expect(caller.expiresAt).toEqual(new Date(1_785_834_000_000));
  });

  it.each([
    [undefined],
    [null],
    [{}],
    [{ tokenId: 't1' }],
    [{ tokenId: '', grants: '{}' }],
    [{ tokenId: 1, grants: '{}' }],
    [{ tokenId: 't1', grants: { w1: 'admin' } }],
    [{ tokenId: 't1', grants: '' }],
    [{ tokenId: 't1', grants: 'null' }],
    [{ tokenId: 't1', grants: '["admin"]' }],
    [{ tokenId: 't1', grants: '{"w1":"owner"}' }],
    [{ tokenId: 't1', grants: '{"w1":["admin"]}' }],
    [{ tokenId: 't1', grants: '{}', expiresAt: 'soon' }],
    [{ tokenId: 't1', grants: '{}', expiresAt: '' }],
    [{ tokenId: 't1', grants: '{}', expiresAt: {} }],
  ])('throws an internal error for the context %j', (context) => {
    let thrown: unknown;
    try {
      toCaller(context);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(Error);
    expect(thrown).not.toBeInstanceOf(ServiceError);
  });
});

describe('requireRole', () => {
  const callerWith = (role: Role): Caller => ({
    tokenId: 't1',
    tokenName: 'CI',
    grants: new Map([['w1', role]]),
  });

  it.each([
    ['viewer', 'viewer'],
    ['editor', 'viewer'],
    ['editor', 'editor'],
    ['admin', 'viewer'],
    ['admin', 'editor'],
    ['admin', 'admin'],
  ] as const)('lets role %s pass where role %s is required', (held, needed) => {
    expect(() => requireRole('w1', needed, absent, callerWith(held))).not.toThrow();
  });

  it.each([
    ['viewer', 'editor'],
    ['viewer', 'admin'],
    ['editor', 'admin'],
  ] as const)('rejects role %s with 403, naming the required role %s', (held, needed) => {
    expect(() => requireRole('w1', needed, absent, callerWith(held))).toThrow(
      expect.objectContaining({ code: 'FORBIDDEN', message: expect.stringContaining(`role ${needed}`) }),
    );
  });

  it('reports a foreign workspace as not found, whatever the role', () => {
    for (const role of ROLES) {
      expect(() => requireRole('w2', role, absent, callerWith('admin'))).toThrow(notFound);
    }
  });

  it('accepts any text as a workspace id, including names of Object.prototype members', () => {
    const caller = toCaller({ tokenId: 't1', grants: '{"w1":"admin"}' });
    for (const id of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'size', 'get', '']) {
      expect(() => requireRole(id, 'viewer', absent, caller)).toThrow(notFound);
    }
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }).filter((id) => id !== 'w1'),
        (id) => {
          expect(() => requireRole(id, 'viewer', absent, caller)).toThrow(notFound);
        },
      ),
    );
  });

  it('does not apply a grant named __proto__ to other workspaces', () => {
    const caller = toCaller({ tokenId: 't1', grants: '{"__proto__":"admin"}' });
    expect(() => requireRole('w1', 'viewer', absent, caller)).toThrow(notFound);
    expect(() => requireRole('__proto__', 'admin', absent, caller)).not.toThrow();
  });
});
