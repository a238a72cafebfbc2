import type { BlockContext } from '#lib/engine/model/block-module.ts';
import type { CodeError } from '#lib/engine/model/ports.ts';
import { expressionBody } from '#lib/engine/sandbox/expression-body.ts';
import { codeWithVariables } from '#lib/engine/text/code-variables.ts';
import { inlineCodeText, soleVariableName, templateParts } from '#lib/engine/text/template.ts';

export type CustomValue = { value: unknown; error?: CodeError };

/**
 * The value of an expression. Every expression is first tried as code, because bots do not say which it is.
 * What does not work as code is text, with its templates filled in.
 */
export async function customValue(expression: string, context: BlockContext): Promise<CustomValue> {
  if (soleVariableName(expression) !== undefined) return { value: context.render(expression) };
  if (isNumberToKeep(expression)) return { value: expression };
  if (PLAIN_NUMBER.test(expression)) return { value: Number(expression) };

  const { code, globals } = codeWithVariables(withInlineCodes(expression, context), context.variables);
  const sandbox = await context.ports.sandbox();
  const { value, error } = await sandbox.run(expressionBody(code), globals);
  return error ? { value: context.render(expression), error } : { value };
}

const PLAIN_NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;

/** A number that would lose zeros as a value: a phone number, a postal code, a price. */
function isNumberToKeep(expression: string): boolean {
  return !Number.isNaN(Number(expression)) && /0[^.].+/.test(expression);
}

/** Inline code is replaced by its results before the rest is tried as code. */
function withInlineCodes(expression: string, context: BlockContext): string {
  if (!expression.includes('{{=')) return expression;
  return templateParts(expression)
    .map((part) => {
      if (part.kind === 'text') return part.text;
      return part.kind === 'variable' ? `{{${part.name}}}` : inlineCodeText(part.code, context);
    })
    .join('');
}
