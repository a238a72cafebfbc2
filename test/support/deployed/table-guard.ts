import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RolePolicy, TableRequest } from './role-policy.ts';
import { toTableRequests } from './table-request.ts';

export type TableGuard = {
  /** The database endpoint for a function. Requests to it are judged by that function's role. */
  endpointFor(functionId: string): string;
  /** What each function requested of the table, including refused requests. */
  readonly requests: Map<string, TableRequest[]>;
  stop(): Promise<void>;
};

/**
 * Stands between the functions and the database, as IAM does. A request that the function's role does not
 * allow is refused with AccessDeniedException and never reaches the table.
 */
export async function startTableGuard(
  databaseEndpoint: string,
  getPolicy: (functionId: string) => RolePolicy,
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
    const answer = await fetch(databaseEndpoint, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
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
