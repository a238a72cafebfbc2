import { createHash } from 'node:crypto';
import { auditWrite } from '#lib/platform/audit/audit-entry.ts';
import { changeOrigin } from '#lib/platform/audit/change.ts';
import { hashToken } from '#lib/platform/auth/bearer-token.ts';
import { includesRole, type Role } from '#lib/platform/auth/role.ts';
import { badRequest, ServiceError } from '#lib/platform/errors/service-error.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import { ConditionFailedError, type TransactionWrite, transact } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { findInvitation } from '#lib/workspaces/invitations/find-invitation.ts';
import {
  checkWorkspace,
  type StoredInvitation,
  useInvitationWrites,
} from '#lib/workspaces/invitations/invitation-store.ts';
import { createNotFoundError } from '#lib/workspaces/invitations/revoke-invitation.ts';
import { readWorkspace } from '#lib/workspaces/store/workspace-store.ts';
import { addDays, PERSONAL_LIFETIME_DAYS } from '#lib/workspaces/tokens/store/expiry.ts';
import {
  addTokenWrites,
  checkSignInRate,
  dropInvalidToken,
  hashPerson,
  type Person,
  readPerson,
} from '#lib/workspaces/tokens/store/person-store.ts';
import type { CreatedToken, TokenSignIn } from '#lib/workspaces/tokens/store/token.ts';
import { endAccess, tokenToPut } from '#lib/workspaces/tokens/store/token-store.ts';
import { describePerson } from './describe-person.ts';
import { chooseHigher, findClaimedRole } from './find-claimed-role.ts';
import { readSignInSettings } from './sign-in-settings.ts';
import {
  CLOCK_TOLERANCE_SECONDS,
  type IssuerFetch,
  MAX_ID_TOKEN_AGE_SECONDS,
  type VerifiedClaims,
  verifyIdToken,
} from './verify-id-token.ts';

export type SignInRequest = {
  idToken: string;
  /** The browser's secret, of which the ID token has the digest. */
  nonce: string;
  /** Secret of an invitation that the person accepts with this sign-in. */
  invitation?: string | undefined;
};

/** Enough of a person's digest to tell the people of a workspace apart. */
const PERSON_ID_LENGTH = 16;

/** Someone else can change a person only by signing in at the same time, or by removing the person. */
const MAX_ATTEMPTS = 5;

/**
 * Exchanges an ID token of the identity provider for a personal token. The role is the higher one of what the claim gives
 * and what an invitation gives that the person accepts now or has accepted before. The latter lasts as long as one of the
 * person's tokens is valid. An ID token works once.
 *
 * @param createFetch returns the function that sends requests to this issuer
 * @param sourceIp address that the request came from
 * @throws NOT_FOUND if the service has no identity provider, or the invitation cannot be accepted, BAD_REQUEST for an ID
 *   token that is not accepted, FORBIDDEN for a person without a role, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
 */
export async function createSignIn(
  request: SignInRequest,
  createFetch: (issuer: string) => IssuerFetch,
  sourceIp: string | undefined,
): Promise<{ token: CreatedToken; workspace: { id: string; name: string } }> {
  const settings = readSignInSettings();
  if (!settings) throw new ServiceError('NOT_FOUND', 'This service has no identity provider to sign in with');
  const { issuer, workspaceId } = settings;
  const claims = await verifyIdToken(request, settings, createFetch(issuer));
  const workspace = await readWorkspace(workspaceId);
  if (!workspace) throw createNoWorkspaceError();
  const invitation = await findUsableInvitation(request.invitation, workspaceId);
  const digest = hashPerson(issuer, claims.sub);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const stored = await readPerson(workspaceId, digest);
    const now = new Date();
    checkSignInRate(stored, now);
    const person = stored && (await dropInvalidToken(stored, now));
    if (invitation?.creatorPerson === digest && person?.granted.role !== 'admin') throw createNotFoundError();
    const claimed = findClaimedRole(claims, settings);
    const { nonce } = request;
    const token = await signIn({ claims, claimed, invitation, person, workspaceId, digest, nonce, sourceIp });
    if (token) return { token, workspace: { id: workspaceId, name: workspace.name } };
  }
  throw new ServiceError('SERVICE_UNAVAILABLE', 'The person is being changed; please try again', {
    retryAfterSeconds: 1,
  });
}

async function findUsableInvitation(
  secret: string | undefined,
  workspaceId: string,
): Promise<StoredInvitation | undefined> {
  if (secret === undefined) return undefined;
  const invitation = await findInvitation(secret);
  // Whoever has the secret of another workspace's invitation accepts it without the identity provider.
  if (invitation?.workspaceId !== workspaceId) throw createNotFoundError();
  return invitation;
}

type SignIn = {
  claims: VerifiedClaims;
  /** The role that the claim gives. */
  claimed: Role | undefined;
  /** The invitation that is accepted now. */
  invitation: StoredInvitation | undefined;
  person: Person | undefined;
  workspaceId: string;
  /** Digest of the person. */
  digest: string;
  nonce: string;
  sourceIp: string | undefined;
};

