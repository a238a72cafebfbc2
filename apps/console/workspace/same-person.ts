import type { OperationData } from '#apps/client/client.ts';

type ListedToken = OperationData<'listTokens'>['tokens'][number];

/** A token in the list, or that of the session. */
type PersonalToken = Pick<ListedToken, 'id'> & { signIn?: { personId: string } | undefined };

/** Whoever signs in with the identity provider has a token for each browser, and loses them together. */
export function isSamePerson(one: PersonalToken, other: PersonalToken): boolean {
  return one.id === other.id || (one.signIn !== undefined && one.signIn.personId === other.signIn?.personId);
}

/**
 * Says what ends with a token of a person, and how the person gets in again.
 *
 * @param isOwn whether the token is that of the person who is asked, or another one of the same person
 */
export function explainRemoval({ signIn }: ListedToken, isOwn: boolean): string {
  const first = isOwn
    ? `This is you. You will be signed out within a minute${signIn ? ', in every browser' : ''}.`
    : signIn
      ? 'All tokens of the person stop working within a minute.'
      : 'The token stops working within a minute.';
  return signIn?.grantedBy === 'claim'
    ? `${first} The identity provider has given the role: take it away with the provider, or the person can sign in again.`
    : `${first} To let the person in again, send a new invitation.`;
}
