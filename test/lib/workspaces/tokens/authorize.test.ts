import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import type { APIGatewayTokenAuthorizerEvent, Context } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '#functions/triggers/authorizer.ts';
import { toCaller } from '#lib/platform/auth/access.ts';
import { generateToken, hashToken } from '#lib/platform/auth/bearer-token.ts';
import { ROLES } from '#lib/platform/auth/role.ts';
import { getItem, putItem } from '#lib/platform/store/dynamodb.ts';
import { closeDynamoDbClient } from '#lib/platform/store/dynamodb-client.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { insertWorkspace } from '#lib/workspaces/store/workspace-store.ts';
import { authorize } from '#lib/workspaces/tokens/authorize.ts';
import { addDays, PERSONAL_LIFETIME_DAYS } from '#lib/workspaces/tokens/store/expiry.ts';
import type { CreatedToken } from '#lib/workspaces/tokens/store/token.ts';
import { findToken, markUsedToday } from '#lib/workspaces/tokens/store/token-lookup.ts';
import { insertToken, markRevoked, tokenToPut } from '#lib/workspaces/tokens/store/token-store.ts';
import { type EmbeddedTable, startEmbeddedTable } from './embedded-table.ts';

const API = 'arn:aws:execute-api:eu-central-1:123456789012:abcdef1234';
const CREATED = new Date('2026-11-20T10:00:00.900Z');
const NOW = new Date('2026-11-21T10:00:00.000Z');

let database: EmbeddedTable;
let workspaceId: string;
/** Everything the process printed, including errors that the Lambda runtime would print. */
let printed: string;

beforeAll(async () => {
  database = await startEmbeddedTable();
  workspaceId = (await insertWorkspace({ name: 'Support' })).id;
});
afterAll(() => database.stop());

beforeEach(() => {
  // The log output is part of what is tested here.
  vi.stubEnv('LOG_LEVEL', 'INFO');
  database.reset();
  printed = '';
  const collect = (text: unknown) => {
    printed += String(text);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(collect);
  vi.spyOn(process.stderr, 'write').mockImplementation(collect);
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...values) => {
      printed += values.map((value) => inspect(value, { depth: 10, showHidden: true })).join(' ');
    });
  }
  return () => {
    vi.restoreAllMocks();
  };
});

function newToken(with_: { expiresAt?: Date } = {}): Promise<CreatedToken> {
  return insertToken({ workspaceId, role: 'editor', name: 'CI', now: CREATED, ...with_ });
}

function toEvent(
  authorizationToken: string,
  methodArn = `${API}/api/GET/v1/bots/b1`,
): APIGatewayTokenAuthorizerEvent {
  return { type: 'TOKEN', methodArn, authorizationToken };
}

async function toError(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    printed += inspect(error, { depth: 10, showHidden: true });
    return error as Error;
  }
  throw new Error('It was allowed');
}

/** Needs a new client, because a client reads the endpoint only once. */
async function withEndpoint(endpoint: string, work: () => Promise<void>): Promise<void> {
  const usual = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  closeDynamoDbClient();
  process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint;
  try {
    await work();
  } finally {
    closeDynamoDbClient();
    process.env.AWS_ENDPOINT_URL_DYNAMODB = usual;
  }
}

function expectNoSecretPrinted(token: string): void {
  expect(printed).not.toContain(token);
  expect(printed).not.toContain(token.slice(4, 20));
  expect(printed).not.toContain(hashToken(token));
}

