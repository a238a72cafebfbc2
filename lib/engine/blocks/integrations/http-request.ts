import type { ActionModule, BlockContext, Outcome } from '#lib/engine/model/block-module.ts';
import { readOptions } from '#lib/engine/model/block-options.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import type { ClientAction } from '#lib/engine/model/chat-protocol.ts';
import { parseJsonValue } from '#lib/engine/services/json-value.ts';
import { applyResponseMapping } from '#lib/engine/services/response-mapping.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { executeRequest } from './http-request-execution.ts';
import { httpRequestOptions } from './http-request-options.ts';
import { type ParsedRequest, parseRequest } from './http-request-parsing.ts';

export { httpRequestOptions } from './http-request-options.ts';

/** Sends an HTTP request, or has the client send it, and stores parts of the response in variables. */
export const httpRequestBlock = httpRequestModule('Webhook');

/** Creates the same block under the name of a service that provides the URL to call. */
export function httpRequestModule(type: 'Webhook' | 'Zapier' | 'Make.com' | 'Pabbly'): ActionModule {
  return { kind: 'integration', type, run, resume };
}

async function run(block: ChatBlock, context: BlockContext): Promise<Outcome> {
  const options = readOptions(httpRequestOptions(), block.options);
  if (!options.webhook) {
    // Deviation: Typebot sends nothing, and says nothing.
    context.log({
      status: 'error',
      description: 'The HTTP request was not sent: the bot does not contain it',
    });
    return {};
  }
  const request = parseRequest(options.webhook, options.isCustomBody === true, context);
  if (!request) {
    context.log({ status: 'error', description: "Couldn't parse webhook attributes" });
    return {};
  }
  if (options.isExecutedOnClient) return { actions: [clientAction(request)] };
  if (options.proxyCredentialsId !== undefined) {
    // Deviation: proxies are not supported. Sending the request directly would reveal an IP address the
    // author wanted to hide.
    context.log({ status: 'error', description: 'The HTTP request was not sent: proxies are not supported' });
    return {};
  }
  const response = await executeRequest(request, options.timeout, context);
  await applyResponseMapping(options.responseVariableMapping, response, context);
  return {};
}

function clientAction({ url, method, headers, body }: ParsedRequest): ClientAction {
  return {
    type: 'httpRequestToExecute',
    httpRequestToExecute: {
      url,
      method,
      ...(headers && { headers }),
      ...(body && { body: body.kind === 'json' ? body.value : body.text }),
    },
    expectsDedicatedReply: true,
  };
}

/** The client replies with `{"statusCode": 200, "data": …}`. */
async function resume(block: ChatBlock, text: string, context: BlockContext): Promise<void> {
  const response = parseJsonValue(text);
  if (!isJsonObject(response)) {
    // Deviation: Typebot fails the turn, so conversations with clients that do not support actions
    // get stuck.
    context.log({ status: 'error', description: 'Provided response is not valid JSON' });
    return;
  }
  const { responseVariableMapping } = readOptions(httpRequestOptions(), block.options);
  const { statusCode, data } = response;
  await applyResponseMapping(responseVariableMapping, { statusCode, data }, context);
}
