import { includesRole, type Role } from '#lib/platform/auth/role.ts';
import type { SignInSettings } from './sign-in-settings.ts';

/**
 * Returns the highest role that the values of the claim give, or undefined if they give none. The claim is a text or a
 * list of texts. Anything else gives no role.
 *
 * @example
 * findClaimedRole({ groups: ['support'] }, { roleClaim: 'groups', roles: new Map([['support', 'editor']]) }); // 'editor'
 */
export function findClaimedRole(
  claims: Readonly<Record<string, unknown>>,
  { roleClaim, roles }: Pick<SignInSettings, 'roleClaim' | 'roles'>,
): Role | undefined {
  if (roleClaim === undefined || !Object.hasOwn(claims, roleClaim)) return undefined;
  const values = [claims[roleClaim]].flat();
  return values.reduce<Role | undefined>(
    (highest, value) => chooseHigher(highest, typeof value === 'string' ? roles.get(value) : undefined),
    undefined,
  );
}

export function chooseHigher(one: Role | undefined, other: Role | undefined): Role | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return includesRole(one, other) ? one : other;
}
