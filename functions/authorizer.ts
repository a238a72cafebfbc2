import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { authorize } from '#lib/auth/authorize.ts';

/** The token authorizer of the management API and of the chat API's preview route. */
export async function handler(event: APIGatewayTokenAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  return await authorize(event);
}
