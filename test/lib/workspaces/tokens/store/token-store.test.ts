import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashToken } from '#lib/platform/auth/bearer-token.ts';
import { getItem, transact } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { insertWorkspace } from '#lib/workspaces/store/workspace-store.ts';
import { findToken, markUsedToday } from '#lib/workspaces/tokens/store/token-lookup.ts';
import { insertToken, markRevoked, readAllTokens } from '#lib/workspaces/tokens/store/token-store.ts';
import { type EmbeddedTable, startEmbeddedTable } from '#test/lib/workspaces/tokens/embedded-table.ts';
import { intercepting } from '#test/support/database-requests.ts';

const NEVER_MS = Number.NaN;

let database: EmbeddedTable;
let workspaceId: string;

beforeAll(async () => {
  database = await startEmbeddedTable();
});
afterAll(() => database.stop());

beforeEach(async () => {
  workspaceId = (await insertWorkspace({ name: 'Support' })).id;
});

describe('insertToken', () => {
  it('returns the plaintext and stores only its SHA-256', async () => {
    const now = new Date('2026-11-21T10:00:00.000Z');
    const expiresAt = new Date('2126-11-21T10:00:00.700Z');
    const created = await insertToken({ workspaceId, role: 'editor', name: ' CI ', expiresAt, now });
    expect(created).toEqual({
      token: expect.stringMatching(/^bot_[A-Za-z0-9_-]{43}$/),
      id: expect.stringMatching(/^[a-z][a-z0-9]{23}$/),
      workspaceId,
      role: 'editor',
      name: 'CI',
      createdAt: '2026-11-21T10:00:00.000Z',
      expiresAt: '2126-11-21T10:00:00.000Z',
    });
    const item = await getItem(keys.token(hashToken(created.token)));
    expect(item).toMatchObject({
      id: created.id,
      grants: { [workspaceId]: 'editor' },
      expiresAt: Date.parse('2126-11-21T10:00:00.000Z') / 1_000,
    });
    expect(JSON.stringify(item)).not.toContain(created.token.slice(4));
  });

  it('stores an item that a failed condition of a transaction does not show', async () => {
    const { token } = await insertToken({ workspaceId, role: 'admin', name: 'CI' });
    const key = keys.token(hashToken(token));
    const condition = { expression: 'attribute_not_exists(pk)' };
    for (const write of [
      { check: key, condition },
      { delete: key, condition },
    ]) {
      await expect(transact([write])).rejects.toMatchObject({
        name: 'ConditionFailedError',
        item: undefined,
      });
    }
    const other = { check: keys.workspace(workspaceId), condition };
    await expect(transact([other])).rejects.toMatchObject({ item: { id: workspaceId } });
  });

  it('omits the attribute without an expiry, so that DynamoDB keeps the item', async () => {
    const { token, expiresAt } = await insertToken({ workspaceId, role: 'viewer', name: 'CI' });
    expect(expiresAt).toBeNull();
    expect(await getItem(keys.token(hashToken(token)))).not.toHaveProperty('expiresAt');
    expect(await findToken(hashToken(token))).not.toHaveProperty('expiresAt');
  });

  it.each(['unknown', 'a#b', '', '__proto__'])(
    'throws NOT_FOUND for the workspace %j',
    async (workspaceId) => {
      await expect(insertToken({ workspaceId, role: 'admin', name: 'CI' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'Workspace not found',
      });
    },
  );

  it.each([
    ['a moment ago', -1],
    ['now', 0],
    ['within this second, which is already over when rounded', 500],
    ['at no time', NEVER_MS],
  ])('rejects a token that expires %s', async (_, fromNowMs) => {
    const now = new Date('2026-11-21T10:00:00.000Z');
    const expiresAt = new Date(now.getTime() + fromNowMs);
    await expect(
      insertToken({ workspaceId, role: 'admin', name: 'CI', expiresAt, now }),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      issues: [{ path: 'expiresAt' }],
    });
  });

  it('requires a name', async () => {
    await expect(insertToken({ workspaceId, role: 'admin', name: ' ' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      issues: [{ path: 'name' }],
    });
  });
});

describe('readAllTokens', () => {
  it("returns every token's details, newest first, without the secret", async () => {
    const first = await insertToken({ workspaceId, role: 'viewer', name: 'One', now: new Date(1_000) });
    const second = await insertToken({
      workspaceId,
      role: 'admin',
      name: 'Two',
      now: new Date(2_000),
      expiresAt: new Date('2126-11-21T00:00:00.000Z'),
    });
    await markUsedToday(hashToken(first.token), '2026-11-21');
    await markRevoked(workspaceId, second.id, { now: new Date('2026-11-22T00:00:00.000Z') });

    const tokens = await readAllTokens(workspaceId);
    expect(tokens).toEqual([
      {
        id: second.id,
        workspaceId,
        name: 'Two',
        role: 'admin',
        createdAt: '1970-01-01T00:00:02.000Z',
        expiresAt: '2126-11-21T00:00:00.000Z',
        revokedAt: '2026-11-22T00:00:00.000Z',
        lastUsedOn: null,
      },
      {
        id: first.id,
        workspaceId,
        name: 'One',
        role: 'viewer',
        createdAt: '1970-01-01T00:00:01.000Z',
        expiresAt: null,
        revokedAt: null,
        lastUsedOn: '2026-11-21',
      },
    ]);
    for (const { token } of [first, second]) {
      expect(JSON.stringify(tokens)).not.toContain(hashToken(token));
      expect(JSON.stringify(tokens)).not.toContain(token);
    }
  });

  it('omits expired tokens, which DynamoDB deletes late', async () => {
    await insertToken({
      workspaceId,
      role: 'viewer',
      name: 'Old',
      now: new Date(1_000),
      expiresAt: new Date(10_000),
    });
    expect(await readAllTokens(workspaceId)).toEqual([]);
  });

  it("returns only one workspace's tokens", async () => {
    const other = await insertWorkspace({ name: 'Sales' });
    await insertToken({ workspaceId: other.id, role: 'viewer', name: 'Theirs' });
    expect(await readAllTokens(workspaceId)).toEqual([]);
    expect(await readAllTokens('not#an#id')).toEqual([]);
  });

  it('reads only the index, whatever the number of tokens', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        insertToken({ workspaceId, role: 'viewer', name: `Token ${index}` }),
      ),
    );
    database.reset();
    expect(await readAllTokens(workspaceId)).toHaveLength(30);
    expect(database.requests).toEqual(['QueryCommand']);
  });
});

