import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createClient } from '#apps/client/client.ts';
import { runBots } from '#test/apps/cli/bots-process.ts';
import { startService } from '#test/apps/cli/local-service.ts';
import { chatBot } from '#test/fixtures/chat-bots.ts';

/* Files on a local server, as `npm start` runs it, without any bucket. */

let folder: string;
let service: Awaited<ReturnType<typeof startService>>;
let client: Client;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'local-files-'));
  service = await startService(path.join(folder, 'data'));
  client = createClient(service);
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Publishes a bot that asks for a file, and starts a chat with it. */
async function startedChat(options: object) {
  const block = { id: 'file', type: 'file input', options: { variableId: 'v', ...options } };
  const document = chatBot([{ id: 'g', blocks: [block] }], { variables: [{ id: 'v', name: 'CV' }] });
  const { bot } = await client.importBot({
    body: { workspaceId: service.workspaceId, bot: document as never },
  });
  const { publicId } = await client.publishBot({ params: { botId: bot.id }, query: {} });
  const { sessionId, resultId = '' } = await client.startChat({ params: { bot: publicId }, body: {} });
  return { botId: bot.id, sessionId, resultId };
}

async function upload(sessionId: string, content: string): Promise<string> {
  const file = new File([content], 'Lebenslauf.pdf', { type: 'application/pdf' });
  const place = await client.generateUploadUrl({
    body: { sessionId, fileName: file.name, fileType: file.type, fileSize: file.size },
  });
  const form = new FormData();
  for (const [name, value] of Object.entries(place.formData)) form.append(name, value);
  form.append('file', file);
  expect((await fetch(place.presignedUrl, { method: 'POST', body: form })).status).toBe(204);
  return place.fileUrl;
}

it('a file input takes a file, and its answer is an address that works', async () => {
  const { botId, sessionId, resultId } = await startedChat({});
  const url = await upload(sessionId, 'my life');
  expect(url).toContain(`${service.chatUrl}/_uploads/`);
  await client.continueChat({ params: { sessionId }, body: { message: { type: 'text', text: url } } });
  const { result } = await client.getResult({ params: { botId, resultId } });
  const answered = result.answers[0]?.content ?? '';
  expect(await (await fetch(answered)).text()).toBe('my life');
  const key = new URL(answered).pathname.replace('/_uploads/files/', '');
  expect(readFileSync(path.join(folder, 'data', 'files', key), 'utf8')).toBe('my life');
});

it('a private file is in the folder, but not at its address', async () => {
  const { sessionId } = await startedChat({ visibility: 'Private' });
  const url = await upload(sessionId, 'secret');
  expect((await fetch(url)).status).toBe(403);
  const key = new URL(url).pathname.replace('/_uploads/files/', '');
  expect(readFileSync(path.join(folder, 'data', 'files', key), 'utf8')).toBe('secret');
});

it('an export by job is written and downloaded', async () => {
  const file = path.join(folder, 'results.csv');
  const env = { DATA_DIR: path.join(folder, 'data'), HOME: folder };
  const run = await runBots(['results', 'export', service.sample.botId, '--job', '-o', file], env);
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  expect(readFileSync(file, 'utf8')).toContain('Croissants');
});
