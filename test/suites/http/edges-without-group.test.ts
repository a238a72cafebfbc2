import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { ask, chatBot, text } from '#test/fixtures/chat-bots.ts';
import { getBot, importResponse, patchResponse, publishBot, sendImport } from '#test/support/bot-client.ts';
import { describeApi } from '#test/support/describe-api.ts';

const GROUPS = [
  { id: 'g1', blocks: [{ ...ask('q1'), outgoingEdgeId: 'e' }] },
  { id: 'g2', blocks: [text('t1', 'Not this'), text('t2', 'Arrived'), ask('q2')] },
];

/** A bot whose edge from the first group has this target. */
function leadingTo(to: JsonObject): JsonObject {
  const bot = chatBot(GROUPS) as JsonObject & { edges: JsonObject[] };
  return { ...bot, edges: [...bot.edges, { id: 'e', from: { blockId: 'q1' }, to }] };
}
const lastEdge = (bot: { edges: unknown[] }) => bot.edges.at(-1);

describeApi('An edge without the group of its block', (api) => {
  const issuesOf = async (bot: JsonObject) => {
    const { body } = await api.request({ method: 'POST', path: '/v1/bots/check', body: { bot } });
    return (body as { issues: { code: string; path: string }[] }).issues.filter(
      ({ code }) => code === 'DANGLING',
    );
  };

  describe('200', () => {
    it.each<[string, JsonObject]>([
      ['no group', { blockId: 't2' }],
      ['null', { blockId: 't2', groupId: null }],
      ['no group, and an unknown key', { blockId: 't2', note: 'kept' }],
    ])('fills it in and says so: %s', async (_, to) => {
      const { bot, warnings } = await importResponse(api, leadingTo(to));
      expect(lastEdge(bot)).toEqual({ id: 'e', from: { blockId: 'q1' }, to: { ...to, groupId: 'g2' } });
      expect(warnings).toContainEqual({
        code: 'FILLED_IN',
        path: `bot.edges[${bot.edges.length - 1}].to.groupId`,
        message: 'was missing; set to "g2", the group of the block',
        group: expect.any(String),
        block: expect.any(String),
      });
      expect(await getBot(api, bot.id)).toEqual(bot);
      expect(await issuesOf(leadingTo(to))).toEqual([]);
    });

    it('leaves other edges alone', async () => {
      const { bot, warnings = [] } = await importResponse(api, leadingTo({ groupId: 'g1', blockId: 't2' }));
      expect(lastEdge(bot)).toMatchObject({ to: { groupId: 'g1', blockId: 't2' } });
      expect(warnings.filter(({ path }) => path.endsWith('to.groupId'))).toEqual([]);
    });

    it('fills it in for a block that no group has, which a check reports', async () => {
      const { bot, warnings = [] } = await importResponse(api, leadingTo({ blockId: 'gone' }));
      expect(lastEdge(bot)).toMatchObject({ to: { groupId: '', blockId: 'gone' } });
      const path = `bot.edges[${bot.edges.length - 1}].to.groupId`;
      expect(warnings.filter((warning) => warning.path === path)).toMatchObject([
        { code: 'FILLED_IN', message: 'was missing, and no group has the block that the edge leads to' },
        { code: 'DANGLING' },
      ]);
      expect(await issuesOf(leadingTo({ blockId: 'gone' }))).toMatchObject([{ severity: 'error', path }]);
    });

    it('fills it in for an export from before June 2022', async () => {
      const old = {
        blocks: [
          { id: 'first', steps: [{ id: 'start', type: 'start', outgoingEdgeId: 'e' }] },
          {
            id: 'second',
            steps: [
              { id: 's1', type: 'text' },
              { id: 's2', type: 'text' },
            ],
          },
        ],
        edges: [{ id: 'e', from: { blockId: 'first', stepId: 'start' }, to: { stepId: 's2' } }],
      };
      const { bot } = await importResponse(api, old);
      expect(lastEdge(bot)).toMatchObject({ to: { groupId: 'second', blockId: 's2' } });
    });

    it('fills it in by the groups that an update sends, or else by those of the draft', async () => {
      const { bot: before } = await importResponse(api, leadingTo({ groupId: 'g1' }));
      const { edges } = leadingTo({ blockId: 't2' });
      const { bot } = await patchResponse(api, before.id, { edges });
      expect(lastEdge(bot)).toMatchObject({ to: { groupId: 'g2' } });
      const moved = [{ id: 'other', blocks: [text('t2', 'Moved')] }];
      const { bot: after } = await patchResponse(api, before.id, { edges, groups: moved });
      expect(lastEdge(after)).toMatchObject({ to: { groupId: 'other' } });
      const created = await api.request({
        method: 'POST',
        path: '/v1/bots',
        body: { workspaceId: api.workspaceId, bot: leadingTo({ blockId: 't2' }) },
      });
      expect(lastEdge((created.body as { bot: { edges: unknown[] } }).bot)).toMatchObject({
        to: { groupId: 'g2' },
      });
    });

    it('leads a chat to the block', async () => {
      const { bot } = await importResponse(api, leadingTo({ blockId: 't2' }));
      const { publicId } = await publishBot(api, bot.id);
      const chat = (path: string, body: object) =>
        api.request({ method: 'POST', api: 'chat', path, body, token: null });
      const started = (await chat(`/v1/bots/${publicId}/startChat`, {})).body as { sessionId: string };
      const { body } = await chat(`/v1/sessions/${started.sessionId}/continueChat`, { message: 'Ada' });
      expect(body).toMatchObject({ messages: [{ id: 't2' }], input: { id: 'q2' } });
    });
  });

  describe('400', () => {
    it.each<[string, JsonObject]>([
      ['neither', {}],
      ['null alone', { groupId: null }],
      ['a group that is not text', { groupId: 7, blockId: 't2' }],
    ])('for %s', async (_, to) => {
      const bot = leadingTo(to) as JsonObject & { edges: unknown[] };
      expect(await sendImport(api, bot)).toMatchObject({
        status: 400,
        body: { issues: [{ path: `bot.edges[${bot.edges.length - 1}].to.groupId` }] },
      });
    });
  });
});
