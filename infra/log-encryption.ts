import type { IAspect } from 'aws-cdk-lib';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import type { IConstruct } from 'constructs';

/** Encrypts every log group of a stack with a key, including those that CDK's own constructs create. */
export class LogEncryption implements IAspect {
  private readonly keyArn: string;

  constructor(keyArn: string) {
    this.keyArn = keyArn;
  }

  visit(node: IConstruct): void {
    if (node instanceof CfnLogGroup) node.kmsKeyId = this.keyArn;
  }
}
