/** The one table of a local database. */
export const LOCAL_TABLE_NAME = 'bots';

/**
 * Points the functions of this process at a database, as Lambda's environment points them at the deployed
 * table. Must be called before the first use of the DynamoDB client, which reads the environment only once.
 */
export function useDatabase(endpoint: string): void {
  Object.assign(process.env, { TABLE_NAME: LOCAL_TABLE_NAME, AWS_ENDPOINT_URL_DYNAMODB: endpoint });
  // This would make the SDK talk to AWS in spite of the endpoint.
  delete process.env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS;

  if (isAws(endpoint)) return;
  // A local database takes any credentials, but the SDK insists on some. It would prefer a profile to them,
  // and add a session token.
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
