import { join } from 'node:path';
import { LOCAL_TABLE_NAME } from '#lib/apps/local/database-environment.ts';
import { createGateway, type Gateway } from '#lib/apps/local/gateway.ts';
import type { Endpoint } from '#lib/http/contract.ts';
import { type AssetFunction, startAssetFunction } from './asset-function.ts';
import { RolePolicy } from './role-policy.ts';
import { startTableGuard, type TableGuard } from './table-guard.ts';
import { type Assembly, getResources, referenceIn, type Template } from './template.ts';

export type DeployedService = { gateway: Gateway; guard: TableGuard; stop(): Promise<void> };

/**
 * What the gateway needs to know about an endpoint. All of it is read from the template, none from the
 * contracts.
 */
type Route = Pick<Endpoint, 'id' | 'method' | 'path' | 'api' | 'auth' | 'memoryMb' | 'timeoutSeconds'>;

/**
 * Runs a synthesised stack on this machine: its routes, its authorizer, the code assets and environment of
 * its functions, and the permissions of their roles. The table is the one at `databaseEndpoint`.
 */
export async function runDeployedService(
  assembly: Assembly,
  databaseEndpoint: string,
  onFault: (error: unknown) => void = (error) => console.error(error),
): Promise<DeployedService> {
  const { template } = assembly;
  const policies = new Map<string, RolePolicy>();
  const getPolicy = (functionId: string): RolePolicy => {
    const roleId = referenceIn(template.Resources[functionId]?.Properties.Role) ?? '';
    const policy = policies.get(functionId) ?? new RolePolicy(template, roleId);
    policies.set(functionId, policy);
    return policy;
  };
  const guard = await startTableGuard(databaseEndpoint, getPolicy);

  const functions = new Map<string, AssetFunction>();
  const findFunction = (id: string): AssetFunction => {
    const running = functions.get(id) ?? startFunction(assembly, id, guard.endpointFor(id));
    functions.set(id, running);
    return running;
  };

  const gateway = createGateway({
    endpoints: getRoutes(template) as Endpoint[],
    loadFunction: async (id) => findFunction(id).invoke,
    authorizer: async (event, context) => findFunction(authorizerFunctionId(template)).invoke(event, context),
    onFault,
  });
  return {
    gateway,
    guard,
    async stop() {
      await Promise.all([...functions.values()].map((one) => one.stop()));
      await guard.stop();
    },
  };
}

function getRoutes(template: Template): Route[] {
  return getResources(template, 'AWS::ApiGateway::Method')
    .filter(([, { Properties }]) => Properties.HttpMethod !== 'OPTIONS')
    .map(([, { Properties }]): Route => {
      const id = referenceIn(Properties.Integration.Uri) ?? '';
      const code = template.Resources[id]?.Properties;
      if (!code) throw new Error(`${Properties.HttpMethod} has no function`);
      return {
        id,
        method: Properties.HttpMethod,
        path: toPath(template, Properties.ResourceId) as Route['path'],
        api: findApi(template, Properties.RestApiId.Ref),
        auth: Properties.AuthorizationType === 'NONE' ? 'none' : 'bearer',
        memoryMb: code.MemorySize,
        timeoutSeconds: code.Timeout,
      };
    });
}

function toPath(template: Template, resourceId: { Ref?: string }): string {
  const resource = resourceId.Ref === undefined ? undefined : template.Resources[resourceId.Ref];
  return resource ? `${toPath(template, resource.Properties.ParentId)}/${resource.Properties.PathPart}` : '';
}

function findApi(template: Template, restApiId: string): Endpoint['api'] {
  const name = String(template.Resources[restApiId]?.Properties.Name);
  return name.endsWith('-chat') ? 'chat' : 'management';
}

function authorizerFunctionId(template: Template): string {
  const [authorizer] = getResources(template, 'AWS::ApiGateway::Authorizer');
  const id = referenceIn(authorizer?.[1].Properties.AuthorizerUri);
  if (id === undefined) throw new Error('The stack has no authorizer');
  return id;
}

function startFunction({ folder, template }: Assembly, id: string, endpoint: string): AssetFunction {
  const { Code, Handler, Environment } = template.Resources[id]?.Properties ?? {};
  const [file, handler] = String(Handler).split('.');
  if (handler !== 'handler') throw new Error(`${id} has the handler ${Handler}`);
  const asset = `asset.${String(Code.S3Key).replace(/\.zip$/, '')}`;
  return startAssetFunction(join(folder, asset, `${file}.js`), {
    ...resolved(Environment?.Variables ?? {}),
    // What Lambda itself sets, and the endpoint of this machine's table.
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_LAMBDA_FUNCTION_NAME: id,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  });
}

/** Resolves a reference to the table to the table's name. Any other reference would be unknown here. */
function resolved(variables: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => {
      if (typeof value === 'string') return [name, value];
      if (name === 'TABLE_NAME') return [name, LOCAL_TABLE_NAME];
      throw new Error(`The environment variable ${name} refers to something that this test does not know`);
    }),
  );
}
