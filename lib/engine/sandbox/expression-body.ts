/**
 * The body of a function that returns the value of the code: of an expression, or of code with a `return` of
 * its own.
 */
export function expressionBody(code: string): string {
  return code.includes('return ') ? code : `return ${code}`;
}
