import type { StackTemplate } from './assembly.ts';
import type { Deployment } from './deployment.ts';

/**
 * Finds a table that would begin to use a key of the account's own before any function may. The data stack is deployed first,
 * and DynamoDB asks for the caller's permission to use the key: everything would fail until the service stack is deployed.
 */
export function findUnpreparedKey({ data }: Deployment): string | undefined {
  if (!data.deployed || !isEncrypted(data.template) || hasKey(data.deployed.template)) return undefined;
  return 'The functions may not use the new key yet, and would fail as soon as the table does. Deploy with bots:encryption=prepared first, which makes the key and permits its use, then with customer-managed.';
}

function hasKey({ Resources = {} }: StackTemplate): boolean {
  return Object.values(Resources).some(({ Type }) => Type === 'AWS::KMS::Key');
}

function isEncrypted({ Resources = {} }: StackTemplate): boolean {
  return Object.values(Resources).some(
    ({ Type, Properties }) =>
      Type === 'AWS::DynamoDB::GlobalTable' && Properties?.SSESpecification !== undefined,
  );
}
