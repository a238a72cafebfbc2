import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#functions/endpoints.ts';
import { includesRole, ROLES, type Role } from '#lib/platform/auth/role.ts';
import type { Endpoint } from '#lib/platform/http/contract.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import { type Item, writeItems } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { insertWorkspace } from '#lib/workspaces/store/workspace-store.ts';
import { insertToken, markRevoked } from '#lib/workspaces/tokens/store/token-store.ts';
import { intercepting } from '#test/support/database-requests.ts';
import { useDocumentValues } from '#test/support/fuzz/document-values.ts';
import { PLACEHOLDER } from '#test/support/fuzz/known-values.ts';
import type { PlannedRequest } from '#test/support/fuzz/planned-request.ts';
import { createWorld, type World } from '#test/support/fuzz/world.ts';
import { forgetIdentityProvider } from '#test/support/sign-in/sign-in-client.ts';
import { tableContents } from '#test/support/table-contents.ts';
import { directTarget, type Target, type WireResponse } from '#test/support/target.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/test-database.ts';
import { placeholdersIn, succeedingPlan, type Whose } from '#test/support/valid-plan.ts';

/* Checks who may do what, for every endpoint. The expectations come only from the contract's `auth` and `role`. */

const HOUR_MS = 60 * 60 * 1_000;

let database: TestDatabase;
let target: Target;
let world: World;

/**
 * Set by successful writes. The next endpoint then gets a new table, because the tests repeatedly read the
 * whole table.
 */
let isUsed = false;

async function start(): Promise<void> {
  database = await startTestDatabase();
  target = await directTarget();
  world = await createWorld(await useDocumentValues(), 1, { hasIdentityProvider: true });
  await issueTokens();
  isUsed = false;
}

async function stop(): Promise<void> {
  await target.stop();
  await database.stop();
}

beforeAll(async () => {
  Object.assign(process.env, {
    FILES_BUCKET: 'tenants-files',
    FILES_PUBLIC_URL: 'https://files.example.com/',
  });
  await start();
});
afterAll(async () => {
  forgetIdentityProvider();
  await stop();
});

/** Every kind of caller, by name, with the text that follows `Bearer `, if any. */
type Caller =
  | 'no token'
  | 'a malformed token'
  | 'an unknown token'
  | 'an expired token'
  | 'a revoked token'
  | 'a token whose workspace is gone'
  | Role
  | `${Role} of another workspace`;

const tokens = new Map<Caller, string | undefined>();

async function issueTokens(): Promise<void> {
  const { workspaceId } = world;
  const past = new Date(Date.now() - 2 * HOUR_MS);
  const expired = await insertToken({
    workspaceId,
    role: 'admin',
    name: 'Expired',
    now: past,
    expiresAt: new Date(past.getTime() + HOUR_MS),
  });
  const revoked = await insertToken({ workspaceId, role: 'admin', name: 'Revoked' });
  await markRevoked(workspaceId, revoked.id);
  const gone = await insertWorkspace({ name: 'Gone' });
  const orphan = await insertToken({ workspaceId: gone.id, role: 'admin', name: 'Orphan' });
  await writeItems([{ delete: keys.workspace(gone.id) }]);
  const foreignId = world.resolve('@@workspaceId:foreign:0@@');
  tokens.set('no token', undefined);
  tokens.set('a malformed token', 'bot_short');
  tokens.set('an unknown token', `bot_${'x'.repeat(42)}A`);
  tokens.set('an expired token', expired.token);
  tokens.set('a revoked token', revoked.token);
  tokens.set('a token whose workspace is gone', orphan.token);
  for (const role of ROLES) {
    tokens.set(role, world.tokens[role]);
    const stranger = await insertToken({ workspaceId: foreignId, role, name: `Strange ${role}` });
    tokens.set(`${role} of another workspace`, stranger.token);
  }
  // The gateway now has every token cached, so no token look-up is counted later.
  for (const caller of tokens.keys()) await sendAs(caller, WHO_AM_I, 'own');
}

const WHO_AM_I: PlannedRequest & { endpoint: Pick<Endpoint, 'api'> } = {
  kind: 'valid',
  endpoint: { api: 'management' },
  bearer: 'fitting',
  method: 'GET',
  path: '/v1/me',
  query: '',
  headers: [],
  body: undefined,
};

type Planned = PlannedRequest & { endpoint: Pick<Endpoint, 'api'> };

const absentIds = new Map<string, string>();

/** Replaces the ids in a text by ids that do not exist, always the same ones. */
function absent(text: string): string {
  return text.replace(PLACEHOLDER, (placeholder) => {
    // A domain is not looked up unless it can be one.
    const id =
      absentIds.get(placeholder) ??
      `${createId()}${placeholder.startsWith('@@domain:') ? '.custom.example' : ''}`;
    absentIds.set(placeholder, id);
    return id;
  });
}

