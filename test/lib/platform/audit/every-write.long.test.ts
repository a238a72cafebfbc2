import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { toOperationId } from '#apps/client/operation-id.ts';
import { endpoints } from '#functions/endpoints.ts';
import { AUDIT_ACTIONS } from '#lib/platform/audit/audit-actions.ts';
import type { Endpoint } from '#lib/platform/http/contract.ts';
import type { ItemKind } from '#lib/platform/store/keys.ts';
import { changesDuring } from '#test/support/audit-trail.ts';
import { databaseError, failing } from '#test/support/database-faults.ts';
import type { DatabaseRequest } from '#test/support/database-requests.ts';
import { type Api, type ApiRequest, describeApi } from '#test/support/describe-api.ts';
import { ENDPOINT_CALLS, type EndpointCall, getFixture } from '#test/support/endpoints/fixtures.ts';
import { type FakeS3, startFakeS3 } from '#test/support/fake-s3.ts';
import { forgetJobs } from '#test/support/stored-jobs.ts';

/*
 * Each write through the management API adds exactly one entry to the audit trail. Nothing else does.
 */

/** Item kinds written by endpoints that only run chats. Previews are chats, too. */
const CHATS: ItemKind[] = ['SESSION', 'QUOTA'];

const isAudited = ({ auth, table: { writes = [], appends = [] } }: Endpoint) =>
  appends.includes('AUDIT') || (auth === 'bearer' && writes.some((kind) => !CHATS.includes(kind)));

const toAction = ({ id }: Endpoint) => toOperationId(id);

/** All attributes that an entry may have. None is content, an answer or a secret. */
const ATTRIBUTES =
  'id at actor sourceIp action workspaceId botId release edits resultId tokenId invitationId jobId jobKind domain credentialsId credentialsKind fileId folderId'.split(
    ' ',
  );

/** Endpoints whose second call finds nothing. */
const HAPPENS_ONCE = [
  'delete-custom-domain',
  'delete-folder',
  'revoke-invitation',
  'accept-invitation',
  'create-sign-in',
];

const isChange = ({ endpoint, changesNothing }: EndpointCall) => isAudited(endpoint) && !changesNothing;
const toRow = ({ endpoint, what, prepare }: EndpointCall) =>
  [`${endpoint.id}: ${what}`, endpoint, prepare] as const;
const audited = ENDPOINT_CALLS.filter(isChange).map(toRow);
const others = ENDPOINT_CALLS.filter((call) => !isChange(call)).map(toRow);

const WRITES = new Set([
  'PutItemCommand',
  'UpdateItemCommand',
  'TransactWriteItemsCommand',
  'BatchWriteItemCommand',
]);

/** Whether a request writes what the trail records, rather than idempotency keys or the trail itself. */
function isTheWrite({ command, text }: DatabaseRequest): boolean {
  if (!WRITES.has(command) || text.includes('lastUsedOn')) return false;
  return command === 'TransactWriteItemsCommand' || !/"(IDEMPOTENCY|AUDIT)#/.test(text);
}

let s3: FakeS3;
beforeAll(async () => {
  vi.stubEnv('FILES_BUCKET', 'kept-files');
  vi.stubEnv('FILES_PUBLIC_URL', 'https://files.example.com');
  s3 = await startFakeS3();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await s3.stop();
});

