import type { BlockContext } from '#lib/engine/model/block-module.ts';
import type { CodeError } from '#lib/engine/model/ports.ts';
import { mayBeCode } from '#lib/engine/sandbox/code-syntax.ts';
import { expressionBody } from '#lib/engine/sandbox/expression-body.ts';
import { renderInlineCode } from '#lib/engine/text/code-template.ts';
import { codeWithVariables } from '#lib/engine/text/code-variables.ts';
import { soleVariableName } from '#lib/engine/text/template.ts';

export type CustomValue = { value: unknown; error?: CodeError };

/**
 * Evaluates an expression. Every expression is tried as code first, because bots do not distinguish code from
 * text. If it fails, it is rendered as text.
 *
 * @param isCode whether the error matters. If not, text that is clearly not code is not tried
 */
export async function customValue(
  expression: string,
  { isCode, context }: { isCode: boolean; context: BlockContext },
): Promise<CustomValue> {
  if (soleVariableName(expression) !== undefined) return { value: context.render(expression) };
  if (isNumberToKeep(expression)) return { value: expression };
  if (PLAIN_NUMBER.test(expression)) return { value: Number(expression) };

  // Results of inline code become part of the code before the rest of it is tried.
  const source = renderInlineCode(expression, context);
  const { code, shape, globals } = codeWithVariables(source, context.variables);
  if (!isCode && !mayBeCode(expressionBody(shape))) return { value: context.render(expression) };
  const sandbox = await context.ports.sandbox();
  const { value, error } = await sandbox.run(expressionBody(code), globals);
  return error ? { value: context.render(expression), error } : { value };
}

const PLAIN_NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;

/** Checks for a number that would lose zeros when parsed: a phone number, postal code or price. */
function isNumberToKeep(expression: string): boolean {
  return !Number.isNaN(Number(expression)) && /0[^.].+/.test(expression);
}
