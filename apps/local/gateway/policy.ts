import * as z from 'zod';

const oneOrMore = z.union([z.string().transform((one) => [one]), z.array(z.string())]);

/** The subset of IAM policies that an authorizer needs. Anything else is rejected rather than ignored. */
export const policyDocument = z.object({
  Version: z.string().optional(),
  Statement: z.array(
    z.strictObject({
      Sid: z.string().optional(),
      Effect: z.enum(['Allow', 'Deny']),
      Action: oneOrMore,
      Resource: oneOrMore,
    }),
  ),
});

export type PolicyDocument = z.output<typeof policyDocument>;

const ACTION = 'execute-api:Invoke';

/** Whether the policy allows the method: at least one statement allows it and none denies it. */
export function isAllowed(policy: PolicyDocument, methodArn: string): boolean {
  const effects = policy.Statement.filter(
    (statement) =>
      statement.Action.some((action) => matches(action.toLowerCase(), ACTION.toLowerCase())) &&
      statement.Resource.some((resource) => matches(resource, methodArn)),
  ).map((statement) => statement.Effect);
  return effects.includes('Allow') && !effects.includes('Deny');
}

/** `*` matches any run of characters, slashes included; `?` matches any single character. */
function matches(pattern: string, text: string): boolean {
  const source = pattern
    .replaceAll(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(text);
}
