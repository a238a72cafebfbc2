import { createGateway } from '#apps/local/gateway/gateway.ts';
import { loadFunction } from '#apps/local/gateway/load-function.ts';
import { endpoints } from '#functions/endpoints.ts';
import type { Api } from '#lib/platform/http/contract.ts';
import { type Consumption, measureConsumption } from '#test/support/consumed-capacity.ts';
import { isAboutContent } from '#test/support/database-faults.ts';
import { intercepting } from '#test/support/database-requests.ts';
import type { SdkRequest } from './bare-input.ts';
import type { HttpCall } from './load.ts';

/** The requests that an operation sends to the database, and what the database returns. */
export type RecordedOperation = Pick<Consumption, 'readUnits' | 'writeUnits'> & {
  requests: SdkRequest[];
  /** Total size of all items and keys sent and received, as JSON with Base64. */
  sentBytes: number;
  receivedBytes: number;
  /** The function that responded, and the event it was called with. */
  functionId: string;
  event: object;
};

/**
 * Runs a call in this process and records its database requests, except for the authorizer's, which are usually
 * cached.
 */
export async function recordOperation(
  api: Api,
  { method, path, headers = {}, body = '' }: HttpCall,
): Promise<RecordedOperation> {
  const requests: SdkRequest[] = [];
  let [sentBytes, receivedBytes, functionId] = [0, 0, ''];
  let event: object = {};
  const gateway = createGateway({
    endpoints,
    authorizer: async (...call) => (await loadFunction('authorizer'))(...call),
    loadFunction: async (id) => async (called, context) => {
      [functionId, event] = [id, called as object];
      return (await loadFunction(id))(called, context);
    },
    onFault: (error) => console.error(error),
  });
  const [pathOnly = '', queryString = ''] = path.split('?');
  const call = () =>
    gateway.handle(api, {
      method,
      path: pathOnly,
      queryString,
      headers: Object.entries(headers),
      body: Buffer.from(body),
      sourceIp: '127.0.0.1',
    });
  const { value, readUnits, writeUnits } = await measureConsumption(() =>
    intercepting(async (request, send) => {
      const output = await send(request.input);
      if (!isAboutContent(request)) return output;
      const { ConsumedCapacity, $metadata, ...received } = output;
      requests.push({ command: request.command, input: request.input });
      sentBytes += getJsonBytes(request.input);
      receivedBytes += getJsonBytes(received);
      return output;
    }, call),
  );
  if (value.status !== 200) throw new Error(`${method} ${path}: ${value.status} ${value.body}`);
  return { requests, readUnits, writeUnits, sentBytes, receivedBytes, functionId, event };
}

function getJsonBytes(value: unknown): number {
  const text = JSON.stringify(value, (_, part) =>
    part?.type === 'Buffer' || part instanceof Uint8Array
      ? Buffer.from(part.data ?? part).toString('base64')
      : part,
  );
  return Buffer.byteLength(text);
}
