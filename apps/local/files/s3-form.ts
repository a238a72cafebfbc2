import type { IncomingHttpHeaders } from 'node:http';
import { isSameSignature, signV4 } from './s3-signature.ts';

/*
 * What S3 does with a form that a browser posts: it reads the fields up to the file, and checks the policy's signature,
 * its expiry and its conditions.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */

export type PostedForm = { fields: ReadonlyMap<string, string>; file: File };

/** A condition of a policy. Names of fields begin with `$`. */
type Condition =
  | Record<string, string>
  | [operator: 'eq' | 'starts-with', field: string, value: string]
  | [operator: 'content-length-range', from: number, to: number];

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

/** Returns the error code with which S3 refuses the form. Undefined if it takes it. */
export function getRefusal(
  { fields, file }: PostedForm,
  bucket: string,
  secretKey: string,
  now = new Date(),
): { status: number; code: string } | undefined {
  const field = (name: string) => (name === 'bucket' ? bucket : fields.get(name.toLowerCase()));
  const encoded = field('policy') ?? '';
  const [, ...scope] = (field('x-amz-credential') ?? '').split('/');
  const isOurs =
    scope.length === 4 && isSameSignature(signV4(scope, encoded, secretKey), field('x-amz-signature') ?? '');
  if (!isOurs) return { status: 403, code: 'SignatureDoesNotMatch' };
  const { expiration, conditions } = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')) as Policy;
  if (!(now < new Date(expiration))) return { status: 403, code: 'AccessDenied' };
  const mentioned = new Set(FREE_FIELDS);
  for (const condition of conditions) {
    if (Array.isArray(condition) && condition[0] === 'content-length-range') {
      const [, from, to] = condition;
      if (file.size < from) return { status: 400, code: 'EntityTooSmall' };
      if (file.size > to) return { status: 400, code: 'EntityTooLarge' };
      continue;
    }
    const [operator, name, wanted] = toComparison(condition);
    const value = field(name) ?? '';
    mentioned.add(name.toLowerCase());
    if (!(operator === 'eq' ? value === wanted : value.startsWith(wanted))) {
      return { status: 403, code: 'AccessDenied' };
    }
  }
  return [...fields.keys()].every((name) => mentioned.has(name))
    ? undefined
    : { status: 403, code: 'AccessDenied' };
}

function toComparison(condition: Condition): ['eq' | 'starts-with', name: string, value: string] {
  if (!Array.isArray(condition)) {
    const [[name = '', value = ''] = []] = Object.entries(condition);
    return ['eq', name, value];
  }
  const [operator, name, value] = condition as ['eq' | 'starts-with', string, string];
  return [operator, name.replace(/^\$/, ''), value];
}
