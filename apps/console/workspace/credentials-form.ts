import { CREDENTIAL_KINDS, type CredentialField } from '#lib/bots/document/credential-kinds.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

/** Text and flags that somebody has entered, by the names of their fields. */
export type TypedFields = Readonly<Record<string, string | boolean>>;

/** Errors by the names of their fields. `form` is for an error of no field. */
export type FormErrors = Readonly<Record<string, string>>;

/** Lists the kinds by title, for a choice. */
export function listKinds(): { kind: string; title: string }[] {
  return [...CREDENTIAL_KINDS]
    .map(([kind, { title }]) => ({ kind, title }))
    .sort((one, other) => one.title.localeCompare(other.title));
}

/** Returns the display name of a kind. A newer service may know more kinds. */
export function getKindTitle(kind: string): string {
  return CREDENTIAL_KINDS.get(kind)?.title ?? kind;
}

/** Returns the fields that a form asks for. None for an unknown kind. */
export function listFormFields(kind: string): CredentialField[] {
  return CREDENTIAL_KINDS.get(kind)?.fields.filter(({ isAlias }) => !isAlias) ?? [];
}

/** Returns the scope that blocks need, if the credentials are for Google. */
export function getGoogleScope(kind: string): string | undefined {
  return CREDENTIAL_KINDS.get(kind)?.googleScope;
}

/** Turns the description of a field from Markdown into text: its links lead into a page of the documentation. */
export function toPlainDescription({ description }: CredentialField): string {
  return description.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
}

/** Finds what can be said without the service. It checks everything else. */
export function findTypedErrors(kind: string, typed: TypedFields): FormErrors {
  const errors: Record<string, string> = {};
  for (const field of listFormFields(kind)) {
    const text = readText(field, typed);
    if (field.isRequired && text === '') errors[field.name] = 'Enter a value.';
    if (field.type === 'port' && text !== '' && !/^\d+$/.test(text)) errors[field.name] = 'Enter a number.';
  }
  return errors;
}

/** Makes the value of the credentials. Empty fields are left out, and a dot in a name leads into an object. */
export function toCredentialsData(kind: string, typed: TypedFields): JsonObject {
  const data: JsonObject = {};
  for (const field of listFormFields(kind)) {
    const value = toFieldValue(field, typed);
    if (value === undefined) continue;
    const [last = '', ...outer] = field.name.split('.').reverse();
    let target = data;
    for (const key of outer.reverse()) {
      target[key] ??= {};
      target = target[key] as JsonObject;
    }
    target[last] = value;
  }
  return data;
}

function toFieldValue(field: CredentialField, typed: TypedFields): unknown {
  if (field.type === 'boolean') return typed[field.name] === true ? true : undefined;
  const text = readText(field, typed);
  if (text === '') return undefined;
  if (field.type === 'port') return Number(text);
  return field.type === 'hosts' ? text.split(/[\s,]+/).filter(Boolean) : text;
}

/** Keys are often copied with a space at an end, where only a password may have one. */
function readText({ name }: CredentialField, typed: TypedFields): string {
  const value = typed[name];
  if (typeof value !== 'string') return '';
  return name === 'password' ? value : value.trim();
}

/** Sorts what the service says into the fields of the form. */
export function toFormErrors(kind: string, issues: readonly { path: string; message: string }[]): FormErrors {
  const names = new Set(listFormFields(kind).map(({ name }) => `data.${name}`));
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) {
    const isOwn = path === 'name' || path === 'credentialsId';
    const name = names.has(path) ? path.slice('data.'.length) : isOwn ? path : 'form';
    errors[name] ??= `${message}.`;
  }
  return errors;
}
