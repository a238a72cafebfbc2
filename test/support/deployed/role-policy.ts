import { getResources, referenceIn, type Template } from './template.ts';

/** One request to the table, as IAM sees it. */
export type TableRequest = {
  action: string;
  /** Partition keys. */
  leadingKeys: string[];
  /** Top-level attributes that the request names. */
  attributes: string[];
  returnValues?: string | undefined;
  /** Whether the request goes to the index, which is a separate resource. */
  isIndex?: boolean;
};

type Statement = {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Record<string, string | string[]>>;
};

/** What a role may do with the table, read from the synthesised template. */
export class RolePolicy {
  readonly #statements: Statement[];

  constructor(template: Template, roleId: string) {
    const [tableId] = getResources(template, 'AWS::DynamoDB::Table')[0] ?? [];
    this.#statements = getResources(template, 'AWS::IAM::Policy')
      .filter(([, { Properties }]) => Properties.Roles.some((role: unknown) => referenceIn(role) === roleId))
      .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement as Statement[])
      .filter(
        ({ Effect, Resource }) =>
          Effect === 'Allow' && tableId !== undefined && referenceIn(Resource) === tableId,
      );
  }

  /** Whether any statement allows the request. Actions and conditions are read as IAM reads them. */
  allows(request: TableRequest): boolean {
    return this.#statements.some(
      ({ Action, Condition = {}, Resource }) =>
        isIndex(Resource) === (request.isIndex ?? false) &&
        [Action].flat().includes(request.action) &&
        isMet(Condition, request),
    );
  }
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

/** IAM's wildcards: `*` stands for any run of characters, `?` for one. */
function isLike(value: string, pattern: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/\?/g, '.');
  return new RegExp(`^${source}$`, 's').test(value);
}
