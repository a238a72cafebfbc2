/*
 * Exports of the package. Code in this repository imports the modules themselves.
 */

export {
  ApiError,
  type ApiErrorFields,
  type ErrorCode,
  type Issue,
  type ValueConflict,
} from './api-error.ts';
export {
  type Client,
  type ClientOptions,
  type ClientRequestInit,
  createClient,
  type Fetch,
  type Operation,
  type OperationData,
  type OperationName,
  type OperationRequest,
} from './client.ts';
export type * from './operation-types.ts';
export { type RetryOptions, withRetries } from './with-retries.ts';
