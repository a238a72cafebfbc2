/**
 * Turns an expression into a function body that returns its value. Code that contains a `return` is kept as
 * is.
 */
export function expressionBody(code: string): string {
  return code.includes('return ') ? code : `return ${code}`;
}
