import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { pinLogicalId } from '../pinned-logical-id.ts';
import { type DataParameter, getParameterId, getParameterName } from './data-parameter-names.ts';

/*
 * Values that the data stack passes to the service stack as SSM parameters. CloudFormation exports would
 * couple the stacks: an export cannot be changed or removed while another stack imports it.
 */

/** Writes a value of the data stack to an SSM parameter. */
export function writeDataParameter(
  scope: Construct,
  config: Config,
  parameter: DataParameter,
  stringValue: string,
): void {
  const id = getParameterId(parameter);
  pinLogicalId(
    new StringParameter(scope, id, { parameterName: getParameterName(config, parameter), stringValue }),
    id,
  );
}

/**
 * Reads a value from the data stack's SSM parameter. CloudFormation resolves the value at each deployment.
 */
export function readDataParameter(scope: Construct, config: Config, parameter: DataParameter): string {
  return StringParameter.fromStringParameterAttributes(scope, getParameterId(parameter), {
    parameterName: getParameterName(config, parameter),
  }).stringValue;
}
