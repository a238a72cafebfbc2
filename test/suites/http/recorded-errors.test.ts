import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { contactBot } from '#test/fixtures/chat-bots.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { importBot, patchBot, publishBot } from '#test/support/bot-client.ts';
import { publishedBot } from '#test/support/chat-client.ts';
import { type Api, describeApi } from '#test/support/describe-api.ts';
import {
  HAS_RECORDED_ERRORS,
  type RecordedError,
  readRecordedErrors,
} from '#test/support/recorded-errors.ts';

/*
 * Repeats requests that Typebot refused, at the same addresses, and compares what programs read: the status,
 * the fields of the envelope, and where the problem is. Texts are our own.
 */

/** Statuses here, where they are not the recorded ones. Decision 33 gives the reasons. */
const OTHER_STATUSES: Record<string, number> = {
  '200.list-typebots-foreign-workspace': 404,
  '200.logs-of-unknown-result': 404,
  '400.get-migrateToLatestVersion': 200,
  '400.import-steps-era': 200,
  '400.import-without-icon-key': 200,
  '400.published-migrateToLatestVersion': 200,
  // Viewers see all of a workspace: nobody has access to single bots only.
  '404.folders-as-guest': 200,
  '404.publish-as-guest': 403,
  '404.stats-never-published': 200,
  '404.typebot-without-token': 401,
  '500.results-cursor-negative': 400,
  '500.results-timeZone-unknown': 400,
  // There is no such address here.
  '401.rpc-with-bearer': 404,
  '500.billing-invoices-without-stripe': 404,
};

/** Refused by the gateway, which has one envelope for all addresses. */
const FROM_GATEWAY =
  /^401\.|^404\.(options-|typebot-without-token|unknown-route|users-me|wrong-method)|^500\.billing/;

const ACME = "Bearer <mara's token>";

type Issues = { path: (string | number)[] }[] | undefined;

const issuesIn = (body: JsonObject) => (body.data as { issues: Issues } | undefined)?.issues;

/** The recorded ids, and those of bots in the same state. */
async function idsHere(api: Api): Promise<[there: string, here: string][]> {
  const published = await publishedBot(api, contactBot());
  const draft = await importBot(api, v6Document());
  const closed = await publishedBot(api, contactBot());
  await patchBot(api, closed.id, { isClosed: true });
  await publishBot(api, closed.id);
  const archived = await publishedBot(api, contactBot());
  await api.request({ method: 'DELETE', path: `/v1/bots/${archived.id}` });
  const bots = [
    'uwr804wxbxj0kemh80aorabo',
    'b7w2w760dccrtd5nhfc03xcy',
    'z0zj92kt6lbf192xmcs2vsw0',
    't25c9sdrgl3qm1w129ml5z1p',
    'j0008jcp5etfob2o8zqs1c2k',
  ];
  const workspaces = ['cmwr96pcu0000287d94dn7qkx', 'cmwr96pdv0001287dvcz58430'];
  return [
    ...bots.map((there): [string, string] => [there, published.id]),
    ...workspaces.map((there): [string, string] => [there, api.workspaceId]),
    ['cu2jfajigl354jodw57oexjy', draft.id],
    ['acme-lead-scoring', closed.publicId],
    ['acme-dog', archived.publicId],
  ];
}

/** Guests have a role that does not suffice here, and callers from elsewhere have none. */
async function toToken(api: Api, { name, request }: RecordedError): Promise<string | null> {
  if (request.authorization === ACME) return await api.tokenFor('editor');
  if (request.authorization !== "Bearer <gus's token>") return null;
  return name.includes('foreign') ? await api.strangerToken() : await api.tokenFor('viewer');
}

describeApi("Typebot's errors", (api) => {
  describe.runIf(HAS_RECORDED_ERRORS && api.canReachStore)('in the recording', () => {
    let ids: [string, string][] = [];
    beforeAll(async () => {
      ids = await idsHere(api);
    });

    it.each(readRecordedErrors().map((error) => [error.name, error] as const))('%s', async (name, error) => {
      const here = (text: string) => ids.reduce((text, [there, own]) => text.replaceAll(there, own), text);
      const { method, path, query, authorization, body } = error.request;
      const token = await toToken(api, error);
      const response = await api.request({
        api: name.startsWith('viewer.') ? 'chat' : 'management',
        method,
        // The tests' addresses end with the stage, which programs add.
        path: here(path).replace('/api/', '/'),
        query: JSON.parse(here(JSON.stringify(query))),
        token,
        ...(authorization !== null && token === null && { headers: { authorization } }),
        ...(body !== undefined && { rawBody: here(JSON.stringify(body)) }),
      });
      expect(response.status, response.text).toBe(OTHER_STATUSES[name] ?? error.status);
      if (response.status === 200 || method === 'HEAD') return;

      const read = response.body as JsonObject;
      expect(read).toMatchObject({ code: expect.any(String), message: expect.any(String) });
      if (FROM_GATEWAY.test(name)) return;
      expect(read).toMatchObject({ defined: true, status: response.status });
      if (name in OTHER_STATUSES) return;
      const recorded = error.body as JsonObject;
      expect(read.code).toBe(recorded.code);
      expect(issuesIn(read)?.[0]?.path).toEqual(issuesIn(recorded)?.[0]?.path);
    });

    it('includes every request that has another status here', () => {
      const names = readRecordedErrors().map(({ name }) => name);
      expect(Object.keys(OTHER_STATUSES).filter((name) => !names.includes(name))).toEqual([]);
    });
  });
});
