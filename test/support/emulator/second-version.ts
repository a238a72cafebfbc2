import { EVERY_OPTION } from '#test/support/deployed/every-option.ts';

/** Options that would change the service's addresses, or how the smoke tests see it, and those that need one of them. */
const OTHER_OPTIONS = new Set([
  'bots:stage',
  'bots:managementDomainName',
  'bots:chatDomainName',
  'bots:sites',
  'bots:consoleDomainName',
  'bots:botsDomainName',
  'bots:workspaceOrigins',
  'bots:sitesCertificateArn',
  'bots:customDomains',
  'bots:customDomainsCertificateArn',
  'bots:hostedZoneId',
  'bots:hostedZoneName',
  'bots:managementCorsOrigins',
  'bots:tableRemoval',
]);

/** Settings for the update. */
export const SECOND_VERSION: Record<string, string> = Object.fromEntries(
  Object.entries(EVERY_OPTION).filter(([name]) => !OTHER_OPTIONS.has(name)),
);
