import type { Deployment } from './deployment.ts';

/**
 * Finds a data stack whose first deployment failed. CDK would delete it and begin again, but has protected it against
 * termination before it was created.
 */
export function findFailedCreation({ data }: Deployment): string | undefined {
  if (!data.deployed?.isProtected || !/^ROLLBACK_(COMPLETE|FAILED)$/.test(data.deployed.status))
    return undefined;
  const hasKey = Object.values(data.template.Resources ?? {}).some(({ Type }) => Type === 'AWS::KMS::Key');
  return [
    `The first deployment of ${data.name} failed. Delete what is left of the stack, and deploy again:`,
    `  aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${data.name}`,
    `  aws cloudformation delete-stack --stack-name ${data.name}`,
    `  aws cloudformation wait stack-delete-complete --stack-name ${data.name}`,
    ...(hasKey
      ? [
          `  npx cdk import ${data.name}`,
          '  npm run deploy',
          'The import asks for the ids of the table and its key, if they were created.',
        ]
      : [
          '  npm run deploy -- --import-existing-resources',
          'The last command takes over the table, if it was created.',
        ]),
  ].join('\n');
}
