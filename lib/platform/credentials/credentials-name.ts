/**
 * Ids become part of a secret's name, and a bot's document may contain any text. Without slashes and dots, an
 * id cannot reach another workspace's secrets.
 */
const SAFE_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Whether credentials can be stored under this id, or in the workspace of this id. */
export function isCredentialsId(id: string): boolean {
  return SAFE_ID.test(id);
}

/**
 * Returns the name of the secret in AWS Secrets Manager. Both ids must be ids of credentials.
 *
 * @param prefix CREDENTIALS_SECRET_PREFIX of the service, `bots-<stage>`
 */
export function secretName(prefix: string, workspaceId: string, credentialsId: string): string {
  return `${prefix}/${workspaceId}/${credentialsId}`;
}
