import { join } from 'node:path';
import type { Context, DynamoDBBatchResponse } from 'aws-lambda';
import { LOCAL_TABLE_NAME } from '#apps/local/database/database-environment.ts';
import { createGateway, type Gateway } from '#apps/local/gateway/gateway.ts';
import type { Endpoint } from '#lib/platform/http/contract.ts';
import {
  createGatewayResponder,
  createPreflightResponder,
  getApiDocument,
  getOperations,
} from './api-document.ts';
import { type AssetFunction, startAssetFunction } from './asset-function.ts';
import { SITE_PROOF } from './firewall-model.ts';
import { RolePolicy } from './role-policy.ts';
import { startStepFunctions } from './step-functions.ts';
import { type AttributeMap, startTableGuard, type TableGuard } from './table-guard.ts';
import { type Assembly, getResources, referenceIn, type Template } from './template.ts';

const APIS = ['management', 'chat'] as const;

export type DeployedService = { gateway: Gateway; guard: TableGuard; stop(): Promise<void> };

/**
 * The endpoint fields that the gateway needs, all read from the template instead of the contracts.
 */
type Route = Pick<Endpoint, 'id' | 'method' | 'path' | 'api' | 'auth' | 'memoryMb' | 'timeoutSeconds'>;

/**
 * Runs a synthesized stack locally: its routes and authorizer, its functions' code and environment, and their
 * roles' permissions. Uses the table at `databaseEndpoint`.
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
  const consumer = streamConsumer(template);
  const guard = await startTableGuard(databaseEndpoint, getPolicy, async (image) => {
    if (consumer?.accepts(image)) await deliver(findFunction(consumer.functionId), image);
  });

  const runJobId = findRunJob(template);
  const stepFunctions = await startStepFunctions(template, (payload) =>
    findFunction(runJobId).invoke(payload, UNHURRIED),
  );
  const functions = new Map<string, AssetFunction>();
  const findFunction = (id: string): AssetFunction => {
    const running =
      functions.get(id) ??
      startFunction(assembly, id, {
        AWS_ENDPOINT_URL_DYNAMODB: guard.endpointFor(id),
        AWS_ENDPOINT_URL_SFN: stepFunctions.endpoint,
      });
    functions.set(id, running);
    return running;
  };

  const gateway = createGateway({
    endpoints: getRoutes(template) as Endpoint[],
    loadFunction: async (id) => findFunction(id).invoke,
    authorizer: async (event, context) => findFunction(authorizerFunctionId(template)).invoke(event, context),
    respondToPreflight: createPreflightResponder(template),
    respondItself: createGatewayResponder(template),
    onFault,
  });
  return {
    gateway,
    guard,
    async stop() {
      await Promise.all([...functions.values()].map((one) => one.stop()));
      await stepFunctions.stop();
      await guard.stop();
    },
  };
}

type StreamConsumer = { functionId: string; accepts: (image: AttributeMap) => boolean };

/** Finds the function that reads the table's stream, and the filter of its event source mapping. */
function streamConsumer(template: Template): StreamConsumer | undefined {
  const [mapping] = getResources(template, 'AWS::Lambda::EventSourceMapping');
  if (!mapping) return undefined;
  const { FunctionName, FilterCriteria } = mapping[1].Properties;
  const patterns = (FilterCriteria.Filters as { Pattern: string }[]).map(({ Pattern }) =>
    JSON.parse(Pattern),
  );
  return {
    functionId: referenceIn(FunctionName) ?? '',
    accepts: (image) => patterns.some((pattern) => matches(pattern, { dynamodb: { NewImage: image } })),
  };
}

/** Evaluates the only kind of filter that the stack uses, which checks that a value exists. */
function matches(pattern: unknown, value: unknown): boolean {
  if (Array.isArray(pattern)) {
    if (JSON.stringify(pattern) !== '[{"exists":true}]')
      throw new Error('This test does not know the filter');
    return value !== undefined;
  }
  return Object.entries(pattern as object).every(([name, inner]) =>
    matches(inner, (value as Record<string, unknown> | undefined)?.[name]),
  );
}

async function deliver(consumer: AssetFunction, image: AttributeMap): Promise<void> {
  const record = { eventSource: 'aws:dynamodb', dynamodb: { NewImage: image, SequenceNumber: '1' } };
  const context = { getRemainingTimeInMillis: () => 60_000 } as Context;
  const { batchItemFailures } = (await consumer.invoke(
    { Records: [record] },
    context,
  )) as DynamoDBBatchResponse;
  if (batchItemFailures.length > 0) throw new Error('The audit entry of a change could not be written');
}

function getRoutes(template: Template): Route[] {
  return APIS.flatMap((api) =>
    getOperations(getApiDocument(template, api))
      .filter(({ method }) => method !== 'OPTIONS')
      .map(({ method, path, functionId = '', authorizerFunctionId }): Route => {
        const code = template.Resources[functionId]?.Properties;
        if (!code) throw new Error(`${method} ${path} has no function`);
        return {
          id: functionId,
          method: method as Route['method'],
          path: path as Route['path'],
          api,
          auth: authorizerFunctionId === undefined ? 'none' : 'bearer',
          memoryMb: code.MemorySize,
          timeoutSeconds: code.Timeout,
        };
      }),
  );
}

function authorizerFunctionId(template: Template): string {
  const ids = APIS.flatMap((api) => getOperations(getApiDocument(template, api)))
    .map((operation) => operation.authorizerFunctionId)
    .filter((id) => id !== undefined);
  const [id, ...others] = new Set(ids);
  if (id === undefined || others.length > 0) throw new Error('The stack needs one authorizer function');
  return id;
}

/** Finds the function that the state machine calls. No route leads to it. */
function findRunJob(template: Template): string {
  const found = getResources(template, 'AWS::Lambda::Function').find(([, { Properties }]) =>
    String(Properties.FunctionName).endsWith('-run-job'),
  );
  if (!found) throw new Error('The stack has no function that runs jobs');
  return found[0];
}

const UNHURRIED = { getRemainingTimeInMillis: () => 600_000 } as Context;

function startFunction(
  { folder, template }: Assembly,
  id: string,
  endpoints: Record<string, string>,
): AssetFunction {
  const { Code, Handler, Environment } = template.Resources[id]?.Properties ?? {};
  const [file, handler] = String(Handler).split('.');
  if (handler !== 'handler') throw new Error(`${id} has the handler ${Handler}`);
  const asset = `asset.${String(Code.S3Key).replace(/\.zip$/, '')}`;
  return startAssetFunction(join(folder, asset, `${file}.js`), {
    ...resolved(Environment?.Variables ?? {}),
    // Variables that Lambda sets itself, and the local database endpoint.
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_LAMBDA_FUNCTION_NAME: id,
    ...endpoints,
  });
}

/**
 * Replaces the table's name with that of the local table. References to other resources cannot be resolved.
 */
function resolved(variables: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => {
      if (name === 'TABLE_NAME') return [name, LOCAL_TABLE_NAME];
      if (name === 'JOB_STATE_MACHINE_ARN')
        return [name, 'arn:aws:states:eu-central-1:123456789012:stateMachine:jobs'];
      if (name === 'SITE_PROOF') return [name, SITE_PROOF];
      if (typeof value === 'string') return [name, value];
      throw new Error(`The environment variable ${name} refers to something that this test does not know`);
    }),
  );
}
