import type { Resource } from '#test/support/deployed/template.ts';
import { readStackTemplates } from './stack-templates.ts';

/*
 * MiniStack reads resources, methods, integrations and authorizers from a REST API's OpenAPI document. It
 * ignores gateway responses and the templates of mock integrations, so those are set by API calls.
 */

type MockIntegration = {
  type: string;
  requestTemplates?: Record<string, string>;
  responses?: Record<string, { statusCode: string; responseParameters?: Record<string, string> }>;
};

type GatewayResponse = {
  statusCode?: string | number;
  responseParameters?: Record<string, string>;
  responseTemplates?: Record<string, string>;
};

type ApiDocument = {
  paths: Record<string, Record<string, { 'x-amazon-apigateway-integration'?: MockIntegration }>>;
  'x-amazon-apigateway-gateway-responses'?: Record<string, GatewayResponse>;
};

/** Completes every REST API of a deployed cloud assembly that is defined by a document. */
export async function completeRestApis(url: string, assembly: string): Promise<void> {
  const send = createSender(url);
  const templates = readStackTemplates(assembly).map(({ template }) => template);
  const resources = templates.flatMap(({ Resources }) => Object.entries(Resources));
  const deployed = (await send('GET', '/restapis')) as { item: { id: string; name: string }[] };
  for (const [logicalId, { Type, Properties }] of resources) {
    if (Type !== 'AWS::ApiGateway::RestApi' || Properties.Body === undefined) continue;
    const api = deployed.item.find(({ name }) => name === Properties.Name);
    if (!api) throw new Error(`No REST API named ${Properties.Name} is deployed`);
    const document = Properties.Body as ApiDocument;
    await setGatewayResponses(send, api.id, document);
    await setMockIntegrations(send, api.id, document);
    // Gateway responses take effect on the next deployment.
    const stageName = findStageName(resources, logicalId);
    await send('POST', `/restapis/${api.id}/deployments`, { stageName });
  }
}

type Send = (method: string, path: string, body?: unknown) => Promise<unknown>;

async function setGatewayResponses(send: Send, apiId: string, document: ApiDocument): Promise<void> {
  const responses = document['x-amazon-apigateway-gateway-responses'] ?? {};
  for (const [type, { statusCode, ...response }] of Object.entries(responses)) {
    await send('PUT', `/restapis/${apiId}/gatewayresponses/${type}`, {
      ...response,
      ...(statusCode !== undefined && { statusCode: String(statusCode) }),
    });
  }
}

async function setMockIntegrations(send: Send, apiId: string, document: ApiDocument): Promise<void> {
  const { item } = (await send('GET', `/restapis/${apiId}/resources?limit=500`)) as {
    item: { id: string; path: string }[];
  };
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const integration = operation['x-amazon-apigateway-integration'];
      if (integration?.type.toLowerCase() !== 'mock') continue;
      const resource = item.find((one) => one.path === path);
      if (!resource) throw new Error(`REST API ${apiId} has no resource ${path}`);
      const address = `/restapis/${apiId}/resources/${resource.id}/methods/${method.toUpperCase()}/integration`;
      await send('PUT', address, { type: 'MOCK', requestTemplates: integration.requestTemplates });
      for (const [pattern, { statusCode, ...response }] of Object.entries(integration.responses ?? {})) {
        await send('PUT', `${address}/responses/${statusCode}`, {
          ...response,
          selectionPattern: pattern === 'default' ? '' : pattern,
        });
      }
    }
  }
}

function findStageName(resources: [id: string, resource: Resource][], apiId: string): string {
  const stage = resources.find(
    ([, { Type, Properties }]) => Type === 'AWS::ApiGateway::Stage' && Properties.RestApiId?.Ref === apiId,
  );
  if (!stage) throw new Error(`REST API ${apiId} has no stage in its template`);
  return stage[1].Properties.StageName;
}

function createSender(url: string): Send {
  return async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}
