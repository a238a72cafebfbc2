import {
  CREDENTIAL_KINDS,
  type CredentialField,
  findMissingFields,
} from '#lib/bots/document/credential-kinds.ts';
import { type Issue, MAX_ISSUES, ServiceError } from '#lib/platform/errors/service-error.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** https://docs.aws.amazon.com/secretsmanager/latest/userguide/reference_limits.html */
const MAX_SECRET_BYTES = 65_536;
const MAX_TEXT_CHARS = 10_000;
const MAX_HOSTS = 50;

/**
 * Checks the fields of credentials. Messages name fields of the kind only: whatever else was sent may be secret, even the
 * name of a field.
 *
 * @param kind a key of `CREDENTIAL_KINDS`
 * @throws BAD_REQUEST with the path of each wrong field, PAYLOAD_TOO_LARGE if the value is larger than a secret can be
 */
export function checkCredentialFields(kind: string, data: JsonObject): void {
  const actualBytes = Buffer.byteLength(JSON.stringify(data));
  if (actualBytes > MAX_SECRET_BYTES) {
    throw new ServiceError('PAYLOAD_TOO_LARGE', `Credentials have at most ${MAX_SECRET_BYTES} bytes`, {
      limitBytes: MAX_SECRET_BYTES,
      actualBytes,
    });
  }
  const known = CREDENTIAL_KINDS.get(kind);
  if (!known) throw new Error('Tried to check credentials of an unknown kind');
  const fields = new Map(known.fields.map((field) => [field.name, field]));
  const wrong = findWrongFields(data, fields);
  const missing = findMissingFields(known, data)
    .filter((name) => !wrong.some(({ path }) => path === `data.${name}`))
    .map((name): Issue => ({ path: `data.${name}`, message: 'Missing or empty' }));
  const issues = [...wrong, ...missing];
  if (issues.length === 0 && Object.keys(data).length === 0) {
    issues.push({ path: 'data', message: `Has no field. ${listFields(known.fields)}` });
  }
  const [first] = issues;
  if (first) {
    throw new ServiceError('BAD_REQUEST', `${first.path}: ${first.message}`, {
      issues: issues.slice(0, MAX_ISSUES),
    });
  }
}

function findWrongFields(
  data: JsonObject,
  fields: ReadonlyMap<string, CredentialField>,
  prefix = '',
): Issue[] {
  const issues: Issue[] = [];
  let hasUnknown = false;
  for (const [key, value] of Object.entries(data)) {
    const name = `${prefix}${key}`;
    const field = fields.get(name);
    const isOuter = [...fields.keys()].some((one) => one.startsWith(`${name}.`));
    if (field) {
      const message = describeProblem(field, value);
      if (message !== undefined) issues.push({ path: `data.${name}`, message });
    } else if (isOuter && isJsonObject(value)) {
      issues.push(...findWrongFields(value, fields, `${name}.`));
    } else if (isOuter) {
      issues.push({ path: `data.${name}`, message: 'Must be an object' });
    } else {
      hasUnknown = true;
    }
  }
  if (hasUnknown) {
    const own = [...fields.values()].filter((field) => field.name.startsWith(prefix));
    const path = ['data', ...prefix.split('.').filter(Boolean)].join('.');
    issues.push({ path, message: `Has a field that these credentials do not have. ${listFields(own)}` });
  }
  return issues;
}

function listFields(fields: readonly CredentialField[]): string {
  return `Fields: ${fields.map(({ name }) => name).join(', ')}`;
}

/** Returns undefined if the value is fine. */
function describeProblem({ type = 'text' }: CredentialField, value: unknown): string | undefined {
  return CHECKS[type](value) ? undefined : RULES[type];
}

type FieldType = NonNullable<CredentialField['type']>;

const RULES: Record<FieldType, string> = {
  text: `Must be text of at most ${MAX_TEXT_CHARS} characters`,
  url: 'Must be an address that begins with https:// or http://, without a user or password',
  boolean: 'Must be true or false',
  port: 'Must be a whole number from 1 to 65535',
  hosts: `Must be a list of at most ${MAX_HOSTS} hosts, such as llm.example.com or *.llm.example.com`,
};

const CHECKS: Record<FieldType, (value: unknown) => boolean> = {
  text: isText,
  url: (value) => isText(value) && (value === '' || isAddress(value)),
  boolean: (value) => typeof value === 'boolean',
  port: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535,
  hosts: (value) => Array.isArray(value) && value.length <= MAX_HOSTS && value.every(isHostPattern),
};

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TEXT_CHARS && value.isWellFormed();
}

function isAddress(text: string): boolean {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '';
}

/** A host with an optional port, or `*.` and a suffix: see `lib/engine/services/credential-hosts.ts`. */
function isHostPattern(value: unknown): boolean {
  if (!isText(value) || !/^(\*\.)?[^\s/@?#\\*]+$/.test(value)) return false;
  return URL.canParse(`https://${value.replace(/^\*\./, '')}`);
}