describe('a valid token', () => {
  it('is allowed to call the whole API and identifies the caller', async () => {
    const { token, id } = await newToken();
    const response = await handler(toEvent(`Bearer ${token}`), { awsRequestId: 'call' } as Context);
    expect(response).toEqual({
      principalId: id,
      policyDocument: {
        Version: '2012-10-17',
        Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: `${API}/api/*` }],
      },
      context: { tokenId: id, tokenName: 'CI', grants: JSON.stringify({ [workspaceId]: 'editor' }) },
    });
    expect(toCaller(response.context)).toEqual({
      tokenId: id,
      tokenName: 'CI',
      grants: new Map([[workspaceId, 'editor']]),
    });
  });

  it('passes on its expiry', async () => {
    const expiresAt = new Date('2027-01-01T00:00:00.000Z');
    const { token } = await insertToken({ workspaceId, role: 'editor', name: 'CI', expiresAt });
    const { context } = await authorize(toEvent(`Bearer ${token}`));
    expect(context).toMatchObject({ expiresAt: '1798761600' });
    expect(toCaller(context).expiresAt).toEqual(expiresAt);
  });

  it('gets the same policy on every route, because the policy is cached for all of them', async () => {
    const { token } = await newToken();
    const routes = ['GET/', 'GET/v1/bots/b1', 'POST/v1/bots/import', 'PATCH/v1/bots/a:b/c', 'DELETE/*'];
    const answers = await Promise.all(
      routes.map((route) => authorize(toEvent(`Bearer ${token}`, `${API}/api/${route}`), NOW)),
    );
    for (const response of answers) expect(response).toEqual(answers[0]);
  });

  it('is accepted with any case of the scheme', async () => {
    const { token, id } = await newToken();
    for (const scheme of ['bearer', 'BEARER', 'bEaReR']) {
      expect((await authorize(toEvent(`${scheme} ${token}`), NOW)).principalId).toBe(id);
    }
  });

  it('keeps its own grants under concurrent requests', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const { id } = await insertWorkspace({ name: `Team ${index}` });
        const role = ROLES[index % ROLES.length] ?? 'viewer';
        return await insertToken({ workspaceId: id, role, name: 'CI' });
      }),
    );
    const callers = await Promise.all(
      tokens.map(async ({ token }) => toCaller((await authorize(toEvent(`Bearer ${token}`))).context)),
    );
    callers.forEach((caller, index) => {
      const token = tokens[index];
      expect(caller.tokenId).toBe(token?.id);
      expect([...caller.grants]).toEqual([[token?.workspaceId, token?.role]]);
    });
  });
});

