/** `import-bot` → `importBot`. */
export type OperationId<Id extends string> = Id extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<OperationId<Rest>>}`
  : Id;

/** The name of an endpoint in code: the client's method, and the operation in the OpenAPI document. */
export function toOperationId<const Id extends string>(endpointId: Id): OperationId<Id> {
  return endpointId.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) as OperationId<Id>;
}
