import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

export type InvokeRoleProps = { description: string; functions: readonly IFunction[] };

/**
 * The role that an API assumes to invoke its functions. Replaces a separate Lambda permission for each
 * function.
 */
export class InvokeRole extends Construct {
  readonly role: Role;

  constructor(scope: Construct, id: string, { description, functions }: InvokeRoleProps) {
    super(scope, id);
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      description,
      inlinePolicies: {
        Functions: new PolicyDocument({
          statements: [
            new PolicyStatement({
              effect: Effect.ALLOW,
              actions: ['lambda:InvokeFunction'],
              resources: functions.map(({ functionArn }) => functionArn),
            }),
          ],
        }),
      },
    });
  }
}