describe('markRevoked', () => {
  it('keeps the item and records the time', async () => {
    const { token, id } = await insertToken({ workspaceId, role: 'viewer', name: 'CI' });
    const revoked = await markRevoked(workspaceId, id, { now: new Date('2026-11-21T00:00:00.000Z') });
    expect(revoked).toMatchObject({ id, name: 'CI', revokedAt: '2026-11-21T00:00:00.000Z' });
    expect((await findToken(hashToken(token)))?.revokedAt).toBe('2026-11-21T00:00:00.000Z');
  });

  it('is idempotent', async () => {
    const { id } = await insertToken({ workspaceId, role: 'viewer', name: 'CI' });
    const first = await markRevoked(workspaceId, id, { now: new Date('2026-11-21T00:00:00.000Z') });
    expect(await markRevoked(workspaceId, id, { now: new Date('2026-11-22T00:00:00.000Z') })).toEqual(first);
  });

  it('does not touch the other tokens', async () => {
    const { id } = await insertToken({ workspaceId, role: 'viewer', name: 'CI' });
    const kept = await insertToken({ workspaceId, role: 'viewer', name: 'Kept' });
    await markRevoked(workspaceId, id);
    expect((await findToken(hashToken(kept.token)))?.revokedAt).toBeUndefined();
  });

  it("throws NOT_FOUND for an unknown token and for another workspace's", async () => {
    const other = await insertWorkspace({ name: 'Sales' });
    const theirs = await insertToken({ workspaceId: other.id, role: 'viewer', name: 'Theirs' });
    for (const id of ['unknown', '', '#', '__proto__', theirs.id]) {
      await expect(markRevoked(workspaceId, id)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'Token not found',
      });
    }
    expect((await findToken(hashToken(theirs.token)))?.revokedAt).toBeUndefined();
  });

  it('stops reading at the token', async () => {
    const { id: oldest } = await insertToken({
      workspaceId,
      role: 'viewer',
      name: 'Old',
      now: new Date(1_000),
    });
    for (let number = 0; number < 250; number += 25) {
      await Promise.all(
        Array.from({ length: 25 }, (_, index) =>
          insertToken({ workspaceId, role: 'viewer', name: 'CI', now: new Date(2_000 + number + index) }),
        ),
      );
    }
    const { id: newest } = await insertToken({ workspaceId, role: 'viewer', name: 'New' });
    const itemsReadToRevoke = async (id: string) => {
      let items = 0;
      await intercepting(
        async ({ command, input }, send) => {
          const output = await send(input);
          if (command === 'QueryCommand') items += Number(output.ScannedCount);
          return output;
        },
        () => markRevoked(workspaceId, id),
      );
      return items;
    };
    expect(await itemsReadToRevoke(newest)).toBe(100);
    expect(await itemsReadToRevoke(oldest)).toBe(252);
  });
});
