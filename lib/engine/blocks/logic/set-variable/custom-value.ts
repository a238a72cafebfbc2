import { isDateOrPhoneNumber, isKeptNumber } from '#lib/bots/values/set-text.ts';
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
export async function computeCustomValue(
  expression: string,
  { isCode, context }: { isCode: boolean; context: BlockContext },
): Promise<CustomValue> {
  if (soleVariableName(expression) !== undefined) return { value: context.render(expression) };
  if (isKeptNumber(expression)) return { value: expression };
  if (PLAIN_NUMBER.test(expression)) return { value: Number(expression) };

  const kept = isCode ? undefined : dateOrPhoneNumber(expression, context);
  if (kept !== undefined) return { value: kept };

  // Results of inline code become part of the code before the rest of it is tried.
  const source = renderInlineCode(expression, context);
  const { code, shape, globals } = codeWithVariables(source, context.variables);
  if (!isCode && !mayBeCode(expressionBody(shape))) return { value: context.render(expression) };
  const sandbox = await context.ports.sandbox();
  const { value, error } = await sandbox.run(expressionBody(code), globals);
  return error ? { value: context.render(expression), error } : { value };
}

/** Deviation: a date or a phone number is text, although it could be calculated. */
export function dateOrPhoneNumber(expression: string, context: BlockContext): string | undefined {
  if (!MAY_BE_DATE.test(expression)) return undefined;
  const filled = context.render(expression);
  return isDateOrPhoneNumber(expression, filled) ? filled : undefined;
}

const MAY_BE_DATE = /[/.-]|^\s*\+/;
const PLAIN_NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;
