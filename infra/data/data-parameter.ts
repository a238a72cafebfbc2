import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { pinLogicalId } from '../pinned-logical-id.ts';

/*
 * Values that the data stack passes to the service stack as SSM parameters. CloudFormation exports would
 * couple the stacks: an export cannot be changed or removed while another stack imports it.
 */

const NAMES = {
  settings: 'settings',
  tableStreamArn: 'table-stream-arn',
  tableKeyArn: 'table-key-arn',
  filesBucketName: 'files-bucket-name',
  filesDomainName: 'files-domain-name',
} as const;

export type DataParameter = keyof typeof NAMES;

/** Writes a value of the data stack to an SSM parameter. */
export function writeDataParameter(
  scope: Construct,
  config: Config,
  parameter: DataParameter,
  stringValue: string,
): void {
  const id = parameterId(parameter);
  pinLogicalId(
    new StringParameter(scope, id, { parameterName: parameterName(config, parameter), stringValue }),
    id,
  );
}

/**
 * Reads a value from the data stack's SSM parameter. CloudFormation resolves the value at each deployment.
 */
export function readDataParameter(scope: Construct, config: Config, parameter: DataParameter): string {
  return StringParameter.fromStringParameterAttributes(scope, parameterId(parameter), {
    parameterName: parameterName(config, parameter),
  }).stringValue;
}

function parameterName({ stage }: Config, parameter: DataParameter): string {
  return `/bots/${stage}/${NAMES[parameter]}`;
}

/** Returns the logical id of a parameter in the data stack. */
export function parameterId(parameter: DataParameter): string {
  return `${parameter[0]?.toUpperCase()}${parameter.slice(1)}Parameter`;
}
