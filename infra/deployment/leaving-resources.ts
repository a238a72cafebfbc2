import type { Deployment } from './deployment.ts';

/** Returns a message about resources that this deployment takes out of the data stack. Undefined if there are none. */
export function describeLeavingResources({ data }: Deployment): string | undefined {
  const leaving = Object.entries(data.deployed?.template.Resources ?? {}).filter(
    // The service stack no longer reads the parameter of a resource that leaves.
    ([id, { Type }]) => data.template.Resources?.[id] === undefined && Type !== 'AWS::SSM::Parameter',
  );
  if (leaving.length === 0) return undefined;
  return [
    `This deployment takes resources out of ${data.name}:`,
    ...leaving.map(([id, { Type, DeletionPolicy }]) => {
      // CloudFormation looks at the policy in the template that is deployed.
      const isKept = DeletionPolicy?.startsWith('Retain') ?? false;
      return `  ${id} (${Type}) ${isKept ? 'stays in the account, outside of the stack' : 'is deleted'}`;
    }),
  ].join('\n');
}
