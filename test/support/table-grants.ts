import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LambdaFunction } from '#apps/local/gateway/lambda-invocation.ts';
import { endpoints } from '#functions/endpoints.ts';
import { RUN_JOB } from '#lib/jobs/run-job-function.ts';
import type { TableAccess } from '#lib/platform/http/contract.ts';
import { dynamoDbClient } from '#lib/platform/store/dynamodb-client.ts';
import { type ItemKind, LIST_PARTITIONS, type ListName } from '#lib/platform/store/keys.ts';
import type { TableRequest } from './deployed/role-policy.ts';
import { toTableRequests } from './deployed/table-request.ts';

/*
 * Enforces the grants in the contracts on all table requests of functions in this process. Excess requests get
 * AccessDeniedException, as they would from IAM. Used grants are recorded, so that unused ones can be found.
 */

/** One permission in a contract, such as `write SESSION`, `append AUDIT`, `read BOT`, `check TOKEN` or `list tokens`. */
type Grant = string;

/** Returns the grants of a contract. */
export function toGrants({
  reads,
  writes = [],
  appends = [],
  checks = [],
  lists = [],
}: TableAccess): Grant[] {
  return [
    ...reads.map((kind) => `read ${kind}`),
    ...writes.map((kind) => `write ${kind}`),
    ...appends.map((kind) => `append ${kind}`),
    ...checks.map((kind) => `check ${kind}`),
    ...lists.map((list) => `list ${list}`),
  ];
}

/** Returns, for each item of a request, the grants of which it needs one. */
export function neededGrants({ action, leadingKeys, isIndex = false }: TableRequest): Grant[][] {
  if (isIndex) return leadingKeys.map((key) => [`list ${findList(key)}`]);
  return leadingKeys.map((key) => verbsFor(action).map((verb) => `${verb} ${getKind(key)}`));
}

function verbsFor(action: string): string[] {
  if (action === 'dynamodb:ConditionCheckItem') return ['read', 'check'];
  if (/Get|Query/.test(action)) return ['read'];
  return action === 'dynamodb:PutItem' ? ['write', 'append'] : ['write'];
}

function getKind(partition: string): ItemKind {
  return partition.slice(0, partition.indexOf('#')) as ItemKind;
}

function findList(partition: string): ListName | undefined {
  const found = Object.entries(LIST_PARTITIONS).find(([, pattern]) =>
    new RegExp(`^${pattern.replace('*', '[^#]+')}$`).test(partition),
  );
  return found?.[0] as ListName | undefined;
}

const running = new AsyncLocalStorage<string>();
const seen = new Set<string>();

/** Wraps a function to check its table requests against its endpoint's contract, and to record them. */
export function underItsGrants(endpointId: string, handler: LambdaFunction): LambdaFunction {
  return (event, context) => {
    watchTable();
    return running.run(endpointId, () => handler(event, context));
  };
}

const AUTHORIZER = 'authorizer';

/** Wraps the authorizer to exempt it from the checks, because it has no contract. */
export function underNoGrants(handler: LambdaFunction): LambdaFunction {
  return (event, context) => running.run(AUTHORIZER, () => handler(event, context));
}

/**
 * Whether the current request to the database comes from the authorizer. The gateway calls it whenever the minute is
 * over for which it caches a token, so a test that counts an endpoint's requests must not count these.
 */
export function isAuthorizing(): boolean {
  return running.getStore() === AUTHORIZER;
}

let watched: ReturnType<typeof dynamoDbClient> | undefined;

function watchTable(): void {
  const client = dynamoDbClient();
  if (client === watched) return;
  watched = client;
  client.middlewareStack.add(
    (next) => async (args) => {
      const endpointId = running.getStore();
      const { headers, body } = args.request as { headers: Record<string, string>; body: string };
      const operation = String(headers['x-amz-target']).replace(/^.*\./, '');
      if (endpointId !== undefined) judge(endpointId, toTableRequests(operation, JSON.parse(body)));
      return await next(args);
    },
    { step: 'finalizeRequest', name: 'table-grants' },
  );
}

function judge(endpointId: string, requests: TableRequest[]): void {
  const described = [RUN_JOB, ...endpoints].find(({ id }) => id === endpointId);
  if (!described) return;
  const granted = toGrants(described.table);
  const checksTokens = 'checksTokens' in described && described.checksTokens === true;
  for (const needed of requests.flatMap(neededGrants)) {
    const used = needed.find((grant) => granted.includes(grant));
    const isTokenCheck = checksTokens && needed.some((grant) => grant.endsWith(' TOKEN'));
    if (isTokenCheck) continue;
    if (used !== undefined) {
      record(`${endpointId}: ${used}`);
      continue;
    }
    const error = new Error(`The contract of ${endpointId} does not grant: ${needed.join(' or ')}`);
    error.name = 'AccessDeniedException';
    throw error;
  }
}

/**
 * Records to a separate file for each process, because test files run in several.
 * `unused-grants.ts` reads them all.
 */
function record(use: string): void {
  const folder = process.env.GRANTS_FOLDER;
  if (folder === undefined || seen.has(use)) return;
  seen.add(use);
  appendFileSync(join(folder, String(process.pid)), `${use}\n`);
}
