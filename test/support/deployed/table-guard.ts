import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RolePolicy, TableRequest } from './role-policy.ts';
import { toTableRequests } from './table-request.ts';

/** An item in DynamoDB's own form. */
export type AttributeMap = Record<string, Record<string, unknown>>;

export type TableGuard = {
  /** Returns the database endpoint for a function. It enforces that function's role. */
  endpointFor(functionId: string): string;
  /** Table requests by function id, including refused ones. */
  readonly requests: Map<string, TableRequest[]>;
  stop(): Promise<void>;
};

/**
 * Starts a proxy between the functions and the database that enforces IAM permissions. Requests that the
 * function's role does not allow get AccessDeniedException and never reach the table.
 *
 * @param onWritten stands for the table's stream: receives each item that a single write has left, before the
 *   response of that write is sent
 */
export async function startTableGuard(
  databaseEndpoint: string,
  getPolicy: (functionId: string) => RolePolicy,
  onWritten: (image: AttributeMap) => Promise<void> = async () => {},
): Promise<TableGuard> {
  const requests = new Map<string, TableRequest[]>();
  const server: Server = createServer(async (request, response) => {
    const [, functionId = ''] = (request.url ?? '').split('/');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const operation = String(request.headers['x-amz-target']).replace(/^.*\./, '');
    const asked = toTableRequests(operation, JSON.parse(body.toString('utf8')));
    requests.set(functionId, [...(requests.get(functionId) ?? []), ...asked]);

    const refused = asked.find((one) => !getPolicy(functionId).allows(one));
    if (refused) {
      const message = `${functionId} is not authorized to perform ${refused.action} on ${refused.leadingKeys.join(', ')}`;
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify({ __type: 'com.amazon.coral.service#AccessDeniedException', message }));
      return;
    }
    const { host: _host, connection: _connection, ...headers } = request.headers;
    const forwarded = await fetch(databaseEndpoint, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
    });
    const text = Buffer.from(await forwarded.arrayBuffer());
    const image = forwarded.ok ? writtenImage(operation, body, text) : undefined;
    if (image) await onWritten(image);
    response.writeHead(forwarded.status, { 'content-type': forwarded.headers.get('content-type') ?? '' });
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpointFor: (functionId) => `http://127.0.0.1:${port}/${functionId}`,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns the item after a single write, if the request or the response contains it. */
function writtenImage(operation: string, request: Buffer, response: Buffer): AttributeMap | undefined {
  if (operation === 'PutItem') return (JSON.parse(request.toString('utf8')) as { Item: AttributeMap }).Item;
  if (operation !== 'UpdateItem') return undefined;
  return (JSON.parse(response.toString('utf8')) as { Attributes?: AttributeMap }).Attributes;
}
