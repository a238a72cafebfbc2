import type { Config } from '../config.ts';
import type { FilesReference } from './files-reference.ts';
import { credentialsEnvironment } from './secret-grant.ts';

/**
 * Returns the environment variables from which `lib/chat/adapters` configures access to external services.
 */
export function outsideEnvironment(
  config: Config,
  files: FilesReference | undefined,
): Record<string, string> {
  const { smtpHost, smtpPort, smtpFrom, smtpSecretName, httpPrivateHosts } = config;
  return {
    ...credentialsEnvironment(config),
    ...(smtpHost !== undefined &&
      smtpFrom !== undefined && { SMTP_HOST: smtpHost, SMTP_PORT: String(smtpPort), SMTP_FROM: smtpFrom }),
    ...(smtpSecretName !== undefined && { SMTP_SECRET_ID: smtpSecretName }),
    ...(httpPrivateHosts.length > 0 && { HTTP_PRIVATE_HOSTS: httpPrivateHosts.join(',') }),
    CHATS_PER_WORKSPACE_AND_DAY: String(config.chatsPerWorkspaceAndDay),
    MAILS_PER_WORKSPACE_AND_DAY: String(config.mailsPerWorkspaceAndDay),
    REQUESTS_PER_WORKSPACE_AND_DAY: String(config.requestsPerWorkspaceAndDay),
    ...files?.environment,
  };
}
