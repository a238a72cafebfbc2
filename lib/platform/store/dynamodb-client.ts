import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SignatureV4 } from '@smithy/signature-v4';
import { isExportOn, isTracingOn } from '#lib/platform/observability/call-trace.ts';
import { DynamoDbHttpHandler } from './dynamodb-http-handler.ts';
import { recordRequests } from './record-requests.ts';

/**
 * DynamoDB responds within milliseconds, or about a second for the largest responses (a 16 MB batch). A request
 * that takes longer than this has lost its connection. The shortest function timeout is 10 seconds, which
 * leaves time to retry once and still respond.
 */
const REQUEST_TIMEOUT_MS = 4_000;

/**
 * Middleware that costs a sixth of a request's time and changes nothing here. The logger copies each input and
 * output for a log that is not written, the user agent is compiled anew for each request, and DynamoDB neither
 * detects recursion nor takes part in traces.
 */
const UNUSED_MIDDLEWARE = ['loggerMiddleware', 'getUserAgentMiddleware', 'recursionDetectionMiddleware'];

let client: DynamoDBClient | undefined;

/**
 * Returns this process's DynamoDB client, created on first use. The SDK reads region, credentials and, for an
 * embedded database, the endpoint (`AWS_ENDPOINT_URL_DYNAMODB`) from the environment.
 */
export function dynamoDbClient(): DynamoDBClient {
  client ??= createClient();
  return client;
}

function createClient(): DynamoDBClient {
  let signer: SignatureV4 | undefined;
  const created: DynamoDBClient = new DynamoDBClient({
    // A bot of several MB is written as up to 14 items of 380 KB to one partition, which accepts 1,000 write
    // units a second. The SDK has to keep retrying for several seconds before giving up.
    maxAttempts: 8,
    requestHandler: new DynamoDbHttpHandler({
      connectionTimeout: 1_000,
      requestTimeout: REQUEST_TIMEOUT_MS,
    }),
    // The SDK's signer, as the client would create it for each request. It asks for credentials each time.
    signer: async () => {
      const { credentials, region, sha256 } = created.config;
      signer ??= new SignatureV4({ credentials, region, sha256, service: 'dynamodb' });
      return signer;
    },
  });
  for (const name of UNUSED_MIDDLEWARE) created.middlewareStack.remove(name);
  if (isTracingOn() || isExportOn()) recordRequests(created);
  return created;
}

/** Closes open connections so that the process can exit immediately. */
export function closeDynamoDbClient(): void {
  client?.destroy();
  client = undefined;
}

export function tableName(): string {
  const name = process.env.TABLE_NAME;
  if (!name) throw new Error('TABLE_NAME is not set');
  return name;
}
