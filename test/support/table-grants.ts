import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LambdaFunction } from '#lib/apps/local/lambda-invocation.ts';
import { endpoints } from '#lib/endpoints.ts';
import type { TableAccess } from '#lib/http/contract.ts';
import { dynamoDbClient } from '#lib/store/client.ts';
import { type ItemKind, LIST_PARTITIONS, type ListName } from '#lib/store/keys.ts';
import type { TableRequest } from './deployed/role-policy.ts';
import { toTableRequests } from './deployed/table-request.ts';

/*
 * Checks what the functions of this process request of the table against the grants in their contracts. A
 * deployed function that requests more gets AccessDeniedException from IAM, and gets the same here. Each used
 * grant is recorded too, so that unused grants are found.
 */

/** One permission that a contract grants: `write SESSION`, `read BOT`, `list tokens`. */
type Grant = string;

/** The grants of a contract. */
export function toGrants({ reads, writes = [], lists = [] }: TableAccess): Grant[] {
  return [
    ...reads.map((kind) => `read ${kind}`),
    ...writes.map((kind) => `write ${kind}`),
    ...lists.map((list) => `list ${list}`),
  ];
}

/** The grants that a request needs. */
export function neededGrants({ action, leadingKeys, isIndex = false }: TableRequest): Grant[] {
  if (isIndex) return leadingKeys.map((key) => `list ${listOf(key)}`);
  const verb = /Get|Query/.test(action) ? 'read' : 'write';
  return leadingKeys.map((key) => `${verb} ${getKind(key)}`);
}

function getKind(partition: string): ItemKind {
  return partition.slice(0, partition.indexOf('#')) as ItemKind;
}

function listOf(partition: string): ListName | undefined {
  const found = Object.entries(LIST_PARTITIONS).find(([, pattern]) =>
    new RegExp(`^${pattern.replace('*', '[^#]+')}$`).test(partition),
  );
  return found?.[0] as ListName | undefined;
}

const running = new AsyncLocalStorage<string>();
const seen = new Set<string>();

/** Wraps a function: its requests to the table are judged by the contract of its endpoint, and recorded. */
export function underItsGrants(endpointId: string, handler: LambdaFunction): LambdaFunction {
  return (event, context) => {
    watchTable();
    return running.run(endpointId, () => handler(event, context));
  };
}

/**
 * Wraps the authorizer, which no contract covers, even where a test calls the service inside another call.
 */
export function underNoGrants(handler: LambdaFunction): LambdaFunction {
  return (event, context) => running.exit(() => handler(event, context));
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
  const endpoint = endpoints.find(({ id }) => id === endpointId);
  // No contract holds the authorizer's grant.
  if (!endpoint) return;
  const granted = toGrants(endpoint.table);
  for (const needed of requests.flatMap(neededGrants)) {
    record(`${endpointId}: ${needed}`);
    if (granted.includes(needed)) continue;
    const error = new Error(`The contract of ${endpointId} does not grant: ${needed}`);
    error.name = 'AccessDeniedException';
    throw error;
  }
}

/** Records to a file, because each test file has its own process. `unused-grants.ts` reads them all. */
function record(use: string): void {
  const folder = process.env.GRANTS_FOLDER;
  if (folder === undefined || seen.has(use)) return;
  seen.add(use);
  appendFileSync(join(folder, String(process.pid)), `${use}\n`);
}
