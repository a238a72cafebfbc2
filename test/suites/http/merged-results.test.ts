import { expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot, text } from '#test/fixtures/chat-bots.ts';
import { importBot, patchBot, publishBot, unpublishBot } from '#test/support/bot-client.ts';
import { CASES, readCase } from '#test/support/cases.ts';
import { publishedBot, reply, startedChat } from '#test/support/chat-client.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { storedResult } from '#test/support/stored-results.ts';
import { createWorkspace } from '#test/support/token-client.ts';

/*
 * Results of bots with linked bots that merge into them, and of bots whose questions were removed since.
 */

const input = (id: string, variableId?: string) => ({ id, type: 'text input', options: { variableId } });
const link = (typebotId: string, more: JsonObject = { mergeResults: true }) => ({
  id: `to-${typebotId}`,
  type: 'Typebot link',
  options: { typebotId, ...more },
});
const bot = (blocks: JsonObject[], names: string[] = [], title = 'Group') =>
  chatBot([{ id: 'g', title, blocks }], { variables: names.map((name) => ({ id: `v-${name}`, name })) });

describeApi('Results with the answers of several flows', (api) => {
  const csv = async (botId: string) => {
    const response = await api.request({
      method: 'GET',
      path: `/v1/bots/${botId}/results/export`,
      query: { format: 'csv' },
    });
    expect(response.status, response.text).toBe(200);
    const [titles = [], ...rows] = response.text
      .slice(1)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    return { titles, rows };
  };
  const answered = async (publicId: string, ...replies: string[]) => {
    const { sessionId, resultId = '' } = await startedChat(api, publicId);
    for (const text of replies) await reply(api, sessionId, text);
    return resultId;
  };
  const transcript = async (botId: string, resultId: string) => {
    const path = `/v1/bots/${botId}/results/${resultId}/transcript`;
    const { body } = await api.request({ method: 'GET', path });
    return (body as { transcript: { text: string }[] }).transcript.map((line) => line.text);
  };
  const [FIRST, LAST] = [['Submitted at'], ['Completed', 'Result id', 'Other']];

  it.skipIf(CASES.length === 0)('have the columns of a linked bot that merges its results (13)', async () => {
    const { child, parent, replies } = readCase<{ child: JsonObject; parent: JsonObject; replies: string[] }>(
      '13',
    );
    const { id: childId } = await publishedBot(api, child);
    const linking = JSON.parse(JSON.stringify(parent).replace('CHILD_ID', childId));
    const { id, publicId } = await publishedBot(api, linking);
    const resultId = await answered(publicId, ...replies);
    const { titles, rows } = await csv(id);
    expect(titles).toEqual([...FIRST, 'Name', 'Comment', 'Email', ...LAST]);
    const cells = Object.fromEntries(titles.map((title, index) => [title, rows[0]?.[index]]));
    expect(cells).toMatchObject({ Name: 'Ana', Email: 'ana@example.com', Comment: 'fine', Other: '' });
    expect(await transcript(id, resultId)).toEqual(['Ana', 'mail?', 'ana@example.com', 'fine']);
  });

  it('have the columns of bots that are linked through others, once each, also in a loop', async () => {
    const { id: inner } = await importBot(api, bot([input('i-colour')], [], 'Colour'));
    const { id: outer } = await importBot(api, bot([input('i-mail', 'v-Mail')], ['Mail', 'Name']));
    const { id } = await importBot(api, bot([input('i-name', 'v-Name'), link(outer)], ['Name']));
    await patchBot(api, outer, bot([input('i-mail', 'v-Mail'), link(inner), link(id)], ['Mail', 'Name']));
    for (const botId of [inner, outer]) await publishBot(api, botId);
    const { publicId } = await publishBot(api, id);
    await answered(publicId, 'Ada', 'ada@example.com', 'red');
    const { titles, rows } = await csv(id);
    expect(titles).toEqual([...FIRST, 'Name', 'Mail', 'Colour', ...LAST]);
    expect(rows[0]?.slice(1, 4)).toEqual(['Ada', 'ada@example.com', 'red']);
    expect(rows[0]?.at(-1)).toBe('');
  });

  it('have no columns of linked bots with results of their own', async () => {
    const { id: child } = await publishedBot(api, bot([input('i-mail', 'v-Mail')], ['Mail']));
    for (const more of [{}, { mergeResults: false }]) {
      const { id } = await importBot(api, bot([link(child, more)], ['Name']));
      expect((await csv(id)).titles).toEqual([...FIRST, 'Name', ...LAST]);
    }
  });

  it('have the columns of links that merge by default, as all did before version 6', async () => {
    const { id: child } = await publishedBot(api, bot([input('i-mail', 'v-Mail')], ['Mail']));
    const { events: _, ...parent } = bot([link(child, {})], ['Name']);
    const { id } = await importBot(api, { ...parent, version: '5' });
    expect((await csv(id)).titles).toContain('Mail');
  });

  it.runIf(api.canReachStore)('leave out bots that are gone or foreign, and list nothing twice', async () => {
    const { workspace, token } = await createWorkspace(api);
    const foreign = await api.request({
      method: 'POST',
      path: '/v1/bots/import',
      token: token.token,
      body: { workspaceId: workspace.id, bot: bot([input('i-secret', 'v-Secret')], ['Secret']) },
    });
    const foreignId = (foreign.body as { bot: { id: string } }).bot.id;
    const { id } = await importBot(api, bot([link(foreignId), link('gone')], ['Name']));
    await storedResult(api.workspaceId, id, {
      variables: [{ id: 'v-Secret', name: 'Secret', value: 'x' }],
      answers: [
        {
          createdAt: '2026-10-01T08:00:00.000Z',
          resultId: '',
          groupId: 'g',
          blockId: 'i-secret',
          variableId: 'v-Secret',
          content: 'x',
          storageUsed: 0,
        },
      ],
    });
    const { titles, rows } = await csv(id);
    expect(titles).toEqual([...FIRST, 'Name', ...LAST]);
    expect(rows[0]?.slice(4).join()).toBe('"[{""blockId"":""i-secret"",""content"":""x""}]"');
  });

  it('keep the columns of an archived linked bot, and of a draft that was withdrawn', async () => {
    const { id: child } = await publishedBot(api, bot([input('i-mail', 'v-Mail')], ['Mail']));
    const { id, publicId } = await publishedBot(api, bot([link(child)], ['Name']));
    await answered(publicId, 'ada@example.com');
    await api.request({ method: 'DELETE', path: `/v1/bots/${child}` });
    await unpublishBot(api, id);
    const { titles, rows } = await csv(id);
    expect(titles).toEqual([...FIRST, 'Mail', 'Name', ...LAST]);
    expect(rows[0]?.[1]).toBe('ada@example.com');
  });

  it('keep a column for questions that were removed since, from the releases', async () => {
    const { id, publicId } = await publishedBot(
      api,
      bot(
        [input('i-name', 'v-Name'), text('t', 'Which colour?'), input('i-colour'), input('i-age', 'v-Age')],
        ['Name', 'Age'],
      ),
    );
    const resultId = await answered(publicId, 'Ada', 'red', '36');
    await patchBot(api, id, bot([input('i-name', 'v-Name')], ['Name'], 'Later'));
    // What is published still has them.
    expect((await csv(id)).titles).toEqual([...FIRST, 'Name', 'Group', 'Age', ...LAST]);
    await publishBot(api, id);
    const { titles, rows } = await csv(id);
    expect(titles).toEqual([...FIRST, 'Name', 'Group', 'Age', ...LAST]);
    expect(rows[0]?.slice(1, 4)).toEqual(['Ada', 'red', '36']);
    expect(rows[0]?.at(-1)).toBe('');
    expect(await transcript(id, resultId)).toEqual(['Ada', 'Which colour?', 'red', '36']);
  });

  it('keep the columns of a linked bot whose link or question was removed', async () => {
    const { id: child } = await publishedBot(api, bot([input('i-mail', 'v-Mail')], ['Mail']));
    const { id, publicId } = await publishedBot(api, bot([link(child)], ['Name']));
    await answered(publicId, 'ada@example.com');
    await patchBot(api, child, bot([input('i-other')], []));
    await publishBot(api, child);
    expect((await csv(id)).titles).toEqual([...FIRST, 'Group', 'Name', 'Mail', ...LAST]);
    await patchBot(api, id, bot([input('i-name', 'v-Name')], ['Name']));
    await publishBot(api, id);
    const { titles, rows } = await csv(id);
    expect(titles).toEqual([...FIRST, 'Name', 'Group', 'Mail', ...LAST]);
    expect(rows[0]?.[3]).toBe('ada@example.com');
  });

  it.skipIf(!api.canReachStore)('say where imported answers of a linked bot belong', async () => {
    const { id: child } = await publishedBot(api, bot([input('i-mail', 'v-Mail')], ['Mail']));
    const { id } = await publishedBot(api, bot([link(child)]));
    const resultId = `moved${id}`;
    const result = {
      id: resultId,
      createdAt: '2026-10-01T08:00:00.000Z',
      variables: [],
      answers: [{ blockId: 'i-mail', content: 'ada@example.com' }],
    };
    const path = `/v1/bots/${id}/results/import`;
    const admin = await api.tokenFor('admin');
    const sent = await api.request({ method: 'POST', path, token: admin, body: { results: [result] } });
    expect(sent.status, sent.text).toBe(200);
    const { body } = await api.request({ method: 'GET', path: `/v1/bots/${id}/results/${resultId}` });
    const [answer] = (body as { result: { answers: JsonObject[] } }).result.answers;
    expect(answer).toMatchObject({ groupId: 'g', variableId: 'v-Mail' });
  });
});
