import { EVERY_OPTION } from '#test/support/deployed/every-option.ts';

/**
 * Options that would change the service's addresses, or how the smoke tests see it; those that need one of them; and
 * those that MiniStack cannot deploy.
 */
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
  'bots:oidcIssuer',
  'bots:oidcClientId',
  'bots:oidcWorkspaceId',
  'bots:oidcRoleClaim',
  'bots:oidcRoles',
  'bots:oidcOrigins',
  // MiniStack has no sets of addresses, to which the firewall's rules refer.
  'bots:managementAllowedAddresses',
  'bots:tableRemoval',
  // DynamoDB refuses to change an enabled stream.
  'bots:tableStream',
  // They need the sites.
  'bots:googleClientId',
  'bots:googleClientSecretName',
  // They name what only an operator has: a network, a layer, a secret and a receiver.
  'bots:vpcSubnetIds',
  'bots:vpcSecurityGroupIds',
  'bots:httpPrivateHosts',
  'bots:otlpEndpoint',
  'bots:otlpHeadersSecretName',
  'bots:otlpLayerArn',
]);

/** Settings for the first deployment: a table can only be encrypted with a key that the functions may use already. */
export const FIRST_VERSION = { 'bots:encryption': 'prepared' };

/** Settings for the update. */
export const SECOND_VERSION: Record<string, string> = Object.fromEntries(
  Object.entries(EVERY_OPTION).filter(([name]) => !OTHER_OPTIONS.has(name)),
);
