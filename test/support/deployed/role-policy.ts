import type { Template } from './template.ts';

/** A request to the table, reduced to what IAM policies can check. */
export type TableRequest = {
  action: string;
  /** Partition keys of the requested items. */
  leadingKeys: string[];
  /** Top-level attributes referenced by the request. */
  attributes: string[];
  returnValues?: string | undefined;
  /** Whether the request targets the index, which is a separate IAM resource. */
  isIndex?: boolean;
};

export type Statement = {
  Sid?: string;
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Record<string, string | string[]>>;
};

/** A role's permissions on the table, read from the synthesized template. */
export class RolePolicy {
  readonly #statements: Statement[];

  constructor(template: Template, roleId: string) {
    this.#statements = getStatements(template, roleId).filter(
      ({ Effect, Resource }) => Effect === 'Allow' && isTable(Resource),
    );
  }

  /** Tells whether any statement allows the request, evaluating actions and conditions like IAM. */
  allows(request: TableRequest): boolean {
    return this.#statements.some(
      ({ Action, Condition = {}, Resource }) =>
        isIndex(Resource) === (request.isIndex ?? false) &&
        [Action].flat().includes(request.action) &&
        isMet(Condition, request),
    );
  }
}

/** Every statement of a role's policies. */
export function getStatements(template: Template, roleId: string): Statement[] {
  const role = template.Resources[roleId];
  if (role?.Type !== 'AWS::IAM::Role') throw new Error(`There is no role ${roleId}`);
  return (role.Properties.Policies ?? []).flatMap(
    ({ PolicyDocument }: { PolicyDocument: { Statement: Statement[] } }) => PolicyDocument.Statement,
  );
}

/** Whether the resource is the table. The table is in the other stack, so its ARN is built from its name. */
function isTable(resource: unknown): boolean {
  return JSON.stringify(resource).includes(':table/bots-');
}

function isIndex(resource: unknown): boolean {
  return JSON.stringify(resource).includes('/index/');
}

function isMet(condition: NonNullable<Statement['Condition']>, request: TableRequest): boolean {
  return Object.entries(condition).every(([operator, wanted]) =>
    Object.entries(wanted).every(([key, patterns]) => {
      const values = getValues(key, request);
      const matches = (value: string) =>
        [patterns]
          .flat()
          .some((pattern) => (operator.includes('Like') ? isLike(value, pattern) : value === pattern));
      switch (operator) {
        case 'ForAllValues:StringLike':
        case 'ForAllValues:StringEquals':
        case 'StringEqualsIfExists':
          return values.every(matches);
        default:
          throw new Error(`This evaluator does not know the operator ${operator}`);
      }
    }),
  );
}

function getValues(key: string, { leadingKeys, attributes, returnValues }: TableRequest): string[] {
  switch (key) {
    case 'dynamodb:LeadingKeys':
      return leadingKeys;
    case 'dynamodb:Attributes':
      return attributes;
    case 'dynamodb:ReturnValues':
      return returnValues === undefined ? [] : [returnValues];
    default:
      throw new Error(`This evaluator does not know the condition key ${key}`);
  }
}

/** Matches IAM wildcards: `*` matches any number of characters, `?` exactly one. */
function isLike(value: string, pattern: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/\?/g, '.');
  return new RegExp(`^${source}$`, 's').test(value);
}
