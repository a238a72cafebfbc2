/** Name of the only table in a local database. */
export const LOCAL_TABLE_NAME = 'bots';

/**
 * Points this process's functions at a local database, as Lambda's environment points them at the deployed
 * table. Call it before the DynamoDB client is first used, which reads the environment only once.
 */
export function useDatabase(endpoint: string): void {
  Object.assign(process.env, { TABLE_NAME: LOCAL_TABLE_NAME, AWS_ENDPOINT_URL_DYNAMODB: endpoint });
  // Otherwise the SDK would ignore the endpoint and talk to AWS.
  delete process.env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS;

  if (isAws(endpoint)) return;
  // A local database takes any credentials, but the SDK requires some. A profile would take precedence over
  // these, and a session token would be sent along.
  delete process.env.AWS_PROFILE;
  delete process.env.AWS_SESSION_TOKEN;
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
}

function isAws(endpoint: string): boolean {
  return new URL(endpoint).hostname.endsWith('.amazonaws.com');
}
