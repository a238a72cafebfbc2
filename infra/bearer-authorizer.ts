import { Duration } from 'aws-cdk-lib';
import { TokenAuthorizer } from 'aws-cdk-lib/aws-apigateway';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { BEARER_PATTERN } from '#lib/auth/bearer-pattern.ts';
import type { Config } from './config.ts';
import { ServiceFunction } from './service-function.ts';
import { grantTokens } from './table-grant.ts';

/** For how long API Gateway remembers a token's answer: a revoked token dies within this. */
const CACHE_SECONDS = 60;

/** The function that decides about tokens, and an authorizer for each API that asks for them. */
export class BearerAuthorizer extends Construct {
  readonly authorizerFunction: ServiceFunction;

  constructor(scope: Construct, id: string, { table, config }: { table: Table; config: Config }) {
    super(scope, id);
    this.authorizerFunction = new ServiceFunction(this, 'Authorizer', {
      file: 'authorizer',
      description: 'Decides about bearer tokens',
      // Every cold call waits for it: more memory is more CPU for its start.
      memoryMb: 1024,
      timeoutSeconds: 10,
      environment: { TABLE_NAME: table.tableName },
      config,
    });
    grantTokens(table, this.authorizerFunction.role);
  }

  /** An authorizer belongs to one API, so each gets its own, in front of the same function. */
  authorizerFor(api: string): TokenAuthorizer {
    return new TokenAuthorizer(this, `${api}Authorizer`, {
      handler: this.authorizerFunction.function,
      // Spares the function what cannot be a token at all.
      validationRegex: BEARER_PATTERN.source,
      resultsCacheTtl: Duration.seconds(CACHE_SECONDS),
    });
  }
}
