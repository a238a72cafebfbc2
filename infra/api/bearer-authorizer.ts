import { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { grantTokens } from '../data/table-grant.ts';
import type { TableReference } from '../data/table-reference.ts';
import { ServiceFunction } from '../functions/service-function.ts';

/** The function that authorizes bearer tokens for both APIs. */
export class BearerAuthorizer extends Construct {
  readonly authorizerFunction: ServiceFunction;

  constructor(scope: Construct, id: string, { table, config }: { table: TableReference; config: Config }) {
    super(scope, id);
    this.authorizerFunction = new ServiceFunction(this, 'Authorizer', {
      file: 'authorizer',
      description: 'Decides about bearer tokens',
      // Every request with an uncached token waits for this function, and more memory also means more CPU for
      // cold starts.
      memoryMb: 1024,
      timeoutSeconds: 10,
      environment: { TABLE_NAME: table.tableName },
      config,
    });
    grantTokens(table, this.authorizerFunction.policy);
  }
}
