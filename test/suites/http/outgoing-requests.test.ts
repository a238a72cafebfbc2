import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chatBot, text, variables } from '#test/fixtures/chat-bots.ts';
import { publishedBot, startedChat, texts } from '#test/support/chat-client.ts';
import { describeApi } from '#test/support/describe-api.ts';

/* Requests from bots to a service on this machine, tested end to end through a chat. */

const ENVIRONMENT = ['HTTP_PRIVATE_HOSTS', 'AWS_LAMBDA_FUNCTION_NAME', 'CREDENTIALS'] as const;

describeApi('Outgoing requests of a bot', (api) => {
  describe.runIf(api.canInjectFaults)('to a service on this machine', () => {
    const before = ENVIRONMENT.map((name) => [name, process.env[name]] as const);
    let server: Server;
    let port: number;
    let respond: (response: ServerResponse, request: IncomingMessage) => void;
    let connections: Promise<unknown>[];

    beforeAll(async () => {
      server = createServer((request, response) => respond(response, request));
      server.on('connection', (socket) => {
        socket.on('error', () => {});
        connections.push(new Promise((resolve) => socket.on('close', resolve)));
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      port = typeof address === 'object' && address ? address.port : 0;
    });

    beforeEach(() => {
      connections = [];
      process.env.HTTP_PRIVATE_HOSTS = 'localhost,127.0.0.1';
    });

    afterEach(() => {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    });

    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });

    /** Returns the texts shown after the HTTP request block. */
    async function saidAfterRequest(host = '127.0.0.1'): Promise<string[]> {
      const request = {
        id: 'h',
        type: 'Webhook',
        options: {
          timeout: 3,
          webhook: { url: `http://${host}:${port}/`, method: 'GET' },
          responseVariableMapping: [
            { id: 'm1', variableId: 'Status', bodyPath: 'statusCode' },
            { id: 'm2', variableId: 'Message', bodyPath: 'data.message' },
          ],
        },
      };
      const { publicId } = await publishedBot(
        api,
        chatBot([{ id: 'g', blocks: [request, text('t', '{{Status}} {{Message}}')] }], {
          variables: variables('Status', 'Message'),
        }),
      );
      const said = texts(await startedChat(api, publicId));
      await Promise.all(connections);
      return said;
    }

    it.each(['127.0.0.1', 'localhost'])('reach %s if listed in HTTP_PRIVATE_HOSTS', async (host) => {
      respond = (response) => response.end('{"message": "Hello"}');
      expect(await saidAfterRequest(host)).toEqual(['200 Hello']);
    });

    it('do not reach it otherwise', async () => {
      delete process.env.HTTP_PRIVATE_HOSTS;
      expect(await saidAfterRequest()).toEqual([expect.stringMatching(/^400 Security validation failed/)]);
      expect(connections).toEqual([]);
    });

    it('do not reach it in Lambda', async () => {
      process.env.AWS_LAMBDA_FUNCTION_NAME = 'start-chat';
      expect(await saidAfterRequest()).toEqual([expect.stringMatching(/^400 Security validation failed/)]);
      expect(connections).toEqual([]);
    });

    it('fail on a decompression bomb, and the chat continues', async () => {
      const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
      respond = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
      expect(await saidAfterRequest()).toEqual(['500 ']);
      expect(connections).toHaveLength(1);
    });

    it('fail on a truncated response, and the chat continues', async () => {
      respond = (response) => {
        response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': '100' });
        response.write(gzipSync('text'));
      };
      expect(await saidAfterRequest()).toEqual(['408 Request timed out. (3s)']);
      expect(connections).toHaveLength(1);
    });

    describe('with a stored key', () => {
      type Seen = { host: string | undefined; authorization: string | undefined; apiKey: unknown };

      /**
       * Returns what the server receives from a chat whose OpenAI block has this base URL, and the chat's
       * texts and logs.
       */
      async function chatWith(baseUrl: string, V: string) {
        process.env.CREDENTIALS = JSON.stringify({ [api.workspaceId]: { c1: { apiKey: 'stored-key' } } });
        const seen: Seen[] = [];
        respond = (response, { url, headers }) => {
          seen.push({
            host: headers.host,
            authorization: headers.authorization,
            apiKey: headers['api-key'],
          });
          if (url?.startsWith('/moved')) {
            response.writeHead(307, { location: `http://localhost:${port}/` }).end();
          } else response.end('{"choices": [{"message": {"content": "Hello"}}]}');
        };
        const block = {
          id: 'o',
          type: 'openai',
          options: {
            action: 'Create chat completion',
            credentialsId: 'c1',
            baseUrl,
            apiVersion: '1',
            model: 'm',
            messages: [{ role: 'user', content: 'Hi' }],
            responseMapping: [{ item: 'Message content', variableId: 'Message' }],
          },
        };
        const { publicId } = await publishedBot(
          api,
          chatBot([{ id: 'g', blocks: [block, text('t', '"{{Message}}"')] }], {
            variables: variables('V', 'Message'),
          }),
        );
        const chat = await startedChat(api, publicId, { prefilledVariables: { V } });
        return { seen, said: texts(chat), logs: (chat.logs ?? []).map(({ description }) => description) };
      }

      const sent = { authorization: 'Bearer stored-key', apiKey: 'stored-key' };
      const refusal = 'The credentials were not sent: they are not allowed for a URL with these variables';

      it("send it to the author's base URL", async () => {
        expect(await chatWith(`http://127.0.0.1:${port}`, '')).toEqual({
          seen: [{ host: `127.0.0.1:${port}`, ...sent }],
          said: ['"Hello"'],
          logs: [],
        });
      });

      it.each(['https://{{V}}.openai.azure.com', 'https://{{V}}', '{{V}}'])(
        'do not send it to a host chosen by the respondent: %s',
        async (baseUrl) => {
          const V = baseUrl === '{{V}}' ? `http://127.0.0.1:${port}` : `127.0.0.1:${port}/x?`;
          expect(await chatWith(baseUrl, V)).toEqual({ seen: [], said: ['""'], logs: [refusal] });
        },
      );

      it('drop it on a redirect to another origin', async () => {
        const { seen } = await chatWith(`http://127.0.0.1:${port}/moved`, '');
        expect(seen).toEqual([
          { host: `127.0.0.1:${port}`, ...sent },
          { host: `localhost:${port}`, authorization: undefined, apiKey: undefined },
        ]);
      });
    });
  });
});
