import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ServerFile } from '#apps/local/data-files.ts';
import { runBots } from '../bots-process.ts';
import { startService } from '../local-service.ts';

let folder: string;
let service: ServerFile & { stop(): Promise<void> };

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bots-mcp-'));
  service = await startService(folder);
});

afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Connects to `bots mcp` as an assistant does. Whatever is not the protocol on stdout is an error. */
async function assistant(options: string[] = [], token = service.token) {
  const client = new Client({ name: 'test', version: '1' });
  const errors: Error[] = [];
  client.onerror = (error) => errors.push(error);
  const { baseUrl, chatUrl } = service;
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['apps/cli/bots.ts', 'mcp', ...options],
      env: { BOTS_BASE_URL: baseUrl, BOTS_CHAT_URL: chatUrl, BOTS_TOKEN: token },
      stderr: 'pipe',
    }),
  );
  onTestFinished(async () => {
    await client.close();
    expect(errors).toEqual([]);
  });
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: given });
    const [first] = content as { type: string; text: string }[];
    return { text: first?.text ?? '', isError: isError === true };
  };
  return { client, call };
}

describe('bots mcp', () => {
  it('offers what only reads, and nothing else', async () => {
    const { client } = await assistant();
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['getBot', 'listBots', 'listResults', 'checkBot', 'getMe']));
    for (const name of [
      'importBot',
      'updateBot',
      'editBot',
      'publishBot',
      'deleteBot',
      'deleteResults',
      'startJob',
    ]) {
      expect(names).not.toContain(name);
    }
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    const { inputSchema, description } = tools.find(({ name }) => name === 'listResults') ?? {};
    expect(description).toMatch(/^List results\. /);
    expect(inputSchema).toMatchObject({
      required: ['botId'],
      properties: {
        botId: { type: 'string' },
        isCompleted: {
          type: 'boolean',
          description: 'Only results that were completed, or only those that were not',
        },
      },
    });
  });

  it('reads bots and results', async () => {
    const { call } = await assistant();
    const { text } = await call('listBots', { workspaceId: service.workspaceId, limit: '5' });
    expect(JSON.parse(text).bots[0].id).toBe(service.sample.botId);
    const asNumber = await call('listBots', { workspaceId: service.workspaceId, limit: 5 });
    expect(asNumber).toEqual({ text, isError: false });
    const tooMany = await call('listBots', { workspaceId: service.workspaceId, limit: 500 });
    expect(tooMany.isError).toBe(true);
    const { botId, resultId } = service.sample;
    const result = await call('getResult', { botId, resultId });
    expect(JSON.parse(result.text).result.id).toBe(resultId);
    expect((await call('getBotGraph', { botId })).text).toMatch(/^<svg/);
  });

  it('says where to begin, and how to get what is missing', async () => {
    const reading = (await assistant()).client.getInstructions();
    expect(reading).toMatch(/getMe.*--allow-writes.*--allow-deletions/);
    const everything = (await assistant(['--allow-writes', '--allow-deletions'])).client.getInstructions();
    expect(everything).toContain('getMe');
    expect(everything).not.toContain('--allow');
  });

  it('returns errors of the service as errors of the tool', async () => {
    const { call } = await assistant();
    const missing = await call('getBot', { botId: 'nobody' });
    expect(missing.isError).toBe(true);
    expect(JSON.parse(missing.text)).toMatchObject({ code: 'NOT_FOUND', message: expect.any(String) });
    const invalid = await call('listResults', { botId: service.sample.botId, timeZone: 'Nowhere/Land' });
    expect(JSON.parse(invalid.text)).toMatchObject({
      code: 'BAD_REQUEST',
      issues: [{ path: expect.stringContaining('timeZone') }],
    });
  });

  it('refuses arguments that do not fit, before a request is sent', async () => {
    const { call } = await assistant();
    expect(await call('getBot', { id: 'x' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('botId'),
    });
  });

  it('does not call tools that are not allowed', async () => {
    const { client } = await assistant(['--allow-writes']);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('createBot');
    expect(names).not.toContain('deleteBot');
    expect(names).not.toContain('createToken');
    // It returns the first token of the workspace.
    expect(names).not.toContain('createWorkspace');
    const call = client.callTool({ name: 'deleteBot', arguments: { botId: service.sample.botId } });
    const outcome = await call.then(
      ({ isError }) => isError,
      () => true,
    );
    expect(outcome).toBe(true);
  });

  it('writes and deletes if told to, and says which tools do more than read', async () => {
    const { client, call } = await assistant(['--allow-writes', '--allow-deletions']);
    const { tools } = await client.listTools();
    const changing = tools.filter(({ annotations }) => !annotations?.readOnlyHint);
    expect(changing.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['updateBot', 'deleteBot', 'startJob']),
    );
    for (const { annotations } of changing) expect(annotations?.destructiveHint).toBe(true);
    const body = { workspaceId: service.workspaceId, bot: { name: 'Made by an assistant' } };
    const { bot } = JSON.parse((await call('createBot', { body })).text);
    expect(bot.name).toBe('Made by an assistant');
    const operations = [{ op: 'changeBot', path: ['name'], was: bot.name, value: 'Edited by one' }];
    const edited = await call('editBot', { botId: bot.id, body: { operations } });
    expect(JSON.parse(edited.text)).toMatchObject({ isChanged: true });
    const conflict = await call('editBot', {
      botId: bot.id,
      body: { operations: [{ ...operations[0], value: 'x' }] },
    });
    expect(JSON.parse(conflict.text)).toMatchObject({ conflicts: [{ current: 'Edited by one' }] });
    expect(await call('deleteBot', { botId: bot.id })).toMatchObject({ isError: false });
  });

  it('cuts a large response, and says how to page', async () => {
    const { call } = await assistant(['--allow-writes']);
    const groups = Array.from({ length: 400 }, (_, index) => ({
      id: `group-${index}`,
      title: 'A title of some length, so that the response grows',
      graphCoordinates: { x: 0, y: 0 },
      blocks: [{ id: `block-${index}`, type: 'text', content: { plainText: 'x'.repeat(100) } }],
    }));
    const body = {
      workspaceId: service.workspaceId,
      bot: { name: 'Large', groups, edges: [], variables: [] },
    };
    const created = await call('createBot', { body });
    expect(created.isError, created.text.slice(0, 500)).toBe(false);
    expect(created.text.length).toBeLessThan(60_500);
    expect(created.text).toMatch(/The first 60000 of \d+ characters\. The rest cannot be read here\.$/);
  });

  it('has the document of a bot as a resource', async () => {
    const { client } = await assistant();
    const { contents } = await client.readResource({ uri: `bots://bots/${service.sample.botId}` });
    const [document] = contents as { text: string }[];
    expect(JSON.parse(document?.text ?? '').bot.id).toBe(service.sample.botId);
  });

  it('ends when its input ends, without a word on stdout', async () => {
    const { baseUrl, chatUrl, token } = service;
    const env = { BOTS_BASE_URL: baseUrl, BOTS_CHAT_URL: chatUrl, BOTS_TOKEN: token };
    expect(await runBots(['mcp'], env)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });

  it('says on stderr what is wrong with its configuration', async () => {
    const { exitCode, stdout, stderr } = await runBots(['mcp'], { BOTS_BASE_URL: service.baseUrl });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toBe('error: BOTS_BASE_URL requires BOTS_TOKEN\n');
  });
});
