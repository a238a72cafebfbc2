import type { APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import * as z from 'zod';
import { BEARER_PATTERN } from '#lib/platform/auth/bearer-pattern.ts';
import type { GatewayResponseType } from '#lib/platform/http/gateway-responses.ts';
import { createMinuteCache } from '#lib/platform/store/minute-cache.ts';
import { invoke, type LambdaFunction } from './lambda-invocation.ts';
import { isAllowed, policyDocument } from './policy.ts';
import type { AuthorizerContext } from './proxy-event.ts';

const MAX_CACHED = 10_000;

const INVOCATION = { functionName: 'authorizer', memoryMb: 1024, timeoutMs: 10_000 };

/** Numbers and booleans arrive as strings. Objects and arrays are rejected. */
const authorizerResult = z.object({
  principalId: z.string().min(1),
  policyDocument,
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).nullish(),
});

type AuthorizerResult = z.output<typeof authorizerResult>;

export type Authorization =
  | { context: AuthorizerContext }
  | { refusedWith: GatewayResponseType; cause?: unknown };

export type TokenAuthorizerOptions = {
  /** The authorizer's handler. */
  authorizer: LambdaFunction;
  /** Clock of the cache, epoch milliseconds. */
  nowMs?: () => number;
};

/**
 * A REST API's token authorizer. Checks the form of the `Authorization` header, calls the function, caches
 * its result per header for 60 s as the deployed stack does, and applies the policy to each method. Refusals, for
 * which the function throws 'Unauthorized', are not cached.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/configure-api-gateway-lambda-authorization.html
 */
export function createTokenAuthorizer({ authorizer, nowMs = Date.now }: TokenAuthorizerOptions) {
  const cache = createMinuteCache<AuthorizerResult>(MAX_CACHED, nowMs);

  /** @param apiId part of the cache key, because each API has its own authorizer */
  return async function authorize(
    apiId: string,
    authorizationToken: string | undefined,
    methodArn: string,
  ): Promise<Authorization> {
    if (authorizationToken === undefined || !BEARER_PATTERN.test(authorizationToken)) {
      return { refusedWith: 'UNAUTHORIZED' };
    }
    const key = `${apiId} ${authorizationToken}`;
    const cached = cache.get(key);
    if (cached) return apply(cached, methodArn);

    const event: APIGatewayTokenAuthorizerEvent = { type: 'TOKEN', methodArn, authorizationToken };
    let returned: unknown;
    try {
      returned = (await invoke(async () => authorizer, JSON.stringify(event), INVOCATION))?.value;
    } catch (error) {
      const isUnauthorized = error instanceof Error && error.message === 'Unauthorized';
      return isUnauthorized
        ? { refusedWith: 'UNAUTHORIZED' }
        : { refusedWith: 'AUTHORIZER_FAILURE', cause: error };
    }
    const { data: result, error } = authorizerResult.safeParse(returned);
    if (!result) return { refusedWith: 'AUTHORIZER_CONFIGURATION_ERROR', cause: error };
    cache.set(key, result);
    return apply(result, methodArn);
  };
}

function apply(result: AuthorizerResult, methodArn: string): Authorization {
  if (!isAllowed(result.policyDocument, methodArn)) return { refusedWith: 'ACCESS_DENIED' };
  return { context: { ...result.context, principalId: result.principalId } };
}