/** @returns undefined if the person was changed in the meantime */
async function signIn(context: SignIn): Promise<CreatedToken | undefined> {
  const { claimed, invitation, person } = context;
  const kept = person?.invited;
  if (invitation && kept && kept.role !== invitation.role && includesRole(kept.role, invitation.role)) {
    // An invitation to less takes nothing away, and stays for whom it was meant.
    const token = await signInAsInvited({ ...context, invitation: undefined }, kept);
    if (token !== 'invalid') return toToken(token);
  }
  const invited = invitation
    ? { role: invitation.role, invitation: { id: invitation.id, name: invitation.name } }
    : kept;
  const role = chooseHigher(claimed, invited?.role);
  // From now on, the provider decides.
  if (claimed !== undefined && role === claimed) return toToken(await addToken(context, { role }));
  if (invited === undefined) return await refuseWithoutRole(context);
  if (invitation) return toToken(await addToken(context, { role: invited.role, invited }));
  const token = await signInAsInvited(context, invited);
  if (token !== 'invalid') return toToken(token);
  // The accepted invitation has ended with the last token.
  if (claimed === undefined) return await refuseWithoutRole(context);
  return toToken(await addToken(context, { role: claimed }));
}

/** @returns 'invalid' if the claim gives as much, or the accepted invitation has ended with the person's last token */
async function signInAsInvited(context: SignIn, invited: NonNullable<Person['invited']>): Promise<Outcome> {
  const { claimed, person } = context;
  if (chooseHigher(claimed, invited.role) === claimed) return 'invalid';
  for (const validDigest of person?.tokenDigests ?? []) {
    const outcome = await addToken(context, { role: invited.role, invited, validDigest });
    if (outcome !== 'invalid') return outcome;
  }
  return 'invalid';
}

/** Ends the tokens of earlier sign-ins, too: the provider has just said that the person has no role. */
async function refuseWithoutRole({ person, workspaceId, digest, sourceIp }: SignIn): Promise<never> {
  if (person) await endAccess(workspaceId, digest, { sourceIp });
  throw new ServiceError(
    'FORBIDDEN',
    'You are known to the identity provider, but have no role here: ask an admin of the workspace for an invitation',
  );
}

type Outcome = CreatedToken | 'changed' | 'invalid';

function toToken(outcome: Outcome): CreatedToken | undefined {
  return typeof outcome === 'string' ? undefined : outcome;
}

type Grant = {
  role: Role;
  /** The invitation that gives the role. Without one, the claim does. */
  invited?: NonNullable<Person['invited']>;
  /** A token of the person on which that depends. */
  validDigest?: string | undefined;
};

/**
 * Adds a token to a person, in one transaction with everything that it depends on.
 *
 * @returns 'changed' if the person was changed in the meantime, 'invalid' if the token `validDigest` is not valid
 */
async function addToken(context: SignIn, { role, invited, validDigest }: Grant): Promise<Outcome> {
  const { claims, invitation, person, workspaceId, digest, nonce, sourceIp } = context;
  const now = new Date();
  const { name, account } = describePerson(claims);
  const grantedBy = invited ? 'invitation' : 'claim';
  const signedIn: TokenSignIn = { account, grantedBy, personId: digest.slice(0, PERSON_ID_LENGTH) };
  const { item, created } = tokenToPut({
    workspaceId,
    role,
    name,
    now,
    expiresAt: addDays(now, PERSONAL_LIFETIME_DAYS),
    // Renews the token while it is used. One that a claim has granted ends, so that the provider is asked again.
    ...(invited && { invitation: invited.invitation }),
    signIn: signedIn,
    personDigest: digest,
  });
  const change = {
    ...changeOrigin(
      { tokenId: created.id, tokenName: created.name, ...(sourceIp !== undefined && { sourceIp }) },
      now,
    ),
    action: 'createSignIn' as const,
    workspaceId,
    tokenId: created.id,
    ...(invitation && { invitationId: invitation.id }),
  };
  const tokenDigest = hashToken(created.token);
  const added = {
    digest,
    workspaceId,
    token: item,
    tokenDigest,
    now,
    ...(invited && { invited }),
    granted: { role, by: grantedBy } as const,
    validDigest,
  };
  try {
    await transact([
      useNonce(workspaceId, nonce, now),
      ...addTokenWrites(person, added),
      ...(invitation ? useInvitationWrites(invitation, now, digest) : []),
      checkWorkspace(workspaceId),
      auditWrite(change),
      // Whoever looks for what became of an invitation finds it, however it was accepted.
      ...(invitation ? [auditWrite({ ...change, id: createId(), action: 'acceptInvitation' })] : []),
    ]);
    return created;
  } catch (error) {
    return explainCondition(error, { validDigest, invitation });
  }
}

/** Tells which condition of `addToken` has failed, by the position of its write. */
function explainCondition(
  error: unknown,
  { validDigest, invitation }: Pick<Grant, 'validDigest'> & Pick<SignIn, 'invitation'>,
): 'changed' | 'invalid' {
  if (!(error instanceof ConditionFailedError)) throw error;
  if (error.index === 0) throw badRequest('idToken', 'The ID token is not accepted: it was used already');
  if (error.index === 1) return 'changed';
  if (error.index === 2 && validDigest !== undefined) return 'invalid';
  throw invitation ? createNotFoundError() : createNoWorkspaceError();
}

/** Keeps a nonce for as long as its ID token can be valid, so that nobody can use both again. */
function useNonce(workspaceId: string, nonce: string, now: Date): TransactionWrite {
  const seconds = MAX_ID_TOKEN_AGE_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS;
  const key = keys.usedNonce(workspaceId, createHash('sha256').update(nonce).digest('hex'));
  return {
    put: { ...key, workspaceId, expiresAt: Math.ceil(now.getTime() / 1_000) + seconds },
    condition: { expression: 'attribute_not_exists(pk)' },
  };
}

function createNoWorkspaceError(): ServiceError {
  return new ServiceError('NOT_FOUND', 'The workspace that people sign in to does not exist');
}
