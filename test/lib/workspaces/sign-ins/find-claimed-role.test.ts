import { describe, expect, it } from 'vitest';
import { chooseHigher, findClaimedRole } from '#lib/workspaces/sign-ins/find-claimed-role.ts';
import { parseRoles, readSignInSettings } from '#lib/workspaces/sign-ins/sign-in-settings.ts';

const roles = parseRoles('bot-admins=admin, cn=support=editor,guests=viewer');

describe('findClaimedRole', () => {
  it.each([
    ['a text', 'cn=support', 'editor'],
    ['a list', ['other', 'guests'], 'viewer'],
    ['several values', ['guests', 'bot-admins', 'cn=support'], 'admin'],
    ['an unknown value', ['admin'], undefined],
    ['another case', ['Bot-Admins'], undefined],
    ['a nested list', [['bot-admins']], undefined],
    ['an object', { 'bot-admins': true }, undefined],
    ['null', null, undefined],
  ])('of %s', (_, groups, role) => {
    expect(findClaimedRole({ groups }, { roleClaim: 'groups', roles })).toBe(role);
  });

  it('is none without a claim, and for what every object has', () => {
    expect(findClaimedRole({ groups: 'guests' }, { roles })).toBeUndefined();
    expect(findClaimedRole({}, { roleClaim: 'groups', roles })).toBeUndefined();
    expect(findClaimedRole({}, { roleClaim: 'constructor', roles })).toBeUndefined();
  });
});

it('chooseHigher prefers the role that includes the other', () => {
  expect(chooseHigher('viewer', 'editor')).toBe('editor');
  expect(chooseHigher('admin', 'editor')).toBe('admin');
  expect(chooseHigher(undefined, 'viewer')).toBe('viewer');
  expect(chooseHigher(undefined, undefined)).toBeUndefined();
});

describe('parseRoles', () => {
  it.each(['admin', '=admin', ' =admin', 'group=owner', 'group=', 'a=admin,b'])('refuses %j', (text) => {
    expect(() => parseRoles(text)).toThrow('Expected <value of the claim>=viewer, editor or admin');
  });

  it('takes nothing for no roles', () => expect(parseRoles(' , ').size).toBe(0));
});

describe('readSignInSettings', () => {
  const env = { OIDC_ISSUER: 'https://a.example', OIDC_CLIENT_ID: 'c', OIDC_WORKSPACE_ID: 'w' };

  it('reads all of them', () => {
    expect(readSignInSettings({ ...env, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'a=admin' })).toEqual({
      issuer: 'https://a.example',
      clientId: 'c',
      workspaceId: 'w',
      roleClaim: 'groups',
      roles: new Map([['a', 'admin']]),
    });
  });

  it.each(Object.keys(env))('finds no provider without %s', (name) => {
    expect(readSignInSettings({ ...env, [name]: '' })).toBeUndefined();
  });
});