/** @param whose whose ids replace the placeholders, or only the placeholder `of` if given */
async function sendAs(caller: Caller, plan: Planned, whose: Whose, of?: string): Promise<WireResponse> {
  const named = (text: string) => {
    const chosen = text.replace(PLACEHOLDER, (placeholder) => {
      if (of !== undefined && placeholder !== of) return placeholder;
      if (whose === 'absent') return absent(placeholder);
      return placeholder.replace(':own:', `:${whose}:`);
    });
    return world.resolve(chosen);
  };
  const token = tokens.get(caller);
  const query = named(plan.query);
  return await target.send({
    api: plan.endpoint.api,
    method: plan.method,
    pathAndQuery: query === '' ? named(plan.path) : `${named(plan.path)}?${query}`,
    headers: [
      ...plan.headers.map(([name, value]): [string, string] => [name, named(value)]),
      ...(token === undefined ? [] : [['Authorization', `Bearer ${token}`] as [string, string]]),
    ],
    body: typeof plan.body === 'string' ? Buffer.from(named(plan.body)) : plan.body,
  });
}

/** Strips the parts of a response that differ between any two requests. */
function comparable({ status, headers, text }: WireResponse) {
  return {
    status,
    headers: Object.fromEntries([...headers].filter(([name]) => name !== 'x-amzn-requestid')),
    text: text.replace(/"requestId":"[^"]+"/, '"requestId":"…"'),
  };
}

/** Returns the table requests: the command and the kinds of items involved. */
async function observed(send: () => Promise<WireResponse>) {
  const asked: string[] = [];
  const response = await intercepting((request, pass) => {
    const kinds = new Set([...request.text.matchAll(/"([A-Z_]+)#/g)].map((match) => match[1]));
    // The gateway caches the authorizer's response for a minute and then asks again, whatever the request.
    if (!kinds.has('TOKEN')) asked.push(`${request.command} ${[...kinds].join(' ')}`);
    return pass(request.input);
  }, send);
  return { ...comparable(response), asked: asked.toSorted() };
}

/** A refused call may record the token's day of use, and nothing else. */
async function contents(): Promise<Item[]> {
  return (await tableContents()).map(({ lastUsedOn: _, ...item }) => item);
}

const REFUSED_WITH_401: Caller[] = [
  'no token',
  'a malformed token',
  'an unknown token',
  'an expired token',
  'a revoked token',
];

const STRANGERS: Caller[] = [
  'a token whose workspace is gone',
  ...ROLES.map((role): Caller => `${role} of another workspace`),
];

const ALL_CALLERS: Caller[] = [...REFUSED_WITH_401, ...ROLES, ...STRANGERS];

/** Returns the status that the contract requires for this caller. */
function expectedStatus({ auth, role = 'viewer' }: Endpoint, caller: Caller, isAboutOwn: boolean): number {
  if (auth === 'none') return 200;
  if (REFUSED_WITH_401.includes(caller)) return 401;
  if (isAboutOwn && STRANGERS.includes(caller)) return 404;
  const held = ROLES.find((one) => caller.startsWith(one)) ?? 'admin';
  return includesRole(held, role) ? 200 : 403;
}

describe.each(routes.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_, endpoint) => {
  let plan: Planned;
  let isAboutOwn: boolean;

  beforeAll(async () => {
    if (isUsed) {
      await stop();
      await start();
    }
    // Without a token where none is needed: with one, a chat may start as a preview, which others may not.
    const caller = endpoint.auth === 'none' ? 'no token' : 'admin';
    const found = await succeedingPlan(endpoint, async (candidate) => {
      const { status } = await sendAs(caller, { ...candidate, endpoint }, 'own');
      await renew(status);
      return status === 200;
    });
    plan = { ...found, endpoint };
    isAboutOwn = placeholdersIn(plan).length > 0;
  });
  /**
   * Creates new bots, results and so on, because a successful write may have deleted or changed the old ones.
   */
  const renew = async (status: number) => {
    if (status !== 200 || endpoint.method === 'GET') return;
    isUsed = true;
    await world.refresh();
  };

  it('rejects unauthorized callers and changes nothing', async () => {
    const before = await contents();
    for (const caller of ALL_CALLERS) {
      const expected = expectedStatus(endpoint, caller, isAboutOwn);
      if (expected === 200) continue;
      const { status, text } = await sendAs(caller, plan, 'own');
      expect(status, `${caller}: ${text}`).toBe(expected);
    }
    expect(await contents()).toEqual(before);
  });

  it('accepts every authorized caller', async () => {
    for (const caller of ALL_CALLERS) {
      if (expectedStatus(endpoint, caller, isAboutOwn) !== 200) continue;
      const { status, text } = await sendAs(caller, plan, 'own');
      expect(status, `${caller}: ${text}`).toBe(200);
      await renew(status);
    }
  });

  if (endpoint.auth === 'none') return;

  it('treats foreign resources like nonexistent ones', async () => {
    // First with all ids of the request replaced, then with each one alone.
    const which = isAboutOwn ? [undefined, ...placeholdersIn(plan)] : [];
    const before = await contents();
    for (const role of ROLES) {
      for (const of of which) {
        const foreign = await observed(() => sendAs(role, plan, 'foreign', of));
        const absent = await observed(() => sendAs(role, plan, 'absent', of));
        expect({ role, of, ...foreign }).toEqual({ role, of, ...absent });
        expect(foreign.status, foreign.text).not.toBe(200);
        if (of === undefined) expect(foreign.status, foreign.text).toBe(404);
      }
    }
    expect(await contents()).toEqual(before);
  });
});
