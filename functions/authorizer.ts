import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { authorize } from '#lib/tokens/authorize.ts';

/** The token authorizer, in front of every endpoint whose contract asks for a bearer token. */
export async function handler(event: APIGatewayTokenAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  return await authorize(event);
}
