import type { BlockContext } from '#lib/engine/model/block-module.ts';
import type { Mail } from '#lib/engine/model/ports.ts';
import { soleVariableName } from '#lib/engine/text/template.ts';

type BodyOptions = {
  body?: string | undefined;
  isCustomBody?: boolean | undefined;
  isBodyCode?: boolean | undefined;
};

/** Returns the body of an email: the author's text, or everything known about the respondent. */
export function mailBody(
  { body = '', isCustomBody = body !== '', isBodyCode = false }: BodyOptions,
  context: BlockContext,
): Pick<Mail, 'text' | 'html'> {
  if (!isCustomBody) return notification(context);
  // Deviation: in plain text, Typebot escapes `<`, so readers see `&lt;`, and inserts tags for
  // line breaks.
  if (!isBodyCode) return { text: soleVariableText(body, '\n', context) ?? context.render(body) };
  const html = soleVariableText(body, '<br />', context)?.replace(/\n/g, '<br />') ?? context.render(body);
  return { html };
}

/** Returns the value of a body that consists of a single variable, with one line per list element. */
function soleVariableText(body: string, lineBreak: string, { variables }: BlockContext): string | undefined {
  const name = soleVariableName(body);
  if (name === undefined) return undefined;
  const value = variables.setByName(name)?.value;
  return Array.isArray(value) ? value.map((element) => element ?? '').join(lineBreak) : (value ?? '');
}

function notification({ answers, variables }: BlockContext): { text: string; html: string } {
  const values = new Map<string, string>([
    ...answers.map(({ key, value }): [string, string] => [key, value]),
    ...variables.list.flatMap(({ name, value }): [string, string][] =>
      value === undefined || value === null
        ? []
        : [[name, typeof value === 'string' ? value : value.join(', ')]],
    ),
  ]);
  const entries = [...values];
  return {
    text: entries.map(([key, value]) => `${key}: ${value}`).join('\n'),
    html: entries
      .map(([key, value]) => `<p><strong>${escapeText(key)}</strong><br />${escapeText(value)}</p>`)
      .join('\n'),
  };
}

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\n/g, '<br />');
}
