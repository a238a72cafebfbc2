import type { ActionModule, Outcome } from '#lib/engine/model/block-module.ts';
import type { ChatPorts } from '#lib/engine/model/ports.ts';
import {
  type BlockContextOptions,
  blockContext,
  type TestBlockContext,
} from '#test/support/chat/block-context.ts';
import { type FakeHttp, fakeHttp, type ScriptedResponse } from '#test/support/chat/fake-http.ts';
import { toolSandbox } from '#test/support/chat/tool-sandbox.ts';

export type ActionRunOptions = {
  variables?: BlockContextOptions['variables'];
  credentials?: Record<string, unknown>;
  http?: Parameters<typeof fakeHttp>[0];
  ports?: Partial<ChatPorts>;
  chat?: BlockContextOptions['chat'];
};

/** Runs a block with the credentials "c1" and a scripted service. Returns what was sent, logged and set. */
export async function runActionBlock(
  module: ActionModule,
  options: Record<string, unknown>,
  { variables, credentials = { apiKey: 'secret-key' }, http = [], ports, chat }: ActionRunOptions = {},
): Promise<{ outcome: Outcome; context: TestBlockContext; http: FakeHttp; sent: unknown[] }> {
  const port = fakeHttp(http);
  const context = blockContext({
    ...(variables && { variables }),
    ...(chat && { chat }),
    ports: {
      http: port,
      credentials: async (id) => (id === 'c1' ? credentials : undefined),
      sandbox: async () => toolSandbox,
      ...ports,
    },
  });
  const block = { id: 'b1', type: module.type, options: { credentialsId: 'c1', ...options } };
  const outcome = await module.run(block, context);
  const sent = port.requests.map(({ body }) =>
    typeof body === 'string' && body.startsWith('{') ? JSON.parse(body) : body,
  );
  return { outcome, context, http: port, sent };
}

/** Builds a response of the chat completions API. */
export function completion(message: unknown, usage: unknown = undefined): ScriptedResponse {
  return {
    json: {
      choices: [{ message: typeof message === 'string' ? { role: 'assistant', content: message } : message }],
      usage,
    },
  };
}
