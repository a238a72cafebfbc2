import type { IncomingHttpHeaders } from 'node:http';
import { isSameSignature, signV4 } from './s3-signature.ts';

/*
 * Takes a form that a browser posts, as S3 does: it reads the fields up to the file, and checks the policy's signature,
 * its expiry and its conditions.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */

export type PostedForm = { fields: ReadonlyMap<string, string>; file: File };

/** A condition of a policy. Names of fields begin with `$`. */
type Condition =
  | Record<string, string>
  | [operator: 'eq' | 'starts-with', field: string, value: string]
  | SizeRange;

type SizeRange = [operator: 'content-length-range', from: number, to: number];

type Policy = { expiration: string; conditions: Condition[] };

/** Fields that a policy need not mention. */
const FREE_FIELDS = new Set(['policy', 'x-amz-signature']);

/** Returns the form that a request has as its body. Undefined if it has none, or one without a file. */
export async function readForm(
  headers: IncomingHttpHeaders,
  body: Buffer<ArrayBuffer>,
): Promise<PostedForm | undefined> {
  const type = headers['content-type'];
  if (!type?.startsWith('multipart/form-data')) return undefined;
  const fields = new Map<string, string>();
  const form = await new Response(body, { headers: { 'content-type': type } }).formData();
  for (const [name, value] of form) {
    if (value instanceof File) return name === 'file' ? { fields, file: value } : undefined;
    fields.set(name.toLowerCase(), value);
  }
  return undefined;
}

type Refusal = { status: number; code: string };

const ACCESS_DENIED: Refusal = { status: 403, code: 'AccessDenied' };

/** Returns the error code with which S3 refuses the form. Undefined if it takes it. */
export function getRefusal(
  form: PostedForm,
  bucket: string,
  secretKey: string,
  now = new Date(),
): Refusal | undefined {
  if (!isSignedByUs(form, secretKey)) return { status: 403, code: 'SignatureDoesNotMatch' };
  const encoded = getField(form, 'policy');
  const { expiration, conditions } = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')) as Policy;
  if (!(now < new Date(expiration))) return ACCESS_DENIED;
  for (const condition of conditions) {
    const refusal = isSizeRange(condition)
      ? checkSize(form.file, condition)
      : checkField(form, bucket, toComparison(condition));
    if (refusal) return refusal;
  }
  return areAllMentioned(form, conditions) ? undefined : ACCESS_DENIED;
}

function areAllMentioned({ fields }: PostedForm, conditions: Condition[]): boolean {
  const mentioned = conditions.flatMap((condition) =>
    isSizeRange(condition) ? [] : [toComparison(condition).name.toLowerCase()],
  );
  return [...fields.keys()].every((name) => FREE_FIELDS.has(name) || mentioned.includes(name));
}

function isSignedByUs(form: PostedForm, secretKey: string): boolean {
  const [, ...scope] = getField(form, 'x-amz-credential').split('/');
  if (scope.length !== 4) return false;
  const signature = signV4(scope, getField(form, 'policy'), secretKey);
  return isSameSignature(signature, getField(form, 'x-amz-signature'));
}

function getField({ fields }: PostedForm, name: string): string {
  return fields.get(name.toLowerCase()) ?? '';
}

function isSizeRange(condition: Condition): condition is SizeRange {
  return Array.isArray(condition) && condition[0] === 'content-length-range';
}

function checkSize({ size }: File, [, from, to]: SizeRange): Refusal | undefined {
  if (size < from) return { status: 400, code: 'EntityTooSmall' };
  return size > to ? { status: 400, code: 'EntityTooLarge' } : undefined;
}

function checkField(form: PostedForm, bucket: string, comparison: Comparison): Refusal | undefined {
  const { operator, name, wanted } = comparison;
  const value = name === 'bucket' ? bucket : getField(form, name);
  const isMet = operator === 'eq' ? value === wanted : value.startsWith(wanted);
  return isMet ? undefined : ACCESS_DENIED;
}

type Comparison = { operator: 'eq' | 'starts-with'; name: string; wanted: string };

function toComparison(condition: Exclude<Condition, SizeRange>): Comparison {
  if (!Array.isArray(condition)) {
    const [[name = '', wanted = ''] = []] = Object.entries(condition);
    return { operator: 'eq', name, wanted };
  }
  const [operator, name, wanted] = condition;
  return { operator, name: name.replace(/^\$/, ''), wanted };
}
