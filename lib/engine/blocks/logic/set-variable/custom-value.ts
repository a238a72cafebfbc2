import type { BlockContext } from '#lib/engine/model/block-module.ts';
import type { CodeError } from '#lib/engine/model/ports.ts';
import { mayBeCode } from '#lib/engine/sandbox/code-syntax.ts';
import { expressionBody } from '#lib/engine/sandbox/expression-body.ts';
import { codeWithVariables } from '#lib/engine/text/code-variables.ts';
import { inlineCodeText, soleVariableName, templateParts } from '#lib/engine/text/template.ts';

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

  const { code, globals } = codeWithVariables(withInlineCodes(expression, context), context.variables);
  const body = expressionBody(code);
  if (!isCode && !mayBeCode(body)) return { value: context.render(expression) };
  const sandbox = await context.ports.sandbox();
  const { value, error } = await sandbox.run(body, globals);
  return error ? { value: context.render(expression), error } : { value };
}

const PLAIN_NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;

/** Checks for a number that would lose zeros when parsed: a phone number, postal code or price. */
function isNumberToKeep(expression: string): boolean {
  return !Number.isNaN(Number(expression)) && /0[^.].+/.test(expression);
}

/** Replaces inline code with its results, before the rest is tried as code. */
function withInlineCodes(expression: string, context: BlockContext): string {
  if (!expression.includes('{{=')) return expression;
  return templateParts(expression)
    .map((part) => {
      if (part.kind === 'text') return part.text;
      return part.kind === 'variable' ? `{{${part.name}}}` : inlineCodeText(part.code, context);
    })
    .join('');
}
