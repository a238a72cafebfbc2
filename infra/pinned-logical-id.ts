import { CfnResource } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/**
 * Gives a named resource a logical id that does not depend on its position in the construct tree. CDK's
 * default id changes when a construct is moved. CloudFormation would then create the new resource before
 * deleting the old one, and fail because the name is taken.
 *
 * @param logicalId unique in the stack
 */
export function pinLogicalId(construct: IConstruct, logicalId: string): void {
  const resource = CfnResource.isCfnResource(construct) ? construct : construct.node.defaultChild;
  if (!(resource instanceof CfnResource)) throw new Error(`${construct.node.path} is not a resource`);
  resource.overrideLogicalId(logicalId);
}

/** `import-bot` → `ImportBot`: logical ids are letters and digits. */
export function toLogicalId(name: string): string {
  return name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());
}
