import { Aws } from 'aws-cdk-lib';
import { Effect, type PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';

export type KeyUse = {
  sid: string;
  /** Service through which alone the key can be used, such as `s3`. */
  service: string;
  actions: `kms:${string}`[];
};

/**
 * Allows a role to use a key of the account through one service. Does nothing without a key: data is then encrypted with a
 * key of AWS, which asks for no permission.
 */
export function grantKey(
  policy: PolicyDocument,
  keyArn: string | undefined,
  { sid, service, actions }: KeyUse,
): void {
  if (keyArn === undefined) return;
  policy.addStatements(
    new PolicyStatement({
      sid,
      effect: Effect.ALLOW,
      actions,
      resources: [keyArn],
      conditions: {
        StringEquals: { 'kms:ViaService': `${service}.${Aws.REGION}.${Aws.URL_SUFFIX}` },
      },
    }),
  );
}