describeApi('The audit trail', (api) => {
  beforeEach(async () => {
    if (api.target === 'direct') await forgetJobs(api.workspaceId);
  });

  const send = async (request: ApiRequest) => {
    const response = await api.request(request);
    expect(response.status, response.text).toBe(200);
    return response;
  };

  // Creating these tokens later would be recorded as well.
  beforeAll(async () => {
    for (const role of ['viewer', 'editor', 'admin'] as const) await api.tokenFor(role);
  });

  it('knows the operations of all endpoints that write, and no others', () => {
    const operations = endpoints.filter(isAudited).map(toAction);
    expect([...AUDIT_ACTIONS].toSorted()).toEqual(operations.toSorted());
    expect(new Set(audited.map(([, endpoint]) => toAction(endpoint)))).toEqual(new Set(operations));
  });

  describe.runIf(api.target === 'direct')('of a change', () => {
    it.each(audited)('has one entry, which names the token: %s', async (_, endpoint, prepare) => {
      const { id } = endpoint;
      const request = await prepare(api);
      const { changes } = await changesDuring(() => send(request));
      expect(changes).toMatchObject([
        {
          action: toAction(endpoint),
          actor: {
            type: 'token',
            tokenName: expect.stringMatching(/^(editor|admin|First admin|Ada Lovelace)$/),
          },
          sourceIp: '127.0.0.1',
        },
      ]);
      for (const name of Object.keys(changes[0] ?? {})) expect(ATTRIBUTES).toContain(name);
      const botId = /^\/v1\/bots\/([^/]{20,})/.exec(request.path)?.[1];
      if (botId !== undefined && id !== 'duplicate-bot') expect(changes[0]?.botId).toBe(botId);
    });

    it.each(audited)(
      'has one entry if the response of the database was lost: %s',
      async (_, endpoint, prepare) => {
        const request = await prepare(api);
        const fault = {
          when: isTheWrite,
          error: databaseError('TimeoutError'),
          times: 1,
          isCarriedOut: true,
        };
        const { value, changes } = await changesDuring(() => failing(fault, () => send(request), 'attempt'));
        expect(value.failures).toBe(1);
        expect(changes.map(({ action }) => action)).toEqual([toAction(endpoint)]);
      },
    );

    it.each(audited.filter(([, { idempotent }]) => idempotent))(
      'has one entry if the request is sent again with its key: %s',
      async (_, __, prepare) => {
        const request = await prepare(api);
        const headers = { ...request.headers, 'Idempotency-Key': crypto.randomUUID() };
        const { value, changes } = await changesDuring(async () => {
          await send({ ...request, headers });
          return await send({ ...request, headers });
        });
        expect(value.headers.get('idempotency-replayed')).toBe('true');
        expect(changes).toHaveLength(1);
      },
    );

    it.each(audited)(
      'has an entry for each change if two happen at once: %s',
      async (_, endpoint, prepare) => {
        const { id } = endpoint;
        const request = await prepare(api);
        const { value: responses, changes } = await changesDuring(() =>
          Promise.all([api.request(request), api.request(request)]),
        );
        const isKeyed = Object.keys(request.headers ?? {}).length > 0;
        // The second import finds that the draft already equals the document.
        const isReplacement = (request.body as { mode?: string } | undefined)?.mode === 'replace';
        const expected = getFixture(endpoint).isIdempotent || isKeyed || isReplacement ? 1 : 2;
        // The second time, publishing under the same publicId is refused, and so is deleting a domain that is gone, or
        // an invitation.
        const body = request.body as { bot?: { publicId?: string } } | undefined;
        const isClaim = id === 'create-bot' && body?.bot?.publicId !== undefined;
        const happensOnce = isClaim || HAPPENS_ONCE.includes(id);
        // Two deletions at once share the results out: each is part of the one that ended it.
        const canShare = (request.body as { all?: true } | undefined)?.all === true;
        // The second deletion of credentials finds them, unless the first one has ended.
        const carriedOut = responses.filter(({ status }) => status === 200).length;
        const entries = id === 'delete-credentials' ? carriedOut : expected;
        expect(canShare ? [1, 2] : [happensOnce ? 1 : entries]).toContain(changes.length);
        expect(new Set(changes.map(({ action }) => action))).toEqual(new Set([toAction(endpoint)]));
      },
    );

    it.each(audited)('has none if the database fails: %s', async (_, __, prepare) => {
      const request = await prepare(api);
      const fault = { when: isTheWrite, error: databaseError('InternalServerError') };
      const { value, changes } = await changesDuring(() => failing(fault, () => api.request(request)));
      expect([value.value.status, changes]).toEqual([503, []]);
    });

    const refusable = audited.filter(([, { auth }]) => auth === 'bearer');
    it.each(refusable)('has none if the caller may not do it: %s', async (_, { id }, prepare) => {
      const request = { ...(await prepare(api)), token: await api.tokenFor('viewer') };
      const { value, changes } = await changesDuring(() => api.request(request));
      expect([id, value.status < 500 && value.status > 400, changes]).toEqual([id, true, []]);
    });
  });

  describe.runIf(api.target === 'direct')('of anything else', () => {
    it.each(others)('has no entry: %s', async (_, __, prepare) => {
      const request = await prepare(api);
      expect((await changesDuring(() => api.request(request))).changes).toEqual([]);
    });

    it('has no entry for a dry run', async () => {
      const { changes } = await changesDuring(() => dryRuns(api));
      expect(changes.map(({ action }) => action)).toEqual(['createBot']);
    });
  });
});

async function dryRuns(api: Api): Promise<void> {
  const { workspaceId } = api;
  const created = await api.request({ method: 'POST', path: '/v1/bots', body: { workspaceId, bot: {} } });
  const { bot } = created.body as { bot: { id: string } };
  const published = await api.request({
    method: 'POST',
    path: `/v1/bots/${bot.id}/publish`,
    query: { dryRun: 'true' },
  });
  const imported = await api.request({
    method: 'POST',
    path: '/v1/bots/import',
    body: { workspaceId, bot, dryRun: true },
  });
  expect([published.status, imported.status]).toEqual([200, 200]);
}
