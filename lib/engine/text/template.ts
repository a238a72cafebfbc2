import type { ChatLog } from '#lib/engine/model/chat-protocol.ts';
import type { Sandbox } from '#lib/engine/model/ports.ts';
import type { TemplateMode } from '#lib/engine/model/template-mode.ts';
import {
  splitAtParts,
  storedForm,
  type TypedPart,
  type TypedParts,
  typedForm,
  usefulParts,
} from '#lib/engine/model/typed-text.ts';
import type { VariableValue } from '#lib/engine/model/variable-value.ts';
import type { Variables } from '#lib/engine/model/variables.ts';
import { codeWithVariables } from './code-variables.ts';
import { deriveParts } from './derived-parts.ts';
import type { FillBudget } from './fill-budget.ts';
import { escapeMarkdown } from './markdown-escape.ts';

export type TemplateContext = {
  variables: Variables;
  sandbox: Sandbox | undefined;
  /** Absent if unlimited. */
  filling?: FillBudget;
  /** Where to log inline code that fails. */
  log?(entry: ChatLog): void;
};

/** A segment of a template. */
export type TemplatePart =
  | { kind: 'text'; text: string }
  | { kind: 'variable'; name: string }
  | { kind: 'code'; code: string };

const VARIABLE = /\{\{([^{}]+)\}\}/y;
const CODE_END = /=\}\}|[\n\r\u2028\u2029]/g;

/**
 * Splits a template into segments. Takes linear time, because no position is scanned twice for the same kind
 * of placeholder.
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
      // Inline code cannot span lines.
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
 * Fills in variables (`{{name}}`) and the results of inline code (`{{= 1 + 1 =}}`). Unknown and unset
 * variables become an empty string. Templates inside values are not filled in.
 */
export function renderTemplate(text: string, context: TemplateContext, mode: TemplateMode = 'text'): string {
  if (!text.includes('{{')) return text;
  return templateParts(text)
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (context.filling?.isSpent) return '';
      const filled =
        mode === 'markdown' ? markdownText(part, context) : getPlaceholderText(part, context, mode);
      return context.filling ? context.filling.take(filled) : filled;
    })
    .join('');
}

export type Placeholder = Exclude<TemplatePart, { kind: 'text' }>;

/** Returns what a variable or inline code is filled in with. */
export function getPlaceholderText(
  part: Placeholder,
  context: TemplateContext,
  mode: TemplateMode = 'text',
): string {
  return part.kind === 'code'
    ? escapeText(inlineCodeText(part.code, context), mode)
    : valueText(context.variables.setByName(part.name)?.value, mode);
}

function markdownText(part: Placeholder, context: TemplateContext): string {
  const text = getPlaceholderText(part, context, 'text');
  const typed = getTypedParts(part, text, context);
  if (typed === true) return escapeMarkdown(text);
  if (typed === undefined) return text;
  return splitAtParts(text, typed)
    .map(({ text: piece, typed: own }) => (own === undefined ? piece : escapeMarkdown(own)))
    .join('');
}

/** Determines what of a placeholder's text a respondent typed. */
export function getTypedParts(
  part: Placeholder,
  text: string,
  { variables }: TemplateContext,
): TypedParts | undefined {
  if (part.kind === 'code') return usefulParts(deriveParts(part.code, text, variables), text);
  const { id, value } = variables.setByName(part.name) ?? {};
  const typed = variables.typedParts(id);
  return Array.isArray(value) && typed !== true ? typed?.flatMap(formsInList) : typed;
}

/** A list is shown as JSON. */
function formsInList(part: TypedPart): TypedPart[] {
  const stored = JSON.stringify(storedForm(part)).slice(1, -1);
  return stored === storedForm(part) ? [part] : [part, { stored, typed: typedForm(part) }];
}

/** Like `renderTemplate`, but returns the template unchanged if the budget runs out. */
export function renderOrKeep(text: string, context: TemplateContext): string {
  const filled = renderTemplate(text, context);
  return context.filling?.isSpent ? text : filled;
}

/** Renders one string of a JSON value. The key is that of the nearest object's field. */
export type RenderText = (text: string, context: TemplateContext, key: string) => string;

/** Renders every string of a JSON value. Strings that are array elements are not treated as templates. */
export function renderAll<T>(
  value: T,
  context: TemplateContext,
  render: RenderText = (text) => renderTemplate(text, context),
  key = '',
): T {
  if (typeof value === 'string') return render(value, context, key) as T;
  if (Array.isArray(value)) {
    return value.map((entry) =>
      typeof entry === 'string' ? entry : renderAll(entry, context, render, key),
    ) as T;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, renderAll(entry, context, render, name)]),
  ) as T;
}

/** Returns the variable's name if the text consists of a single variable. */
export function soleVariableName(text: string): string | undefined {
  return /^\{\{([^{}]+)\}\}$/.exec(text)?.[1];
}

export function valueText(value: VariableValue | undefined, mode: TemplateMode = 'text'): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return escapeText(value, mode);
  // In JSON, a list is inserted as an array rather than inside a string.
  return mode === 'json' ? JSON.stringify(value) : escapeText(JSON.stringify(value), mode);
}

function escapeText(text: string, mode: TemplateMode): string {
  if (mode === 'json') return JSON.stringify(text).slice(1, -1);
  if (mode === 'html') return text.replace(/</g, '&lt;').replace(/>/g, '&gt;');
  return text;
}

/**
 * Returns the result of inline code as text: strings unchanged, undefined as "undefined", other values as
 * JSON.
 */
export function inlineCodeText(source: string, context: TemplateContext): string {
  const value = inlineCodeValue(source, context);
  return typeof value === 'string' ? value : String(JSON.stringify(value));
}

/**
 * Returns the result of inline code. If the code fails, returns its source with variables filled in, so that
 * authors can tell which code failed.
 */
export function inlineCodeValue(source: string, context: TemplateContext): unknown {
  const { code, globals } = codeWithVariables(source, context.variables);
  const outcome = context.sandbox?.evaluate(code, globals);
  if (outcome?.error) {
    context.log?.({
      status: 'error',
      description: outcome.error.description,
      context: 'While evaluating inline code',
    });
  }
  if (!outcome || outcome.error) {
    const { variables, filling } = context;
    return renderTemplate(source, { variables, sandbox: undefined, ...(filling && { filling }) });
  }
  return outcome.value;
}
