import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Caller, requireRole, toCaller } from '#lib/auth/access.ts';
import { ROLES, type Role } from '#lib/auth/role.ts';
import { ServiceError } from '#lib/errors/service-error.ts';

const absent = new ServiceError('NOT_FOUND', 'Bot not found');

describe('toCaller', () => {
  it('reads what the authorizer wrote', () => {
    const caller = toCaller({ principalId: 't1', tokenId: 't1', grants: '{"w1":"viewer","w2":"admin"}' });
    expect(caller.tokenId).toBe('t1');
    expect([...caller.grants]).toEqual([
      ['w1', 'viewer'],
      ['w2', 'admin'],
    ]);
    expect(caller).not.toHaveProperty('expiresAt');
  });

  it('reads when the token expires', () => {
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
  ])('takes %j for a fault of the wiring, not of the client', (context) => {
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
  const callerWith = (role: Role): Caller => ({ tokenId: 't1', grants: new Map([['w1', role]]) });

  it.each([
    ['viewer', 'viewer'],
    ['editor', 'viewer'],
    ['editor', 'editor'],
    ['admin', 'viewer'],
    ['admin', 'editor'],
    ['admin', 'admin'],
  ] as const)('lets %s do what needs %s', (held, needed) => {
    expect(() => requireRole(callerWith(held), 'w1', needed, absent)).not.toThrow();
  });

  it.each([
    ['viewer', 'editor'],
    ['viewer', 'admin'],
    ['editor', 'admin'],
  ] as const)('says 403 to %s and names the role %s', (held, needed) => {
    expect(() => requireRole(callerWith(held), 'w1', needed, absent)).toThrow(
      expect.objectContaining({ code: 'FORBIDDEN', message: expect.stringContaining(`role ${needed}`) }),
    );
  });

  it('makes a foreign workspace look absent, whatever the role', () => {
    for (const role of ROLES) {
      expect(() => requireRole(callerWith('admin'), 'w2', role, absent)).toThrow(absent);
    }
  });

  it('takes any text for a workspace id, names of object members included', () => {
    const caller = toCaller({ tokenId: 't1', grants: '{"w1":"admin"}' });
    for (const id of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'size', 'get', '']) {
      expect(() => requireRole(caller, id, 'viewer', absent)).toThrow(absent);
    }
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }).filter((id) => id !== 'w1'),
        (id) => {
          expect(() => requireRole(caller, id, 'viewer', absent)).toThrow(absent);
        },
      ),
    );
  });

  it('does not let a grant named __proto__ reach other workspaces', () => {
    const caller = toCaller({ tokenId: 't1', grants: '{"__proto__":"admin"}' });
    expect(() => requireRole(caller, 'w1', 'viewer', absent)).toThrow(absent);
    expect(() => requireRole(caller, '__proto__', 'admin', absent)).not.toThrow();
  });
});