describe('401', () => {
  it('for an unknown token', async () => {
    await newToken();
    const token = generateToken();
    expect((await toError(authorize(toEvent(`Bearer ${token}`), NOW))).message).toBe('Unauthorized');
    expectNoSecretPrinted(token);
  });

  it('for a malformed token, without a database request', async () => {
    const { token } = await newToken();
    database.reset();
    const headers = [
      '',
      'Bearer',
      'Bearer ',
      'Bearer x',
      token,
      `Basic ${token}`,
      `Token ${token}`,
      `Bearer ${token}A`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token.toUpperCase()}`,
      `Bearer ${token} ${token}`,
      `Bearer bot_${'#'.repeat(43)}`,
      `Bearer ${hashToken(token)}`,
    ];
    for (const header of headers) {
      expect((await toError(authorize(toEvent(header), NOW))).message).toBe('Unauthorized');
    }
    const withoutToken = { type: 'TOKEN', methodArn: `${API}/api/GET/` } as APIGatewayTokenAuthorizerEvent;
    expect((await toError(authorize(withoutToken, NOW))).message).toBe('Unauthorized');
    expect(database.requests).toEqual([]);
    expectNoSecretPrinted(token);
  });

  it('for an expired token that DynamoDB has not deleted yet', async () => {
    const expiresAt = new Date('2026-11-21T10:00:00.000Z');
    const { token } = await newToken({ expiresAt });
    await authorize(toEvent(`Bearer ${token}`), new Date(expiresAt.getTime() - 1));
    expect(await findToken(hashToken(token))).toBeDefined();
    expect((await toError(authorize(toEvent(`Bearer ${token}`), expiresAt))).message).toBe('Unauthorized');
    expectNoSecretPrinted(token);
  });

  it('for a revoked token, immediately', async () => {
    const { token, id } = await newToken();
    await authorize(toEvent(`Bearer ${token}`), NOW);
    await markRevoked(workspaceId, id);
    expect((await toError(authorize(toEvent(`Bearer ${token}`), NOW))).message).toBe('Unauthorized');
    expectNoSecretPrinted(token);
  });

  it('does not update the day of last use', async () => {
    const { token, id } = await newToken();
    await markRevoked(workspaceId, id);
    database.reset();
    await toError(authorize(toEvent(`Bearer ${token}`), NOW));
    expect(database.requests).toEqual(['GetItemCommand']);
  });
});

describe('the day of last use', () => {
  it('is written once a day', async () => {
    const { token } = await newToken();
    const lastUsedOn = async () => (await findToken(hashToken(token)))?.lastUsedOn;
    const getRequests = async (time: string) => {
      database.reset();
      await authorize(toEvent(`Bearer ${token}`), new Date(time));
      return [...database.requests];
    };
    expect(await getRequests('2026-11-21T00:00:00.000Z')).toEqual(['GetItemCommand', 'UpdateItemCommand']);
    expect(await lastUsedOn()).toBe('2026-11-21');
    expect(await getRequests('2026-11-21T12:00:00.000Z')).toEqual(['GetItemCommand']);
    expect(await getRequests('2026-11-21T23:59:59.999Z')).toEqual(['GetItemCommand']);
    expect(await getRequests('2026-11-22T00:00:00.000Z')).toEqual(['GetItemCommand', 'UpdateItemCommand']);
    expect(await lastUsedOn()).toBe('2026-11-22');
  });

  it("never moves backwards, even if an authorizer's clock is behind", async () => {
    const { token } = await newToken();
    await authorize(toEvent(`Bearer ${token}`), new Date('2026-11-22T00:00:01.000Z'));
    database.reset();
    await authorize(toEvent(`Bearer ${token}`), new Date('2026-11-21T23:59:59.000Z'));
    expect(database.requests).toEqual(['GetItemCommand']);
    expect((await findToken(hashToken(token)))?.lastUsedOn).toBe('2026-11-22');
  });

  it('is the only attribute written', async () => {
    const { token } = await newToken();
    const before = await getItem(keys.token(hashToken(token)));
    await authorize(toEvent(`Bearer ${token}`), NOW);
    const after = await getItem(keys.token(hashToken(token)));
    expect(after).toEqual({ ...before, lastUsedOn: '2026-11-21' });
  });

  it('is written once, however many authorizers see the token for the first time', async () => {
    const { token } = await newToken();
    const written = await Promise.all(
      Array.from({ length: 20 }, () => markUsedToday(hashToken(token), '2026-11-21')),
    );
    expect(written.filter(Boolean)).toHaveLength(1);
  });

  it('does not recreate a deleted token', async () => {
    const sha256 = hashToken(generateToken());
    expect(await markUsedToday(sha256, '2026-11-21')).toBe(false);
    expect(await getItem(keys.token(sha256))).toBeUndefined();
  });

  it('is not retried if the database does not respond', async () => {
    let requests = 0;
    const silent = createServer(() => {
      requests += 1;
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    await withEndpoint(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`, async () => {
      await toError(markUsedToday(hashToken(generateToken()), '2026-11-21'));
      expect(requests).toBe(1);
    });
    silent.closeAllConnections();
    silent.close();
  });

  it('does not deny access if it cannot be written', async () => {
    const { token, id } = await newToken();
    const failure = Object.assign(new Error(`Cannot update TOKEN#${hashToken(token)}`), {
      name: 'ProvisionedThroughputExceededException',
    });
    database.failOn('UpdateItemCommand', failure);
    expect((await authorize(toEvent(`Bearer ${token}`), NOW)).principalId).toBe(id);
    expect(JSON.parse(printed)).toMatchObject({
      level: 'WARN',
      tokenId: id,
      error: 'ProvisionedThroughputExceededException',
    });
    expectNoSecretPrinted(token);
  });
});

