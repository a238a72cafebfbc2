import { type ILogGroup, QueryDefinition, QueryString, type QueryStringProps } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { pinLogicalId, toLogicalId } from '../pinned-logical-id.ts';
import type { MonitoringProps } from './monitoring-props.ts';

/** Saved queries of CloudWatch Logs Insights for the first questions in an incident. Saving them is free. */
export class SavedQueries extends Construct {
  constructor(scope: Construct, id: string, props: MonitoringProps) {
    super(scope, id);
    const { addresses, chatFunctions, authorizerFunction, config } = props;
    const save = (name: string, logGroups: ILogGroup[], query: QueryStringProps) => {
      const queryDefinition = new QueryDefinition(this, name, {
        queryDefinitionName: `bots-${config.stage}/${name}`,
        queryString: new QueryString(query),
        logGroups,
      });
      pinLogicalId(queryDefinition, `${toLogicalId(name)}Query`);
    };
    const accessLogs = addresses.map((address) => address.accessLogs);

    save('slowest-requests', accessLogs, {
      fields: [
        '@timestamp',
        'method',
        'resourcePath',
        'status',
        'latencyMs',
        'integrationLatencyMs',
        'requestId',
        'integrationRequestId',
      ],
      sort: 'latencyMs desc',
      limit: 50,
    });
    save('errors-by-endpoint', accessLogs, {
      filterStatements: ['status >= 400'],
      statsStatements: [
        'count(*) as calls, max(@timestamp) as last, latest(requestId) as lastRequestId by resourcePath, method, status, error',
      ],
      sort: 'calls desc',
    });
    // Limited to 50 log groups, so only the functions that respondents wait for are included.
    save(
      'cold-starts',
      [...chatFunctions, authorizerFunction].map((of) => of.function.logGroup),
      {
        filterStatements: ['type = "platform.report"'],
        statsStatements: [
          `${[
            'count(*) as calls',
            'count(record.metrics.initDurationMs) as coldStarts',
            'avg(record.metrics.initDurationMs) as averageMs',
            'max(record.metrics.initDurationMs) as slowestMs',
            'max(record.metrics.maxMemoryUsedMB) as mostMemoryMb',
          ].join(', ')} by @log`,
        ],
        sort: 'coldStarts desc',
      },
    );
  }
}
