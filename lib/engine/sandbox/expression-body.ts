/** The body of a function that returns what the text stands for: an expression, or code that says what it returns. */
export function expressionBody(code: string): string {
  return code.includes('return ') ? code : `return ${code}`;
}
