import { describe, expect, it } from 'vitest';
import { chatBot } from '#test/fixtures/chat-bots.ts';
import { seededRandom } from '#test/fixtures/random.ts';
import { continueChat, publishedBot, startChat, startedChat } from '#test/support/chat-client.ts';
import { type ApiResponse, describeApi } from '#test/support/describe-api.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';

const DELETIONS = 150;
/** Number of conversations whose result is deleted at the same time: enough to keep the database busy. */
const AT_ONCE = 15;
const LONG_MS = 300_000;

/** A bot that asks forever, remembers its users, and writes a log with every answer. */
const endlessBot = chatBot(
  [
    {
      id: 'loop',
      blocks: [
        { id: 'q', type: 'text input', options: { variableId: 'A' } },
        { id: 'unknown', type: 'no such block' },
        { id: 'again', type: 'Jump', options: { groupId: 'loop' } },
      ],
    },
  ],
  {
    variables: [{ id: 'A', name: 'A' }],
    settings: { general: { rememberUser: { isEnabled: true } } },
  },
);

describeApi('Deletions during chats', (api) => {
  describe.runIf(api.canInjectFaults)(`${DELETIONS} of them`, () => {
    it(
      'leave behind no answers, logs or running chats',
      async () => {
        const bot = await publishedBot(api, endlessBot);
        const random = seededRandom(9);
        const statuses = new Map<number, number>();
        const note = ({ status, text }: ApiResponse) => {
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          // 404 if the chat is gone, 409 if another reply was faster.
          expect([200, 404, 409], text).toContain(status);
        };

        async function eraseDuringChat(): Promise<string[]> {
          const { sessionId, resultId = '' } = await startedChat(api, bot.publicId);
          const { sessionId: other } = await startedChat(api, bot.publicId, { resultId });
          const sessions = [sessionId, other];
          let isErased = false;
          const respond = async (act: () => Promise<ApiResponse>) => {
            // Sends a few more requests after the deletion has returned.
            for (let left = 3; left > 0; left -= isErased ? 1 : 0) note(await act());
          };
          const erase = async () => {
            for (let turns = Math.floor(random() * 5); turns > 0; turns--) {
              note(await continueChat(api, sessionId, { message: 'SECRET' }));
            }
            const path = `/v1/bots/${bot.id}/results/${resultId}`;
            const response = await api.request({ method: 'DELETE', path });
            expect(response, response.text).toMatchObject({ status: 200, body: { remaining: false } });
            isErased = true;
          };
          await Promise.all([
            respond(() => continueChat(api, sessionId, { message: 'SECRET' })),
            respond(() => continueChat(api, other, { message: 'SECRET' })),
            respond(() =>
              api.request({
                api: 'chat',
                method: 'POST',
                path: `/v1/sessions/${other}/clientLogs`,
                body: { clientLogs: [{ description: 'SECRET' }] },
              }),
            ),
            respond(async () => {
              const response = await startChat(api, bot.publicId, { resultId });
              const started = response.body as { sessionId?: string; resultId?: string };
              if (started.sessionId !== undefined && started.resultId === resultId) {
                sessions.push(started.sessionId);
                note(await continueChat(api, started.sessionId, { message: 'SECRET' }));
              }
              return response;
            }),
            erase(),
          ]);
          return sessions;
        }

        for (let done = 0; done < DELETIONS; done += AT_ONCE) {
          const ended = await Promise.all(Array.from({ length: AT_ONCE }, eraseDuringChat));
          for (const sessionId of ended.flat()) {
            expect((await continueChat(api, sessionId)).status).toBe(404);
          }
        }
        await expectSoundTable();
        expect(statuses.get(200)).toBeGreaterThan(DELETIONS);
        expect(statuses.get(404)).toBeGreaterThan(DELETIONS);
      },
      LONG_MS,
    );
  });
});
