import { CfnOutput, Stack, type StackProps, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { endpoints } from '#lib/endpoints.ts';
import { FILE_PREFIXES } from '#lib/engine/model/file-prefixes.ts';
import type { Api, Endpoint } from '#lib/http/contract.ts';
import { BearerAuthorizer } from './bearer-authorizer.ts';
import { ChatFirewall } from './chat-firewall.ts';
import type { Config } from './config.ts';
import { CustomDomain } from './custom-domain.ts';
import { DataTable } from './data-table.ts';
import { FilesBucket } from './files-bucket.ts';
import { GatewayAccount } from './gateway-account.ts';
import { Monitoring } from './monitoring.ts';
import { outsideEnvironment } from './outside-environment.ts';
import { RestAddress } from './rest-address.ts';
import { grantSecrets } from './secret-grant.ts';
import { ServiceFunction } from './service-function.ts';
import { grantTable } from './table-grant.ts';

/** Most of the time that a turn has, so that the alarm comes before the timeouts. */
const SLOW_TURN_MS = 15_000;

type Resources = { table: DataTable['table']; files: FilesBucket | undefined; config: Config };

/** The whole service: one table, a function for each endpoint, and two addresses in front of them. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, config: Config, props: StackProps = {}) {
    super(scope, id, { description: 'Bot management service', ...props });
    Tags.of(this).add('service', 'bots');
    Tags.of(this).add('stage', config.stage);

    const { table } = new DataTable(this, 'Data', config);
    const files = config.files ? new FilesBucket(this, 'Files', config) : undefined;
    const resources: Resources = { table, files, config };
    const functions = new Map(
      endpoints.map((endpoint) => [endpoint.id, this.endpointFunction(endpoint, resources)]),
    );
    const authorizer = new BearerAuthorizer(this, 'Auth', { table, config });
    const account = new GatewayAccount(this, 'GatewayAccount');

    const address = (api: Api, name: string): RestAddress => {
      const own = endpoints.filter((endpoint) => endpoint.api === api);
      const needsToken = own.some((endpoint) => endpoint.auth === 'bearer');
      const restAddress = new RestAddress(this, name, {
        api,
        endpoints: own,
        findFunction: (endpoint) => serviceFunction(functions, endpoint.id).function,
        authorizer: needsToken ? authorizer.authorizerFor(name) : undefined,
        config,
      });
      restAddress.restApi.deploymentStage.node.addDependency(account);
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
    if (config.chatFirewall) new ChatFirewall(this, 'ChatFirewall', { restApi: chat.restApi, config });

    new Monitoring(this, 'Monitoring', {
      functions: [...functions.values(), authorizer.authorizerFunction],
      chatFunctions: endpoints
        .filter(({ api }) => api === 'chat')
        .map(({ id }) => serviceFunction(functions, id)),
      authorizerFunction: authorizer.authorizerFunction,
      addresses: [management, chat],
      table,
      config,
    });

    const getUrl = (domainName: string | undefined, { restApi }: RestAddress) =>
      domainName === undefined
        ? `https://${restApi.restApiId}.execute-api.${this.region}.${this.urlSuffix}/${restApi.deploymentStage.stageName}`
        : `https://${domainName}`;
    new CfnOutput(this, 'ManagementUrl', { value: getUrl(config.managementDomainName, management) });
    new CfnOutput(this, 'ChatUrl', { value: getUrl(config.chatDomainName, chat) });
    new CfnOutput(this, 'TableName', { value: table.tableName });
    if (files?.environment.FILES_BUCKET !== undefined)
      new CfnOutput(this, 'FilesBucketName', { value: files.environment.FILES_BUCKET });
  }

  private endpointFunction(endpoint: Endpoint, { table, files, config }: Resources): ServiceFunction {
    const { runsBots = false, takesFiles = false } = endpoint;
    const serviceFunction = new ServiceFunction(this, endpoint.id, {
      file: endpoint.id,
      description: endpoint.summary,
      memoryMb: endpoint.memoryMb,
      timeoutSeconds: endpoint.timeoutSeconds,
      environment: {
        TABLE_NAME: table.tableName,
        LOG_LEVEL: 'INFO',
        STAGE: config.stage,
        DATA_RETENTION_DAYS: String(config.dataRetentionDays),
        MANAGEMENT_CORS_ORIGINS: config.managementCorsOrigins.join(','),
        ...(runsBots && outsideEnvironment(config, files)),
        ...(takesFiles && {
          ...files?.environment,
          MAX_UPLOAD_MB: String(config.maxUploadMegabytes),
          UPLOAD_MB_PER_WORKSPACE_AND_DAY: String(config.uploadMegabytesPerWorkspaceAndDay),
        }),
      },
      reservedConcurrency: endpoint.api === 'chat' ? config.chatReservedConcurrency : undefined,
      isSplit: runsBots,
      // A bot may wait for others: for HTTP responses, for a language model.
      ...(runsBots && { slowMs: SLOW_TURN_MS }),
      config,
    });
    const { role } = serviceFunction;
    grantTable(table, role, endpoint.table);
    if (runsBots) {
      grantSecrets(role, config);
      files?.grantPut(role, [FILE_PREFIXES.generated]);
    }
    if (takesFiles) files?.grantPut(role, [FILE_PREFIXES.uploads, FILE_PREFIXES.private]);
    return serviceFunction;
  }
}

function serviceFunction(functions: Map<string, ServiceFunction>, id: string): ServiceFunction {
  const found = functions.get(id);
  if (!found) throw new Error(`No function for ${id}`);
  return found;
}
