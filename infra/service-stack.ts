import { Aspects, CfnOutput, Stack, type StackProps, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { BuiltSites } from '#apps/sites/build-sites.ts';
import { endpoints, routes } from '#functions/endpoints.ts';
import { FILE_PREFIXES } from '#lib/engine/model/file-prefixes.ts';
import { type Api, type Endpoint, getFunctionId } from '#lib/platform/http/contract.ts';
import { HEALTH_PATH } from '#lib/platform/http/health-path.ts';
import { BearerAuthorizer } from './api/bearer-authorizer.ts';
import { ChatFirewall } from './api/chat-firewall.ts';
import { CustomDomain } from './api/custom-domain.ts';
import { GatewayAccount } from './api/gateway-account.ts';
import { ManagementFirewall } from './api/management-firewall.ts';
import { RestAddress } from './api/rest-address.ts';
import { siteProof } from './api/site-proof.ts';
import { type Config, getBotsOrigin, getCustomDomains } from './config.ts';
import { grantTable, grantTokens } from './data/table-grant.ts';
import { referToTable, type TableReference } from './data/table-reference.ts';
import { AuditWriter } from './functions/audit-writer.ts';
import { FilesReference } from './functions/files-reference.ts';
import { JobMachine } from './functions/job-machine.ts';
import { hasLazyPackages } from './functions/lazy-packages.ts';
import { outsideEnvironment } from './functions/outside-environment.ts';
import {
  createManagedEnvironment,
  credentialsEnvironment,
  grantManagedSecrets,
  grantSecretLookup,
  grantSecrets,
  reachesProviders,
} from './functions/secret-grant.ts';
import { ServiceFunction } from './functions/service-function.ts';
import { getSignInEnvironment } from './functions/sign-in-environment.ts';
import { connectToVpc } from './functions/vpc-connection.ts';
import { LogEncryption } from './log-encryption.ts';
import { Monitoring } from './monitoring/monitoring.ts';
import { Sites } from './sites/sites.ts';

/** Where those who upload files may put them. */
const UPLOAD_PREFIXES = {
  respondents: [FILE_PREFIXES.uploads, FILE_PREFIXES.private],
  authors: [FILE_PREFIXES.authored],
};

type Resources = {
  table: TableReference;
  files: FilesReference | undefined;
  jobs: JobMachine;
  sites: BuiltSites | undefined;
  config: Config;
};

export type ServiceStackProps = StackProps & {
  /** The pages. Absent if the service is deployed without the sites. */
  sites?: BuiltSites | undefined;
};

/**
 * Everything that can be deleted and redeployed: a function for each endpoint, the two REST APIs, and
 * monitoring. The data is in the data stack.
 */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, config: Config, { sites, ...props }: ServiceStackProps = {}) {
    super(scope, id, { description: 'Bot management service', ...props });
    Tags.of(this).add('service', 'bots');
    Tags.of(this).add('stage', config.stage);

    const table = referToTable(this, config);
    if (table.keyArn !== undefined) Aspects.of(this).add(new LogEncryption(table.keyArn));
    const files = config.files
      ? new FilesReference(this, 'Files', { keyArn: table.keyArn, config })
      : undefined;
    const jobs = new JobMachine(this, 'Jobs', { table, files, config });
    const resources: Resources = { table, files, jobs, sites, config };
    const functions = new Map(
      endpoints.map((endpoint) => [endpoint.id, this.endpointFunction(endpoint, resources)]),
    );
    const auditWriter = new AuditWriter(this, 'Audit', { table, config });
    const authorizer = new BearerAuthorizer(this, 'Auth', { table, config });
    const account = config.gatewayLogsRole ? new GatewayAccount(this, 'GatewayAccount') : undefined;

    const address = (api: Api, name: string): RestAddress => {
      const restAddress = new RestAddress(this, name, {
        api,
        endpoints: routes.filter((endpoint) => endpoint.api === api),
        findFunction: (endpoint) => serviceFunction(functions, getFunctionId(endpoint)).function,
        authorizerFunction: authorizer.authorizerFunction.function,
        config,
      });
      if (account) restAddress.restApi.deploymentStage.node.addDependency(account);
      return restAddress;
    };
    const management = address('management', 'Management');
    const chat = address('chat', 'Chat');

    if (config.managementDomainName !== undefined) {
      new CustomDomain(this, 'ManagementDomain', {
        domainName: config.managementDomainName,
        restApi: management.restApi,
        config,
      });
    }
    if (config.chatDomainName !== undefined) {
      new CustomDomain(this, 'ChatDomain', {
        domainName: config.chatDomainName,
        restApi: chat.restApi,
        config,
      });
    }
    if (config.managementFirewall) {
      new ManagementFirewall(this, 'ManagementFirewall', { restApi: management.restApi, config });
    }
    if (config.chatFirewall) new ChatFirewall(this, 'ChatFirewall', { restApi: chat.restApi, config });

    if (sites) new Sites(this, 'Sites', { built: sites, management, chat, files, config });

    new Monitoring(this, 'Monitoring', {
      auditWriter,
      chatFunctions: endpoints
        .filter(({ api, path }) => api === 'chat' && path !== HEALTH_PATH)
        .map(({ id }) => serviceFunction(functions, id)),
      authorizerFunction: authorizer.authorizerFunction,
      addresses: [management, chat],
      table,
      jobs,
      config,
    });

    const getUrl = (domainName: string | undefined, { restApi }: RestAddress) =>
      domainName === undefined
        ? `https://${restApi.restApiId}.execute-api.${this.region}.${this.urlSuffix}/${restApi.deploymentStage.stageName}`
        : `https://${domainName}`;
    new CfnOutput(this, 'ManagementUrl', { value: getUrl(config.managementDomainName, management) });
    new CfnOutput(this, 'ChatUrl', { value: getUrl(config.chatDomainName, chat) });
  }

  private endpointFunction(endpoint: Endpoint, resources: Resources): ServiceFunction {
    const { table, files, jobs, config } = resources;
    const {
      checksTokens = false,
      runsBots = false,
      looksUpCredentials = false,
      managesCredentials,
      asksIdentityProvider = false,
      takesFiles,
      startsJobs = false,
      readsExports = false,
    } = endpoint;
    const serviceFunction = new ServiceFunction(this, endpoint.id, {
      file: endpoint.id,
      description: endpoint.summary,
      memoryMb: endpoint.memoryMb,
      timeoutSeconds: endpoint.timeoutSeconds,
      environment: createEnvironment(endpoint, resources),
      isSplit: hasLazyPackages(endpoint),
      config,
    });
    grantTable(table, serviceFunction.policy, endpoint.table);
    if (checksTokens) grantTokens(table, serviceFunction.policy);
    if (startsJobs) jobs.grantStart(serviceFunction);
    if (readsExports) files?.grantReadExports(serviceFunction);
    if (looksUpCredentials) grantSecretLookup(serviceFunction, config);
    if (managesCredentials) grantManagedSecrets(managesCredentials, serviceFunction, config);
    // They call providers, as blocks do.
    if ((managesCredentials && reachesProviders(managesCredentials, config)) || asksIdentityProvider) {
      connectToVpc(serviceFunction, config);
    }
    if (runsBots) {
      connectToVpc(serviceFunction, config);
      grantSecrets(serviceFunction, config);
      files?.grantPut(serviceFunction, [FILE_PREFIXES.generated]);
    }
    if (takesFiles) files?.grantPut(serviceFunction, UPLOAD_PREFIXES[takesFiles]);
    return serviceFunction;
  }
}

