import type { TableRequest } from './role-policy.ts';

type Key = { pk?: { S?: string } };
type Expressions = {
  Key?: Key;
  Item?: Key & Record<string, unknown>;
  UpdateExpression?: string;
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ReturnValues?: string;
};

/**
 * Extracts what IAM checks from a DynamoDB request. A batch is one action on many keys, a transaction is one
 * action per write.
 */
export function toTableRequests(operation: string, body: Record<string, unknown>): TableRequest[] {
  switch (operation) {
    case 'BatchGetItem': {
      const tables = Object.values(body.RequestItems as Record<string, { Keys: Key[] }>);
      return [
        {
          action: 'dynamodb:BatchGetItem',
          leadingKeys: tables.flatMap(({ Keys }) => Keys.map(toKey)),
          attributes: [],
        },
      ];
    }
    case 'BatchWriteItem': {
      type Write = { PutRequest?: { Item: Key }; DeleteRequest?: { Key: Key } };
      const writes = Object.values(body.RequestItems as Record<string, Write[]>).flat();
      const leadingKeys = writes.map(({ PutRequest, DeleteRequest }) =>
        toKey(PutRequest?.Item ?? DeleteRequest?.Key),
      );
      return [{ action: 'dynamodb:BatchWriteItem', leadingKeys, attributes: [] }];
    }
    case 'TransactWriteItems': {
      type Write = {
        Put?: Expressions;
        Update?: Expressions;
        Delete?: Expressions;
        ConditionCheck?: Expressions;
      };
      return (body.TransactItems as Write[]).flatMap((write) =>
        Object.entries(write).map(([kind, expressions]) =>
          single(kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`, expressions),
        ),
      );
    }
    case 'Query': {
      const values = body.ExpressionAttributeValues as Record<string, { S?: string }>;
      // All key conditions in the service begin with the partition key.
      const placeholder = /= (:\w+)/.exec(body.KeyConditionExpression as string)?.[1] ?? '';
      return [
        {
          action: 'dynamodb:Query',
          leadingKeys: [values[placeholder]?.S ?? ''],
          attributes: [],
          isIndex: body.IndexName !== undefined,
        },
      ];
    }
    default:
      return [single(operation, body as Expressions)];
  }
}

function single(operation: string, request: Expressions): TableRequest {
  return {
    action: `dynamodb:${operation}`,
    leadingKeys: [toKey(request.Key ?? request.Item)],
    attributes: request.Item
      ? Object.keys(request.Item)
      : [...Object.keys(request.Key ?? {}), ...namedAttributes(request)],
    returnValues: request.ReturnValues,
  };
}

const WORDS_OF_EXPRESSIONS = new Set(['SET', 'ADD', 'REMOVE', 'DELETE', 'AND', 'OR', 'NOT', 'IN', 'BETWEEN']);

/** Returns the attribute names in expressions: all words except placeholders, functions and keywords. */
function namedAttributes({
  UpdateExpression = '',
  ConditionExpression = '',
  ExpressionAttributeNames = {},
}: Expressions) {
  const words = `${UpdateExpression} ${ConditionExpression}`.matchAll(
    /(?<![:#\w])([A-Za-z_]\w*)(?!\w*\s*\()/g,
  );
  const plain = [...words].map(([word]) => word).filter((word) => !WORDS_OF_EXPRESSIONS.has(word));
  return [...new Set([...plain, ...Object.values(ExpressionAttributeNames)])];
}

function toKey(key: Key | undefined): string {
  return key?.pk?.S ?? '';
}
