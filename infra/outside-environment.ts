import type { Config } from './config.ts';
import type { FilesBucket } from './files-bucket.ts';
import { credentialsPrefix } from './secret-grant.ts';

/**
 * The environment variables with which a function that runs bots reaches other services. `lib/chat-adapters`
 * reads them.
 */
export function outsideEnvironment(config: Config, files: FilesBucket | undefined): Record<string, string> {
  const { smtpHost, smtpPort, smtpFrom, smtpSecretName, httpPrivateHosts } = config;
  return {
    CREDENTIALS_SECRET_PREFIX: credentialsPrefix(config),
    ...(smtpHost !== undefined &&
      smtpFrom !== undefined && { SMTP_HOST: smtpHost, SMTP_PORT: String(smtpPort), SMTP_FROM: smtpFrom }),
    ...(smtpSecretName !== undefined && { SMTP_SECRET_ID: smtpSecretName }),
    ...(httpPrivateHosts.length > 0 && { HTTP_PRIVATE_HOSTS: httpPrivateHosts.join(',') }),
    MAILS_PER_WORKSPACE_AND_DAY: String(config.mailsPerWorkspaceAndDay),
    REQUESTS_PER_WORKSPACE_AND_DAY: String(config.requestsPerWorkspaceAndDay),
    ...files?.environment,
  };
}
