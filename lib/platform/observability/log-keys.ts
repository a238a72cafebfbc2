import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from 'aws-lambda';
import { traceHeader } from './trace-header.ts';

/**
 * Ids added to every line that a function logs during a call. Never includes a session id, which lets anyone
 * continue the chat, nor anything written by an author or a respondent.
 */
export type LogKeys = {
  endpoint?: string;
  /** API Gateway's id of the request, which callers see in errors. */
  requestId?: string;
  /** Lambda's id of the call: `integrationRequestId` in access logs, `record.requestId` in reports. */
  functionRequestId?: string;
  /** Trace that the caller named or, with traces on, that of X-Ray or a new one: 32 hexadecimal digits. */
  traceId?: string;
  xrayTraceId?: string;
  jobId?: string;
  workspaceId?: string;
  botId?: string;
};

/*
 * Keys of the current call. Powertools' own keys belong to the logger, so requests that the local server
 * handles concurrently would share them.
 */
const storage = new AsyncLocalStorage<LogKeys>();

/** Runs `work`. Everything logged meanwhile has these keys, those of the invocation, and those added later. */
export function withLogKeys<T>(keys: LogKeys, context: Context, work: () => T): T {
  const trace = traceHeader();
  return storage.run(
    {
      ...keys,
      functionRequestId: context.awsRequestId,
      ...(trace?.isSampled && { xrayTraceId: trace.traceId }),
    },
    work,
  );
}

/**
 * Adds ids that only become known during the call. Does nothing outside a call, for example in the operator's
 * CLI.
 */
export function addLogKeys(keys: Pick<LogKeys, 'workspaceId' | 'botId'>): void {
  Object.assign(storage.getStore() ?? {}, keys);
}

export function logKeys(): Readonly<LogKeys> {
  return storage.getStore() ?? {};
}
