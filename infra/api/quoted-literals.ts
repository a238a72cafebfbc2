/**
 * Returns parameter mappings that set these headers. API Gateway requires single quotes around a literal,
 * which would otherwise be a mapping expression. Quotes within, such as those of a content security policy, stay as they are.
 */
export function quoteLiterals(prefix: string, headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [prefix + name, `'${value}'`]));
}
