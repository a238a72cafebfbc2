import type { Sandbox } from '#lib/engine/model/ports.ts';
import type { TemplateMode } from '#lib/engine/model/template-mode.ts';
import type { VariableValue } from '#lib/engine/model/variable-value.ts';
import type { Variables } from '#lib/engine/model/variables.ts';
import { codeWithVariables } from './code-variables.ts';
import type { FillBudget } from './fill-budget.ts';

export type TemplateContext = {
  variables: Variables;
  sandbox: Sandbox | undefined;
  /** Absent if there is no limit. */
  filling?: FillBudget;
};

/** A part of a text that was split at its variables and inline code. */
export type TemplatePart =
  | { kind: 'text'; text: string }
  | { kind: 'variable'; name: string }
  | { kind: 'code'; code: string };

const VARIABLE = /\{\{([^{}]+)\}\}/y;
const CODE_END = /=\}\}|[\n\r\u2028\u2029]/g;

/**
 * Splits a text. Takes time linear in its length, because neither kind of placeholder is looked for twice in
 * the same place.
 */
export function templateParts(text: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  const add = (part: TemplatePart, from: number, to: number): void => {
    if (from > end) parts.push({ kind: 'text', text: text.slice(end, from) });
    parts.push(part);
    end = to;
  };
  let noCodeBefore = 0;
  for (let at = text.indexOf('{{'); at !== -1; at = text.indexOf('{{', Math.max(at + 1, end))) {
    if (at >= noCodeBefore && text.startsWith('{{=', at)) {
      // Inline code has to end in the line where it begins.
      CODE_END.lastIndex = at + 3;
      const codeEnd = CODE_END.exec(text);
      if (codeEnd?.[0] === '=}}') {
        add({ kind: 'code', code: text.slice(at + 3, codeEnd.index) }, at, CODE_END.lastIndex);
        continue;
      }
      noCodeBefore = codeEnd?.index ?? text.length;
    }
    VARIABLE.lastIndex = at;
    const name = VARIABLE.exec(text)?.[1];
    if (name !== undefined) add({ kind: 'variable', name }, at, VARIABLE.lastIndex);
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

/**
 * Fills in the variables of a text, `{{name}}`, and the results of its inline code, `{{= 1 + 1 =}}`. A
 * variable that is unknown or unset becomes an empty text. Templates inside a value are not filled in.
 */
export function renderTemplate(text: string, context: TemplateContext, mode: TemplateMode = 'text'): string {
  if (!text.includes('{{')) return text;
  return templateParts(text)
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (context.filling?.isSpent) return '';
      const filled =
        part.kind === 'code'
          ? escaped(inlineCodeText(part.code, context), mode)
          : valueText(context.variables.setByName(part.name)?.value, mode);
      return context.filling ? context.filling.take(filled) : filled;
    })
    .join('');
}

/** Like `renderTemplate`, but returns the text as it is written if the budget does not suffice. */
export function renderOrKeep(text: string, context: TemplateContext): string {
  const filled = renderTemplate(text, context);
  return context.filling?.isSpent ? text : filled;
}

/** Fills in all texts of a JSON value. Texts that are list elements are not templates. */
export function renderAll<T>(value: T, context: TemplateContext, render = renderTemplate): T {
  if (typeof value === 'string') return render(value, context) as T;
  if (Array.isArray(value)) {
    return value.map((entry) => (typeof entry === 'string' ? entry : renderAll(entry, context, render))) as T;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, renderAll(entry, context, render)]),
  ) as T;
}

/** The name of the variable, if the text is one variable and nothing else. */
export function soleVariableName(text: string): string | undefined {
  return /^\{\{([^{}]+)\}\}$/.exec(text)?.[1];
}

export function valueText(value: VariableValue | undefined, mode: TemplateMode = 'text'): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return escaped(value, mode);
  // In JSON a list is a value of its own, not the inside of a string.
  return mode === 'json' ? JSON.stringify(value) : escaped(JSON.stringify(value), mode);
}

function escaped(text: string, mode: TemplateMode): string {
  if (mode === 'json') return JSON.stringify(text).slice(1, -1);
  if (mode === 'html') return text.replace(/</g, '&lt;').replace(/>/g, '&gt;');
  return text;
}

/**
 * The result of inline code as text: a text as it is, anything else as JSON, undefined and null as these
 * words.
 */
export function inlineCodeText(source: string, context: TemplateContext): string {
  const value = inlineCodeValue(source, context);
  return typeof value === 'string' ? value : String(JSON.stringify(value));
}

/**
 * The result of inline code. If the code fails, this is its source with the variables filled in, so that
 * authors see which code it was.
 */
export function inlineCodeValue(source: string, context: TemplateContext): unknown {
  const { code, globals } = codeWithVariables(source, context.variables);
  const outcome = context.sandbox?.evaluate(code, globals);
  if (!outcome || outcome.error) return renderTemplate(source, { ...context, sandbox: undefined });
  return outcome.value;
}
