import type { Config } from '../config.ts';

/*
 * Names of the data stack's parameters. Not beside the constructs, because `npm run deploy` needs them at once, and CDK takes a
 * second to load.
 */

const NAMES = {
  settings: 'settings',
  tableStreamArn: 'table-stream-arn',
  tableKeyArn: 'table-key-arn',
  filesBucketName: 'files-bucket-name',
  filesDomainName: 'files-domain-name',
} as const;

export type DataParameter = keyof typeof NAMES;

/** Returns the parameter's name in Systems Manager. */
export function getParameterName({ stage }: Config, parameter: DataParameter): string {
  return `/bots/${stage}/${NAMES[parameter]}`;
}

/** Returns the logical id of a parameter in the data stack. */
export function getParameterId(parameter: DataParameter): string {
  return `${parameter[0]?.toUpperCase()}${parameter.slice(1)}Parameter`;
}