/** Returns the variables of an endpoint's function: where the table is, and whatever else its contract says it uses. */
function createEnvironment(
  endpoint: Endpoint,
  { table, files, jobs, sites, config }: Resources,
): Record<string, string> {
  const { runsBots, looksUpCredentials, managesCredentials, takesFiles, startsJobs, readsExports } = endpoint;
  const { asksIdentityProvider } = endpoint;
  return {
    TABLE_NAME: table.tableName,
    STAGE: config.stage,
    DATA_RETENTION_DAYS: String(config.dataRetentionDays),
    AUDIT_RETENTION_DAYS: String(config.auditRetentionDays),
    MANAGEMENT_CORS_ORIGINS: config.managementCorsOrigins.join(','),
    ...(sites && getSiteEnvironment(endpoint, sites, config)),
    ...(startsJobs && jobs.environment),
    ...((startsJobs || readsExports) && files?.bucketEnvironment),
    ...(looksUpCredentials && credentialsEnvironment(config)),
    ...(managesCredentials && createManagedEnvironment(managesCredentials, config)),
    ...(asksIdentityProvider && getSignInEnvironment(config)),
    ...(runsBots && outsideEnvironment(config, files)),
    ...(takesFiles && {
      ...files?.environment,
      MAX_UPLOAD_MB: String(config.maxUploadMegabytes),
      UPLOAD_MB_PER_WORKSPACE_AND_DAY: String(config.uploadMegabytesPerWorkspaceAndDay),
    }),
  };
}

/** Returns the variables by which a function knows requests through the sites, and the names of pages. */
function getSiteEnvironment(
  { produces = [], servesDomains }: Endpoint,
  sites: BuiltSites,
  config: Config,
): Record<string, string> {
  const botsOrigin = getBotsOrigin(config);
  const domains = servesDomains ? getCustomDomains(config) : undefined;
  return {
    SITE_PROOF: siteProof(),
    ...(botsOrigin !== undefined && { WORKSPACE_ORIGINS_BELOW: botsOrigin }),
    ...(produces.includes('text/html') && { BOT_PAGE_SCRIPTS: sites.botPageScripts.join(' ') }),
    ...(domains && { CUSTOM_DOMAINS: domains.names.join(' '), CUSTOM_DOMAINS_TARGET: domains.target }),
  };
}

function serviceFunction(functions: Map<string, ServiceFunction>, id: string): ServiceFunction {
  const found = functions.get(id);
  if (!found) throw new Error(`No function for ${id}`);
  return found;
}
