import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { MAIL_ADDRESS_LEFT_OUT, MAIL_ADDRESS_REFUSED } from '#lib/engine/model/hidden-logs.ts';
import type { MailAddress } from '#lib/engine/model/ports.ts';
import { type TemplatePart, templateParts } from '#lib/engine/text/template.ts';
import { loadPackage } from '#lib/platform/validation/load-package.ts';

/*
 * Recipients of an email. Text written by the author may contain several addresses. Variables may hold
 * whatever a respondent typed, so each one yields at most one address.
 */

/**
 * Maximum number of characters parsed in a value or an author's text. Addresses are limited to 320 (RFC
 * 5321).
 */
const MAX_TEXT_CHARS = 1_000;
const MAX_NAME_CHARS = 200;
/** Placeholders are replaced by private-use characters while a template is split at its commas. */
const FIRST_PLACEHOLDER = 0xe000;
const MAX_PLACEHOLDERS = 1_000;
const PLACEHOLDER = /[\ue000-\ue3e7]/;
/** Maximum templates per field, far more than an email may have recipients. */
const MAX_TEMPLATES = 1_000;
const MAX_TEMPLATE_CHARS = 10_000;
/** Maximum logs per template, so that a long list of addresses does not flood the log. */
const MAX_LOGS = 3;

type Found = { addresses: MailAddress[]; isMore?: boolean; refused?: boolean };

/** Returns the valid addresses of a field's templates. Logs those that are dropped or invalid. */
export async function parseMailAddresses(
  field: 'to' | 'cc' | 'bcc' | 'replyTo',
  templates: readonly string[],
  context: BlockContext,
): Promise<MailAddress[]> {
  const addresses: MailAddress[] = [];
  for (const template of templates.slice(0, MAX_TEMPLATES)) {
    let logs = 0;
    const log = (description: string) => {
      logs += 1;
      if (logs > MAX_LOGS) return;
      const details = JSON.stringify({ field, template: template.slice(0, MAX_TEXT_CHARS) });
      context.log({ status: 'error', description, details, context: 'While sending email' });
    };
    for (const found of await toAddresses(template, context)) {
      addresses.push(...found.addresses);
      if (found.refused) log(MAIL_ADDRESS_REFUSED);
      if (found.isMore) log(MAIL_ADDRESS_LEFT_OUT);
    }
  }
  return addresses;
}

async function toAddresses(template: string, context: BlockContext): Promise<Found[]> {
  if (template.length > MAX_TEMPLATE_CHARS) return [{ addresses: [], refused: true }];
  const parts = templateParts(template.replace(new RegExp(PLACEHOLDER, 'g'), ''));
  const placeholders = parts.filter(({ kind }) => kind !== 'text');
  if (placeholders.length > MAX_PLACEHOLDERS) return [{ addresses: [], refused: true }];
  let next = FIRST_PLACEHOLDER;
  const masked = parts
    .map((part) => (part.kind === 'text' ? part.text : String.fromCharCode(next++)))
    .join('');
  const placeholderAt = (char: string) => placeholders[char.charCodeAt(0) - FIRST_PLACEHOLDER];
  const filled = (text: string) =>
    [...text]
      .map((char) => (PLACEHOLDER.test(char) ? fillText(placeholderAt(char), context) : char))
      .join('');

  const found: Found[] = [];
  for (const entry of getEntries(masked)) {
    if (entry.trim() === '') continue;
    if (!PLACEHOLDER.test(entry)) found.push(await authored(entry));
    else found.push(await templated(entry));
  }
  return found;

  /**
   * Parses `{{Mail}}`, `{{Name}} <{{Mail}}>` or `{{user}}@example.com` as one address. The author decides
   * which part is variable.
   */
  async function templated(entry: string): Promise<Found> {
    const [, name = '', inAngles] = /^([^<>]*)<([^<>]*)>\s*$/.exec(entry) ?? [];
    const address = (inAngles ?? entry).trim();
    const sole = address.length === 1 ? placeholderAt(address) : undefined;
    if (!sole) return one({ name: filled(name), address: filled(address).trim() });
    const { text, isMore } = takeFirst(sole, context);
    if (text === '') return { addresses: [] };
    const [first, ...others] = await parseAddresses(text);
    if (!first) return { addresses: [], refused: true };
    const found = one({ name: filled(name) || first.name, address: first.address });
    return found.refused ? found : { ...found, isMore: isMore || others.length > 0 };
  }
}

/** Splits a text at commas, semicolons and line breaks, but not inside quotes or angle brackets. */
function getEntries(masked: string): string[] {
  return masked.match(/(?:"[^"]*"|<[^<>]*>|[^,;\r\n])+/g) ?? [];
}

/** Returns all addresses in a text without placeholders: a list, or the members of a group. */
async function authored(text: string): Promise<Found> {
  const found = (await parseAddresses(text)).map(one);
  return {
    addresses: found.flatMap(({ addresses }) => addresses),
    refused: text.length > MAX_TEXT_CHARS || found.length === 0 || found.some(({ refused }) => refused),
  };
}

async function parseAddresses(text: string): Promise<{ name: string; address: string }[]> {
  const { default: addressparser } = await import('nodemailer/lib/addressparser');
  return addressparser(text.slice(0, MAX_TEXT_CHARS), { flatten: true });
}

/** Returns the first non-empty element of a list, or the string itself. */
function takeFirst(part: TemplatePart, context: BlockContext): { text: string; isMore: boolean } {
  const value = part.kind === 'variable' ? context.variables.setByName(part.name)?.value : undefined;
  if (!Array.isArray(value)) return { text: fillText(part, context).trim(), isMore: false };
  const [text = '', ...others] = value.map((entry) => entry?.trim() ?? '').filter((entry) => entry !== '');
  return { text, isMore: others.length > 0 };
}

function fillText(part: TemplatePart | undefined, context: BlockContext): string {
  if (part?.kind === 'variable') return context.render(`{{${part.name}}}`);
  return part?.kind === 'code' ? context.render(`{{=${part.code}=}}`) : '';
}

function one({ name, address }: { name: string; address: string }): Found {
  if (!isAddress(address)) return { addresses: [], refused: true };
  const shownName = name
    .replace(/["\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME_CHARS)
    .toWellFormed();
  return { addresses: [shownName === '' ? address : { name: shownName, address }] };
}

/**
 * Checks for a single address that no mail server could interpret as several: no quotes, encoded words or
 * percent signs, and no characters that Unicode compatibility normalization changes.
 */
function isAddress(text: string): boolean {
  const isEmail = loadPackage(
    'validator/lib/isEmail.js',
  ) as typeof import('validator/lib/isEmail.js')['default'];
  return (
    isEmail(text, { require_tld: false, allow_ip_domain: true }) &&
    !/["\\\s%]|=\?/.test(text) &&
    text.normalize('NFKC') === text.normalize('NFC')
  );
}
