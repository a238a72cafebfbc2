import { Duration } from 'aws-cdk-lib';
import { TokenAuthorizer } from 'aws-cdk-lib/aws-apigateway';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { BEARER_PATTERN } from '#lib/auth/bearer-pattern.ts';
import type { Config } from './config.ts';
import { ServiceFunction } from './service-function.ts';
import { grantTokens } from './table-grant.ts';

/**
 * How long API Gateway remembers the decision about a token. A revoked token stops working within this time.
 */
const CACHE_SECONDS = 60;

/** The function that decides about tokens, and an authorizer for each API that requires them. */
export class BearerAuthorizer extends Construct {
  readonly authorizerFunction: ServiceFunction;

  constructor(scope: Construct, id: string, { table, config }: { table: Table; config: Config }) {
    super(scope, id);
    this.authorizerFunction = new ServiceFunction(this, 'Authorizer', {
      file: 'authorizer',
      description: 'Decides about bearer tokens',
      // Every cold call waits for it, and more memory gives it more CPU to start.
      memoryMb: 1024,
      timeoutSeconds: 10,
      environment: { TABLE_NAME: table.tableName },
      config,
    });
    grantTokens(table, this.authorizerFunction.role);
  }

  /** An authorizer belongs to one API, so each API gets its own in front of the same function. */
  authorizerFor(api: string): TokenAuthorizer {
    return new TokenAuthorizer(this, `${api}Authorizer`, {
      handler: this.authorizerFunction.function,
      // Spares the function values that cannot be tokens.
      validationRegex: BEARER_PATTERN.source,
      resultsCacheTtl: Duration.seconds(CACHE_SECONDS),
    });
  }
}
