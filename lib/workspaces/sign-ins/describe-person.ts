import { MAX_NAME_CHARACTERS } from '#lib/workspaces/store/name.ts';
import type { VerifiedClaims } from './verify-id-token.ts';

/** Maximum length of an account, in characters. An email address has at most 254. */
const MAX_ACCOUNT_CHARACTERS = 254;

/**
 * Returns how a person is shown: by name, and by the account that tells people of the same name apart. An address that the
 * provider has not verified is nobody's account, because people can enter any.
 */
export function describePerson(claims: VerifiedClaims): { name: string; account: string } {
  const { sub, name, preferred_username: username, email, email_verified: isVerified } = claims;
  const address = isVerified === false ? undefined : email;
  const account = pickText([address, username, sub], MAX_ACCOUNT_CHARACTERS) ?? 'unknown';
  return { name: pickText([name, username, address, sub], MAX_NAME_CHARACTERS) ?? 'unknown', account };
}

/** Returns the first text that is left after trimming, shortened. Leaves out what a terminal would interpret, or nobody sees. */
function pickText(candidates: readonly unknown[], maxCharacters: number): string | undefined {
  return candidates
    .filter((candidate) => typeof candidate === 'string')
    .map((text) =>
      [
        ...text
          .toWellFormed()
          .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
          .trim(),
      ]
        .slice(0, maxCharacters)
        .join('')
        .trim(),
    )
    .find((text) => text !== '');
}