describe('a personal token', () => {
  const insertPersonalToken = async () => {
    const { item, created } = tokenToPut({
      workspaceId,
      role: 'editor',
      name: 'Ada',
      now: CREATED,
      expiresAt: addDays(CREATED, PERSONAL_LIFETIME_DAYS),
      invitation: { id: 'i1', name: 'Ada, support' },
    });
    await putItem(item);
    return created.token;
  };
  const readExpiry = async (token: string) => (await getItem(keys.token(hashToken(token))))?.expiresAt;
  const toSeconds = (time: string) => Date.parse(time) / 1_000;

  it('is renewed for 30 days by the write of the day of last use, once a day', async () => {
    const token = await insertPersonalToken();
    const use = async (time: string) => {
      database.reset();
      const { context } = await authorize(toEvent(`Bearer ${token}`), new Date(time));
      return { requests: [...database.requests], expiresAt: context?.expiresAt };
    };
    const renewed = toSeconds('2027-01-05T10:00:00.000Z');
    expect(await use('2026-12-06T10:00:00.000Z')).toEqual({
      requests: ['GetItemCommand', 'UpdateItemCommand'],
      expiresAt: String(renewed),
    });
    expect(await readExpiry(token)).toBe(renewed);
    expect(await use('2026-12-06T23:59:59.000Z')).toEqual({
      requests: ['GetItemCommand'],
      expiresAt: String(renewed),
    });
    await use('2027-01-05T09:59:59.000Z');
    expect(await readExpiry(token)).toBe(toSeconds('2027-02-04T09:59:59.000Z'));
  });

  it('changes nothing else when it is renewed', async () => {
    const token = await insertPersonalToken();
    const key = keys.token(hashToken(token));
    const before = await getItem(key);
    await authorize(toEvent(`Bearer ${token}`), NOW);
    const expiresAt = toSeconds('2026-12-21T10:00:00.000Z');
    expect(await getItem(key)).toEqual({ ...before, lastUsedOn: '2026-11-21', expiresAt });
  });

  it('ends 30 days after its last use, and is not renewed then', async () => {
    const token = await insertPersonalToken();
    await authorize(toEvent(`Bearer ${token}`), NOW);
    const end = new Date('2026-12-21T10:00:00.000Z');
    expect((await toError(authorize(toEvent(`Bearer ${token}`), end))).message).toBe('Unauthorized');
    expect(await readExpiry(token)).toBe(end.getTime() / 1_000);
  });

  it('is not renewed once it is revoked', async () => {
    const token = await insertPersonalToken();
    const id = (await findToken(hashToken(token)))?.id ?? '';
    await markRevoked(workspaceId, id);
    const before = await readExpiry(token);
    await toError(authorize(toEvent(`Bearer ${token}`), NOW));
    expect(await readExpiry(token)).toBe(before);
  });

  it('works until its expiry even if the renewal cannot be written', async () => {
    const token = await insertPersonalToken();
    const before = await readExpiry(token);
    database.failOn('UpdateItemCommand', new Error('No'));
    const { context } = await authorize(toEvent(`Bearer ${token}`), NOW);
    expect(context).toMatchObject({ expiresAt: String(before) });
  });
});

describe('500', () => {
  it.each(['ThrottlingException', 'AccessDeniedException', 'ResourceNotFoundException', 'TimeoutError'])(
    'after a %s from the database, because the token may be valid',
    async (name) => {
      const { token } = await newToken();
      const failure = Object.assign(new Error('The database says no'), { name });
      database.failOn('GetItemCommand', failure);
      expect(await toError(authorize(toEvent(`Bearer ${token}`), NOW))).toBe(failure);
      expectNoSecretPrinted(token);
    },
  );

  it('for a malformed stored token, without revealing it', async () => {
    const { token } = await newToken();
    await putItem({ ...keys.token(hashToken(token)), id: 't1', grants: { [workspaceId]: 'owner' } });
    const error = await toError(authorize(toEvent(`Bearer ${token}`), NOW));
    expect(error.message).toBe('A stored token is malformed');
    expectNoSecretPrinted(token);
  });

  it('if the database is unreachable', async () => {
    const { token } = await newToken();
    // Removes the random jitter of the SDK's backoff.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    await withEndpoint('http://127.0.0.1:1', async () => {
      const error = await toError(authorize(toEvent(`Bearer ${token}`), NOW));
      expect(error.message).not.toBe('Unauthorized');
      expect(error).toMatchObject({ code: 'ECONNREFUSED' });
    });
    expectNoSecretPrinted(token);
  });
});
