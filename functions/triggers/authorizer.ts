import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent, Context } from 'aws-lambda';
import { observeCall } from '#lib/platform/observability/observe-call.ts';
import { authorize, UNAUTHORIZED } from '#lib/workspaces/tokens/authorize.ts';

/** Token authorizer of every endpoint whose contract requires a bearer token. */
export async function handler(
  event: APIGatewayTokenAuthorizerEvent,
  context: Context,
): Promise<APIGatewayAuthorizerResult> {
  return await observeCall({ name: 'authorizer', isResponse: isRefusal }, context, () => authorize(event));
}

function isRefusal(error: unknown): boolean {
  return (error as Error).message === UNAUTHORIZED;
}
