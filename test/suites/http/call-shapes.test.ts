import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { ask, chatBot } from '#test/fixtures/chat-bots.ts';
import { CALL_SHAPES, type CallWorld, CLIENT_VERSIONS, REFUSED_CALLS } from '#test/support/call-shapes.ts';
import { CASES, readCase } from '#test/support/cases.ts';
import { publishedBot } from '#test/support/chat-client.ts';
import { describeApi } from '#test/support/describe-api.ts';

const BLOCKS = [ask('text'), { id: 'file', type: 'file input', options: { isRequired: false } }];
const VARIABLES = { variables: [{ id: 'from', name: 'from' }] };

describeApi('Calls of clients, bridges and scripts', (api) => {
  const post = async (path: string, body: unknown) => {
    const response = await api.request({ api: 'chat', method: 'POST', path, body, token: null });
    expect(response, response.text).toMatchObject({ status: 200 });
    return response.body as JsonObject & { sessionId: string; resultId: string };
  };

  async function createWorld(): Promise<CallWorld> {
    const { id: botId, publicId } = await publishedBot(
      api,
      chatBot([{ id: 'g', blocks: BLOCKS }], VARIABLES),
    );
    const { sessionId, resultId } = await post(`/v1/typebots/${publicId}/startChat`, {});
    return { botId, publicId, workspaceId: api.workspaceId, sessionId, resultId };
  }

  const ALL = [...CALL_SHAPES.map((shape) => ({ ...shape, status: 200 })), ...REFUSED_CALLS];

  it.each(ALL.map((shape) => [shape.call, shape] as const))('%s', async (_, shape) => {
    const world = await createWorld();
    const { api: host = 'chat', method = 'POST', path, query, body, response = {} } = shape;
    // The stage is part of a deployment's address already.
    const received = await api.request({
      api: host,
      method,
      path: path(world).replace(/^\/api/, ''),
      ...(host === 'chat' && { token: shape.token ?? null }),
      ...(query && { query: query(world) }),
      ...(body && { body: body(world) }),
    });
    expect(received, received.text).toMatchObject({ status: shape.status, body: response });
  });

  it('does not take an empty list for an object at its own management addresses', async () => {
    const request = { method: 'POST', path: '/v1/bots', body: [] };
    expect(await api.request(request)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });

  it('says where the ids of results to delete belong', async () => {
    const { botId, resultId } = await createWorld();
    const response = await api.request({
      method: 'DELETE',
      path: `/v1/typebots/${botId}/results`,
      query: { resultIds: resultId },
    });
    expect(response).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('belong in the JSON body'), issues: [{ path: 'resultIds' }] },
    });
    const kept = await api.request({ method: 'GET', path: `/v1/typebots/${botId}/results/${resultId}` });
    expect(kept.status).toBe(200);
  });

  it('refuses start parameters without a bot, or with null for both of its names', async () => {
    for (const startParams of [{}, { typebot: null, publicId: null }]) {
      const body = { startParams };
      const response = await api.request({
        api: 'chat',
        method: 'POST',
        path: '/v1/sendMessage',
        body,
        token: null,
      });
      expect(response).toMatchObject({ status: 400, body: { issues: [{ path: 'startParams.typebot' }] } });
    }
  });

  it('adds a theme and metadata for the oldest clients only, and keeps those of the bot', async () => {
    const { publicId } = await createWorld();
    const newer = (await post(`/v1/typebots/${publicId}/startChat`, {})) as {
      typebot?: { settings: object };
    };
    expect(newer.typebot?.settings).not.toHaveProperty('metadata');
    const theme = { chat: { hostAvatar: { isEnabled: true } } };
    const themed = await publishedBot(api, chatBot([{ id: 'g', blocks: BLOCKS }], { ...VARIABLES, theme }));
    const startParams = { typebot: themed.publicId };
    expect(await post('/v1/sendMessage', { startParams })).toMatchObject({ typebot: { theme } });
  });

  it.skipIf(CASES.length === 0)(
    'holds the case p06: a prefilled variable is kept where an input only registers',
    async () => {
      const { requests } = readCase<{ requests: { path: string; body: JsonObject }[] }>('p06');
      const { botId, publicId } = await createWorld();
      let sessionId = '';
      for (const { path, body } of requests) {
        const to = path.replace('PUBLIC', publicId).replace('/S/', `/${sessionId}/`);
        sessionId = (await post(to, body)).sessionId ?? sessionId;
      }
      const { body } = await api.request({ method: 'GET', path: `/v1/bots/${botId}/results` });
      const [result] = (body as { results: { variables: JsonObject[] }[] }).results;
      expect(result?.variables).toEqual([expect.objectContaining({ name: 'from', value: '123' })]);
    },
  );

  it.each([['text'], [12], [true], [{ id: 7 }]])(
    'keeps the prefilled value %j of a chat that only registers',
    async (value) => {
      const more = { variables: [...VARIABLES.variables, { id: 'other', name: 'other' }] };
      const { id: botId, publicId } = await publishedBot(api, chatBot([{ id: 'g', blocks: BLOCKS }], more));
      const body = { prefilledVariables: { other: value }, isOnlyRegistering: true };
      const { sessionId } = await post(`/v1/bots/${publicId}/startChat`, body);
      await post(`/v1/sessions/${sessionId}/continueChat`, { message: 'hi' });
      const listed = await api.request({ method: 'GET', path: `/v1/bots/${botId}/results` });
      const [result] = (listed.body as { results: { variables: JsonObject[] }[] }).results;
      const stored = typeof value === 'object' ? JSON.stringify(value) : String(value);
      expect(result?.variables).toContainEqual(expect.objectContaining({ name: 'other', value: stored }));
    },
  );
});

/** Formats the rows of the documentation: one for each call of a chat, and one for all others. */
function formatShapes(calls: string[]): string[] {
  const byCall = Map.groupBy(
    calls.map((call) => /^(v\d )?(startChat|sendMessage|continueChat) (.*)$/.exec(call) ?? [call]),
    ([, , name = 'others']) => name,
  );
  return [...byCall].map(([name, found]) => {
    const shapes = found.map(([call = '', version = '', , shape]) => (shape ? version + shape : call));
    return `| ${name} | ${shapes.join(' · ')} |`;
  });
}

/** Rows of the tables in a section of a page in docs. */
function readRows(page: string, section: string): string[] {
  const text = readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8');
  const [, found = ''] = text.split(`## ${section}\n`);
  return (found.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '));
}

describe('the documentation', () => {
  it('lists exactly the calls that are tried', () => {
    expect(readRows('decisions/0033-addresses-of-the-source-product.md', 'Calls that are tried')).toEqual([
      '| Call | Shapes |',
      ...formatShapes(CALL_SHAPES.map(({ call }) => call)),
    ]);
    expect(readRows('moving.md', 'Calls that work')).toEqual([
      '| Web client | Tried | Calls | Uploads |',
      ...CLIENT_VERSIONS.map(
        ({ versions, tried, calls, uploads }) =>
          `| ${versions} | ${tried.join(', ')} | ${calls} | ${uploads} |`,
      ),
      '| Refused | Status |',
      ...REFUSED_CALLS.map(({ call, status }) => `| ${call} | ${status} |`),
    ]);
  });
});
