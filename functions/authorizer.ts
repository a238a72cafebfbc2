import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { authorize } from '#lib/tokens/authorize.ts';

/** The token authorizer of every endpoint whose contract requires a bearer token. */
export async function handler(event: APIGatewayTokenAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  return await authorize(event);
}
