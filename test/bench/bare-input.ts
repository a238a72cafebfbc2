/** A request to the database, in the form that the SDK's command of that name accepts. */
export type SdkRequest = { command: string; input: Record<string, unknown> };

type Write = Record<string, unknown> & {
  UpdateExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
};

/**
 * Returns a recorded input that can be sent repeatedly: without conditions, which would fail the second time.
 */
export function bareInput(command: string, input: Record<string, unknown>): Record<string, unknown> {
  if (command === 'PutItemCommand' || command === 'UpdateItemCommand') return withoutCondition(input);
  if (command !== 'TransactWriteItemsCommand') return input;
  const writes = input.TransactItems as Record<string, Write>[];
  return {
    ...input,
    TransactItems: writes.map((item) =>
      Object.fromEntries(Object.entries(item).map(([kind, write]) => [kind, withoutCondition(write)])),
    ),
  };
}

/** DynamoDB rejects names and values that no expression uses. */
function withoutCondition({ ConditionExpression: _, ...write }: Write): Write {
  const { ExpressionAttributeNames: names, ExpressionAttributeValues: values, ...rest } = write;
  const used = new Set(write.UpdateExpression?.match(/[#:]\w+/g));
  const keep = (map: Record<string, unknown> = {}) => {
    const entries = Object.entries(map).filter(([placeholder]) => used.has(placeholder));
    return entries.length > 0 ? Object.fromEntries(entries) : undefined;
  };
  const [keptNames, keptValues] = [keep(names), keep(values)];
  return {
    ...rest,
    ...(keptNames && { ExpressionAttributeNames: keptNames as Record<string, string> }),
    ...(keptValues && { ExpressionAttributeValues: keptValues }),
  };
}
