import { exportJWK, exportSPKI, generateKeyPair, importJWK, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashToken } from '#lib/platform/auth/bearer-token.ts';
import { getItem, updateItem } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { hashPerson, readPerson } from '#lib/workspaces/tokens/store/person-store.ts';
import { readTrail } from '#test/support/audit-trail.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { createOwnWorkspace } from '#test/support/endpoints/workspaces.ts';
import { acceptInvitation, createInvitation, readInvitations } from '#test/support/invitation-client.ts';
import { CLIENT_ID, createNonce, type IdentityProvider } from '#test/support/sign-in/identity-provider.ts';
import {
  forgetIdentityProvider,
  prepareSignIn,
  signIn,
  useIdentityProvider,
} from '#test/support/sign-in/sign-in-client.ts';
import { createToken, getMe } from '#test/support/token-client.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A person whom no claim gives a role. */
const STRANGER = { name: 'Grace Hopper', email: 'grace@example.com', groups: ['sales'] };

// The settings are variables of this process.
describeApi('POST /v1/sign-ins', (api) => {
  let provider: IdentityProvider;
  beforeEach(async () => {
    provider = await useIdentityProvider(api);
  });
  afterEach(forgetIdentityProvider);

  const send = (body: object) => api.request({ method: 'POST', path: '/v1/sign-ins', token: null, body });
  const revoke = async (tokenId: string) =>
    await api.request({
      method: 'DELETE',
      path: `/v1/workspaces/${api.workspaceId}/tokens/${tokenId}`,
      token: await api.tokenFor('admin'),
    });
  const getStatus = async (token: string) =>
    (await api.request({ method: 'GET', path: '/v1/me', token })).status;

  describe.runIf(api.canInjectFaults)('200', () => {
    it('exchanges the ID token of a real provider for a token with the role of the claim', async () => {
      const { nonce } = createNonce();
      const idToken = await provider.signIn('ada', nonce);
      const response = await send({ idToken, nonce });
      expect(response.status, response.text).toBe(200);
      const { token, workspace } = response.body as Awaited<ReturnType<typeof signIn>>;
      expect(token).toMatchObject({
        name: 'Ada Lovelace',
        role: 'editor',
        workspaceId: api.workspaceId,
        signIn: {
          account: 'ada@example.com',
          personId: expect.stringMatching(/^[0-9a-f]{16}$/),
          grantedBy: 'claim',
        },
      });
      expect(token).not.toHaveProperty('invitation');
      const lifetimeMs = Date.parse(token.expiresAt ?? '') - Date.parse(token.createdAt);
      expect(Math.abs(lifetimeMs - 30 * DAY_MS)).toBeLessThan(1_000);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const me = await getMe(api, token.token);
      expect(me.token).toMatchObject({ id: token.id, signIn: { account: 'ada@example.com' } });
      expect(me.workspaces).toMatchObject([{ id: workspace.id, name: workspace.name, role: 'editor' }]);
    });

    it.each([
      ['a text', 'bot-editors', 'editor'],
      ['the highest of several', ['sales', 'bot-editors', 'bot-admins', 'bot-editors'], 'admin'],
    ])('takes the role from %s', async (_, groups, role) => {
      const { token } = await signIn(api, { groups });
      expect(token.role).toBe(role);
    });

    it('gives each browser of a person a token, of which an admin revokes all at once', async () => {
      const sub = `person-${crypto.randomUUID()}`;
      const first = await signIn(api, { sub });
      const second = await signIn(api, { sub });
      const other = await signIn(api, { sub: `${sub}-other` });
      expect((await revoke(first.token.id)).body).toMatchObject({ token: { id: first.token.id } });
      expect([
        await getStatus(first.token.token),
        await getStatus(second.token.token),
        await getStatus(other.token.token),
      ]).toEqual([401, 401, 200]);
      // Both requests succeed, because revoking is idempotent.
      expect((await revoke(second.token.id)).status).toBe(200);
    });

    it('replaces the oldest of ten tokens', async () => {
      const sub = `person-${crypto.randomUUID()}`;
      const tokens: string[] = [];
      for (let count = 0; count < 11; count++) tokens.push((await signIn(api, { sub })).token.token);
      const statuses = await Promise.all(tokens.map(getStatus));
      expect(statuses).toEqual([401, ...Array(10).fill(200)]);
    });

    it('signs a person in twice at the same time', async () => {
      const sub = `person-${crypto.randomUUID()}`;
      const requests = await Promise.all(Array.from({ length: 3 }, () => prepareSignIn(api, { sub })));
      const responses = await Promise.all(requests.map((request) => api.request(request)));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
      const person = await readPerson(api.workspaceId, hashPerson(provider.issuer, sub));
      expect(person?.tokenDigests).toHaveLength(3);
    });

    it('accepts an invitation, whose role the person has at the next sign-in, too', async () => {
      const sub = `guest-${crypto.randomUUID()}`;
      const { invitation, secret } = await createInvitation(api, { role: 'viewer' });
      const { token } = await signIn(api, { ...STRANGER, sub }, { invitation: secret });
      const invited = { id: invitation.id, name: 'Ada, support' };
      expect(token).toMatchObject({
        name: 'Grace Hopper',
        role: 'viewer',
        invitation: invited,
        signIn: { account: 'grace@example.com', grantedBy: 'invitation' },
      });
      expect((await readInvitations(api)).map(({ id }) => id)).not.toContain(invitation.id);
      const again = await signIn(api, { ...STRANGER, sub });
      expect(again.token).toMatchObject({ role: 'viewer', invitation: invited });
    });

    it('gives the higher role of claim and invitation', async () => {
      const sub = `guest-${crypto.randomUUID()}`;
      const { secret } = await createInvitation(api, { role: 'admin' });
      const { token } = await signIn(api, { sub, groups: ['bot-editors'] }, { invitation: secret });
      expect(token).toMatchObject({ role: 'admin', signIn: { grantedBy: 'invitation' } });
      const promoted = await signIn(api, { sub, groups: ['bot-admins'] });
      expect(promoted.token).toMatchObject({ role: 'admin', signIn: { grantedBy: 'claim' } });
    });

    it('ends the tokens of before, if the provider gives another role', async () => {
      const sub = `person-${crypto.randomUUID()}`;
      const admin = await signIn(api, { sub, groups: ['bot-admins'] });
      const editor = await signIn(api, { sub, groups: ['bot-editors'] });
      const again = await signIn(api, { sub, groups: ['bot-editors'] });
      const statuses = await Promise.all([admin, editor, again].map(({ token }) => getStatus(token.token)));
      expect(statuses).toEqual([401, 200, 200]);
    });

    it('ends the tokens that an invitation has given, once the provider gives as much', async () => {
      const sub = `guest-${crypto.randomUUID()}`;
      const { secret } = await createInvitation(api, { role: 'editor' });
      const invited = await signIn(api, { ...STRANGER, sub }, { invitation: secret });
      const claimed = await signIn(api, { ...STRANGER, sub, groups: ['bot-editors'] });
      expect(claimed.token.signIn?.grantedBy).toBe('claim');
      expect([await getStatus(invited.token.token), await getStatus(claimed.token.token)]).toEqual([
        401, 200,
      ]);
    });

    it('leaves an invitation to less than the person was invited to for whom it is meant', async () => {
      const sub = `guest-${crypto.randomUUID()}`;
      const accept = async (role: 'viewer' | 'admin') => {
        const { invitation, secret } = await createInvitation(api, { role });
        const { token } = await signIn(api, { ...STRANGER, sub }, { invitation: secret });
        return { invitation, token };
      };
      const own = await accept('admin');
      const other = await accept('viewer');
      expect(other.token).toMatchObject({ role: 'admin', invitation: { id: own.invitation.id } });
      expect((await readInvitations(api)).map(({ id }) => id)).toContain(other.invitation.id);
      expect((await signIn(api, { ...STRANGER, sub })).token.role).toBe('admin');
    });

    it('takes the lower invitation if the higher one has ended', async () => {
      const sub = `guest-${crypto.randomUUID()}`;
      const { secret } = await createInvitation(api, { role: 'admin' });
      const { token } = await signIn(api, { ...STRANGER, sub }, { invitation: secret });
      await expire(token.token);
      const lower = await createInvitation(api, { role: 'viewer' });
      const again = await signIn(api, { ...STRANGER, sub }, { invitation: lower.secret });
      expect(again.token.role).toBe('viewer');
    });

    it('replaces a token that has expired rather than an older one that is valid', async () => {
      const sub = `guest-${crypto.randomUUID()}`;
      const { secret } = await createInvitation(api, { role: 'editor' });
      const tokens = [(await signIn(api, { ...STRANGER, sub }, { invitation: secret })).token.token];
      while (tokens.length < 10) tokens.push((await signIn(api, { ...STRANGER, sub })).token.token);
      await expire(tokens[4] ?? '');
      tokens.push((await signIn(api, { ...STRANGER, sub })).token.token);
      const statuses = await Promise.all(tokens.map(getStatus));
      expect(statuses).toEqual([...Array(4).fill(200), 401, ...Array(6).fill(200)]);
    });

    it("keeps a person's invitations when a later sign-in replaces the token that made them", async () => {
      const claims = { sub: `person-${crypto.randomUUID()}`, groups: ['bot-admins'] };
      const oldest = await signIn(api, claims);
      const own = { id: api.workspaceId, token: oldest.token.token };
      const forOthers = await createInvitation(api, { role: 'viewer' }, own);
      const forToken = await createInvitation(api, { role: 'viewer' }, own);
      for (let count = 0; count < 10; count++) await signIn(api, claims);
      // 404 if the gateway has kept the token, which has just been used.
      expect([401, 404]).toContain(await getStatus(oldest.token.token));
      const pending = (await readInvitations(api)).map(({ id }) => id);
      expect(pending).toEqual(expect.arrayContaining([forOthers.invitation.id, forToken.invitation.id]));
      const guest = { ...STRANGER, sub: `guest-${crypto.randomUUID()}` };
      expect((await signIn(api, guest, { invitation: forOthers.secret })).token.role).toBe('viewer');
      expect((await acceptInvitation(api, { secret: forToken.secret })).token.role).toBe('viewer');
    });

    it('accepts an invitation that the person has made', async () => {
      const claims = { sub: `person-${crypto.randomUUID()}`, groups: ['bot-admins'] };
      const { token } = await signIn(api, claims);
      const { secret } = await createInvitation(
        api,
        { role: 'viewer' },
        { id: api.workspaceId, token: token.token },
      );
      expect((await signIn(api, claims, { invitation: secret })).token.role).toBe('admin');
    });

    it('forgets a person by claim when the last token has expired, and lets them in again', async () => {
      const sub = `person-${crypto.randomUUID()}`;
      const { token } = await signIn(api, { sub });
      const key = keys.person(api.workspaceId, hashPerson(provider.issuer, sub));
      const item = await getItem(key);
      expect(item?.expiresAt).toBe(Math.floor(Date.parse(token.expiresAt ?? '') / 1_000));
      await updateItem(key, {
        expression: 'SET expiresAt = :past',
        values: { ':past': Math.floor(Date.now() / 1_000) - 1 },
      });
      expect(await readPerson(api.workspaceId, hashPerson(provider.issuer, sub))).toBeUndefined();
      expect((await signIn(api, { sub })).token.role).toBe('editor');
    });

    it('has the same personId for each token of a person, whatever the account', async () => {
      const sub = `person-${crypto.randomUUID()}`;
      const ids = [];
      for (const claims of [{ sub }, { sub, email: 'other@example.com' }, { sub: `${sub}-2` }]) {
        ids.push((await signIn(api, claims)).token.signIn?.personId);
      }
      expect(ids[1]).toBe(ids[0]);
      expect(ids[2]).not.toBe(ids[0]);
    });

    it("has the person's name in the audit trail", async () => {
      const { token } = await signIn(api, { name: 'Audited Person' });
      const entry = (await readTrail(api.workspaceId)).find(({ tokenId }) => tokenId === token.id);
      expect(entry).toMatchObject({
        action: 'createSignIn',
        actor: { type: 'token', tokenId: token.id, tokenName: 'Audited Person' },
        sourceIp: expect.any(String),
      });
    });

    it('is in the audit trail as the acceptance of an invitation, too', async () => {
      const { invitation, secret } = await createInvitation(api);
      const guest = { ...STRANGER, sub: `guest-${crypto.randomUUID()}` };
      const { token } = await signIn(api, guest, { invitation: secret });
      const entries = (await readTrail(api.workspaceId)).filter(({ tokenId }) => tokenId === token.id);
      expect(entries.map(({ action, invitationId }) => [action, invitationId]).toSorted()).toEqual([
        ['acceptInvitation', invitation.id],
        ['createSignIn', invitation.id],
      ]);
    });

    it('leaves an entry in the audit trail for each token that ends together', async () => {
      const sub = `person-${crypto.randomUUID()}`;
      const tokens = [await signIn(api, { sub }), await signIn(api, { sub }), await signIn(api, { sub })];
      const ids = tokens.map(({ token }) => token.id);
      await revoke(ids[1] ?? '');
      await revoke(ids[1] ?? '');
      const findEntries = async () =>
        (await readTrail(api.workspaceId)).filter(
          ({ action, tokenId }) => action === 'revokeToken' && ids.includes(String(tokenId)),
        );
      await expect.poll(async () => (await findEntries()).length).toBe(3);
      const entries = await findEntries();
      expect(entries.map(({ tokenId }) => tokenId).toSorted()).toEqual(ids.toSorted());
      const [first] = entries;
      for (const { actor } of entries) expect(actor).toEqual(first?.actor);
    });

    it.each([
      ['the user name, if there is no name', { name: undefined, preferred_username: 'ada' }, 'ada'],
      ['the subject, if there is nothing else', { name: undefined, email: undefined }, 'ada'],
      ['100 characters of a long name', { name: 'x'.repeat(300) }, 'x'.repeat(100)],
      ['a name without control characters', { name: 'Ada\u001b[31m' }, 'Ada [31m'],
      ['a name without invisible characters', { name: 'Ada\u202e\u200b' }, 'Ada'],
    ])('calls the person by %s', async (_, claims, name) => {
      expect((await signIn(api, { ...claims, sub: 'ada' })).token.name).toBe(name);
    });

    it('does not show an address that the provider has not verified', async () => {
      const { token } = await signIn(api, { email: 'admin@example.com', email_verified: false });
      expect(token.signIn?.account).toBe('ada');
    });

    it('reads the keys of the provider once', async () => {
      await signIn(api);
      const before = provider.keyRequests();
      await signIn(api);
      expect(provider.keyRequests()).toBe(before);
    });
  });

  describe('400', () => {
    it.each([
      ['no ID token', { idToken: undefined }, 'idToken'],
      ['no nonce', { nonce: undefined }, 'nonce'],
      ['a nonce that is not text', { nonce: 1 }, 'nonce'],
    ])('for %s', async (_, fields, path) => {
      expect(await send({ idToken: 'x', nonce: 'y', ...fields })).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', issues: [{ path }] },
      });
    });
  });

  describe.runIf(api.canInjectFaults)('400 for an ID token', () => {
    const expectRefusal = async (body: { idToken: string; nonce: string }, reason: string) => {
      const response = await send(body);
      expect(response).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', issues: [{ path: 'idToken' }] },
      });
      expect(response.text).toContain(reason);
      expect(response.text).not.toContain(body.nonce);
    };
    const now = () => Math.floor(Date.now() / 1_000);
    const claimsFor = (digest: string) => ({
      iss: provider.issuer,
      aud: CLIENT_ID,
      sub: 'ada',
      iat: now(),
      exp: now() + 300,
      nonce: digest,
      groups: ['bot-editors'],
    });

    it.each<[string, (digest: string) => Record<string, unknown>, string]>([
      ['of another audience', () => ({ aud: 'another-client' }), 'its claim \\"aud\\" is not'],
      [
        'for several clients that does not say which has asked',
        () => ({ aud: [CLIENT_ID, 'another-client'] }),
        'another client has asked for it',
      ],
      ['that another client has asked for', () => ({ azp: 'another-client' }), 'another client has asked'],
      ['of another issuer', () => ({ iss: 'https://login.example.com' }), 'its claim \\"iss\\" is not'],
      ['with the nonce of another browser', () => ({ nonce: createNonce().digest }), 'for another browser'],
      ['without a nonce', () => ({ nonce: undefined }), 'it has no claim \\"nonce\\"'],
      ['without a subject', () => ({ sub: undefined }), 'it has no claim \\"sub\\"'],
      ['that has expired', () => ({ exp: now() - 120 }), 'it has expired'],
      ['that never expires', () => ({ exp: undefined }), 'it has no claim \\"exp\\"'],
      ['that is too old', () => ({ iat: now() - 3_600 }), 'it has expired'],
      ['from the future', () => ({ iat: now() + 3_600 }), 'its claim \\"iat\\" is not'],
      ['that is not valid yet', () => ({ nbf: now() + 3_600 }), 'its claim \\"nbf\\" is not'],
    ])('%s', async (_, toClaims, reason) => {
      const { nonce, digest } = createNonce();
      const claims = { groups: ['bot-editors'], nonce: digest, ...toClaims(digest) };
      await expectRefusal({ idToken: await provider.signIdToken(claims), nonce }, reason);
    });

    it('whose nonce is sent instead of its secret', async () => {
      const { digest } = createNonce();
      const idToken = await provider.signIdToken({ nonce: digest, groups: ['bot-editors'] });
      await expectRefusal({ idToken, nonce: digest }, 'for another browser');
    });

    it('without a signature', async () => {
      const { nonce, digest } = createNonce();
      const idToken = new UnsecuredJWT(claimsFor(digest)).encode();
      await expectRefusal({ idToken, nonce }, 'The ID token is not accepted');
    });

    it("with the provider's public key as a shared secret", async () => {
      const { nonce, digest } = createNonce();
      const published = (await (await fetch(`${provider.issuer}/jwks`)).json()) as { keys: [JWK] };
      const publicKey = await importJWK(published.keys[0], 'RS256', { extractable: true });
      const secret = new TextEncoder().encode(
        await exportSPKI(publicKey as Parameters<typeof exportSPKI>[0]),
      );
      const idToken = await new SignJWT(claimsFor(digest))
        .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
        .sign(secret);
      await expectRefusal({ idToken, nonce }, 'its signature algorithm is not allowed');
    });

    it.each([
      ['under the id of a key of the provider', 'k1'],
      ['under an id of its own', 'k2'],
    ])('signed with an unknown key, %s', async (_, kid) => {
      const { nonce, digest } = createNonce();
      const { privateKey } = await generateKeyPair('RS256');
      const idToken = await new SignJWT(claimsFor(digest))
        .setProtectedHeader({ alg: 'RS256', kid })
        .sign(privateKey);
      await expectRefusal({ idToken, nonce }, "its signature is not one of the identity provider's");
    });

    it('that brings its own key', async () => {
      const { nonce, digest } = createNonce();
      const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
      const idToken = await new SignJWT(claimsFor(digest))
        .setProtectedHeader({ alg: 'RS256', jwk: await exportJWK(publicKey) })
        .sign(privateKey);
      await expectRefusal({ idToken, nonce }, "its signature is not one of the identity provider's");
    });

    it('whose claims were changed', async () => {
      const { nonce, digest } = createNonce();
      const [header, , signature] = (await provider.signIdToken({ nonce: digest })).split('.');
      const claims = Buffer.from(JSON.stringify(claimsFor(digest))).toString('base64url');
      await expectRefusal(
        { idToken: `${header}.${claims}.${signature}`, nonce },
        "its signature is not one of the identity provider's",
      );
    });

    it.each([['any text'], ['a.b.c'], ['']])('that is %j', async (idToken) => {
      await expectRefusal({ idToken, nonce: createNonce().nonce }, 'The ID token is not accepted');
    });

    it('that was used already, also of several at once', async () => {
      const request = await prepareSignIn(api);
      const responses = await Promise.all(Array.from({ length: 4 }, () => api.request(request)));
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
      await expectRefusal(request.body as { idToken: string; nonce: string }, 'it was used already');
    });
  });

  describe.runIf(api.canInjectFaults)('403', () => {
    const expectNoRole = async (claims: object, settings = {}) => {
      const request = await prepareSignIn(api, { ...claims });
      await useIdentityProvider(api, settings);
      expect(await api.request(request)).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN', message: expect.stringMatching(/no role here: ask an admin/) },
      });
    };

    it.each([
      ['another value', ['sales']],
      ['no value', []],
      ['part of a value', ['bot-editors2', 'bot-editor']],
      ['the name of a role', ['admin']],
      ['an object', { 'bot-admins': true }],
      ['a number', 1],
      ['a nested list', [['bot-admins']]],
      ['nothing', undefined],
    ])('for a person whose claim has %s', async (_, groups) => {
      await expectNoRole({ sub: `stranger-${crypto.randomUUID()}`, groups });
    });

    it('for a person with a role by claim, if no claim gives one', async () => {
      await expectNoRole({}, { OIDC_ROLE_CLAIM: undefined, OIDC_ROLES: undefined });
    });

    it('for a person whose claim was taken away', async () => {
      const sub = `person-${crypto.randomUUID()}`;
      const { token } = await signIn(api, { sub });
      await expectNoRole({ sub, groups: [] });
      expect(await getStatus(token.token)).toBe(401);
    });

    it('for an invited person whom an admin has removed', async () => {
      const sub = `guest-${crypto.randomUUID()}`;
      const { secret } = await createInvitation(api);
      await signIn(api, { ...STRANGER, sub }, { invitation: secret });
      const { token } = await signIn(api, { ...STRANGER, sub });
      await revoke(token.id);
      await expectNoRole({ ...STRANGER, sub });
    });

    it('for an invited person whose last token has expired', async () => {
      const sub = `guest-${crypto.randomUUID()}`;
      const { secret } = await createInvitation(api);
      const first = await signIn(api, { ...STRANGER, sub }, { invitation: secret });
      const second = await signIn(api, { ...STRANGER, sub });
      await expire(second.token.token);
      // The older one counts as well.
      const third = await signIn(api, { ...STRANGER, sub });
      for (const { token } of [first, third]) await expire(token.token);
      await expectNoRole({ ...STRANGER, sub });
    });

    it('for a person of the same subject at another issuer', async () => {
      const sub = `guest-${crypto.randomUUID()}`;
      const { secret } = await createInvitation(api);
      await signIn(api, { ...STRANGER, sub }, { invitation: secret });
      expect(await readPerson(api.workspaceId, hashPerson('https://login.example.com', sub))).toBeUndefined();
      expect(await readPerson(api.workspaceId, hashPerson(provider.issuer, sub))).toBeDefined();
    });
  });

  describe.runIf(api.canInjectFaults)('404', () => {
    it('without an identity provider', async () => {
      const request = await prepareSignIn(api);
      forgetIdentityProvider();
      expect(await api.request(request)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    });

    it('if the workspace does not exist, or is being erased', async () => {
      const workspace = await createOwnWorkspace(api);
      await updateItem(keys.workspace(workspace.id), {
        expression: 'SET erasedSince = :now',
        values: { ':now': new Date().toISOString() },
      });
      for (const id of ['unknown', workspace.id]) {
        const request = await prepareSignIn(api);
        await useIdentityProvider(api, { OIDC_WORKSPACE_ID: id });
        expect((await api.request(request)).status).toBe(404);
      }
    });

    const expectInvitationNotFound = async (secret: string) => {
      const request = await prepareSignIn(api, {}, { invitation: secret });
      expect(await api.request(request)).toMatchObject({
        status: 404,
        body: { message: expect.stringMatching(/^Invitation not found/) },
      });
    };

    it('for an invitation that is unknown, used or of another workspace, also with a role by claim', async () => {
      await expectInvitationNotFound('inv_x');
      const { secret } = await createInvitation(api);
      await signIn(api, { ...STRANGER, sub: `guest-${crypto.randomUUID()}` }, { invitation: secret });
      await expectInvitationNotFound(secret);
      const workspace = await createOwnWorkspace(api);
      const foreign = await createInvitation(api, {}, workspace);
      await expectInvitationNotFound(foreign.secret);
      expect((await readInvitations(api, workspace)).map(({ id }) => id)).toEqual([foreign.invitation.id]);
    });

    it('for an invitation whose creator was revoked', async () => {
      const creator = await createToken(api, { role: 'admin' });
      const own = { id: api.workspaceId, token: creator.token };
      const { secret } = await createInvitation(api, {}, own);
      await revoke(creator.id);
      const request = await prepareSignIn(
        api,
        { ...STRANGER, sub: `guest-${crypto.randomUUID()}` },
        { invitation: secret },
      );
      expect((await api.request(request)).status).toBe(404);
    });
  });

  describe.runIf(api.canInjectFaults)('429', () => {
    it('for a person who signs in without end, until a minute has passed', async () => {
      const sub = `person-${crypto.randomUUID()}`;
      await signIn(api, { sub });
      await signIn(api, { sub });
      const key = keys.person(api.workspaceId, hashPerson(provider.issuer, sub));
      expect((await getItem(key))?.recent).toMatchObject({ count: 2 });
      const setRecent = async (secondsAgo: number) =>
        await updateItem(key, {
          expression: 'SET recent = :recent',
          values: { ':recent': { since: Math.floor(Date.now() / 1_000) - secondsAgo, count: 30 } },
        });
      await setRecent(0);
      expect(await api.request(await prepareSignIn(api, { sub }))).toMatchObject({
        status: 429,
        body: { code: 'TOO_MANY_REQUESTS', message: expect.stringMatching(/30 times within a minute/) },
      });
      await setRecent(61);
      await signIn(api, { sub });
      expect((await getItem(key))?.recent).toMatchObject({ count: 1 });
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it.each([
      ['does not respond', 'http://127.0.0.1:9'],
      ['is another issuer than it says', undefined],
    ])('if the provider %s', async (_, issuer) => {
      const request = await prepareSignIn(api);
      await useIdentityProvider(api, { OIDC_ISSUER: issuer ?? `${provider.issuer}/` });
      expect(await api.request(request)).toMatchObject({
        status: 503,
        body: { code: 'SERVICE_UNAVAILABLE', message: expect.stringMatching(/identity provider/) },
      });
    });
  });
});

/** Makes a token expire in the past. */
async function expire(token: string): Promise<void> {
  await updateItem(keys.token(hashToken(token)), {
    expression: 'SET expiresAt = :past',
    values: { ':past': Math.floor(Date.now() / 1_000) - 1 },
  });
}
