/** `import-bot` → `importBot`. */
export type OperationId<Id extends string> = Id extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<OperationId<Rest>>}`
  : Id;

/** Returns the name of an endpoint in code: the client's method, and the operationId in the OpenAPI document. */
export function toOperationId<const Id extends string>(endpointId: Id): OperationId<Id> {
  return endpointId.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) as OperationId<Id>;
}
