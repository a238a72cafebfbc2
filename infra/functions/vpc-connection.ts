import { Aws, Validations } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import type { Config } from '../config.ts';
import type { ServiceFunction } from './service-function.ts';

/** Actions that Lambda needs to connect a function to a VPC, from AWS's policy AWSLambdaVPCAccessExecutionRole. */
const INTERFACE_ACTIONS = [
  'ec2:AssignPrivateIpAddresses',
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:UnassignPrivateIpAddresses',
];

/**
 * Connects a function to the operator's VPC, if there is one. All that it sends then goes through the VPC: its own
 * requests to DynamoDB, S3 and Secrets Manager, too.
 */
export function connectToVpc(serviceFunction: ServiceFunction, config: Config): void {
  const { vpcSubnetIds: subnetIds, vpcSecurityGroupIds: securityGroupIds } = config;
  if (subnetIds.length === 0) return;
  const { function: lambda, role, policy, functionName } = serviceFunction;
  // The construct's own property takes a Vpc, which can only be looked up with credentials.
  (lambda.node.defaultChild as CfnFunction).vpcConfig = { subnetIds, securityGroupIds };
  policy.addStatements(
    new PolicyStatement({
      sid: 'NetworkInterfaces',
      effect: Effect.ALLOW,
      actions: INTERFACE_ACTIONS,
      // Lambda refuses a role that grants these for single resources only.
      resources: ['*'],
    }),
    // The grants are for Lambda, which makes interfaces for the function. The function's own code gets none of them:
    // https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html
    new PolicyStatement({
      sid: 'NoNetworkInterfaces',
      effect: Effect.DENY,
      actions: [...INTERFACE_ACTIONS, 'ec2:DetachNetworkInterface'].toSorted(),
      resources: ['*'],
      conditions: {
        ArnEquals: {
          // Built from the name, because the function itself depends on its role.
          'lambda:SourceFunctionArn': `arn:${Aws.PARTITION}:lambda:${Aws.REGION}:${Aws.ACCOUNT_ID}:function:${functionName}`,
        },
      },
    }),
  );
  for (const id of [
    'AwsSolutions::AwsSolutions-IAM5[Resource::*]',
    'Serverless::Serverless-LambdaStarPermissions',
  ]) {
    Validations.of(role).acknowledge({
      id,
      reason:
        'Lambda needs these actions for all resources to connect the function; its code is denied them.',
    });
  }
}
