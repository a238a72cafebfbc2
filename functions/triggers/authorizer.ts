import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent, Context } from 'aws-lambda';
import { withLogKeys } from '#lib/platform/observability/log-keys.ts';
import { authorize } from '#lib/workspaces/tokens/authorize.ts';

/** Token authorizer of every endpoint whose contract requires a bearer token. */
export async function handler(
  event: APIGatewayTokenAuthorizerEvent,
  context: Context,
): Promise<APIGatewayAuthorizerResult> {
  return await withLogKeys({}, context, () => authorize(event));
}
