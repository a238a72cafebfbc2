import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { isSameSignature, signV4 } from './s3-signature.ts';

/*
 * Takes a form that a browser posts, as S3 does: it reads the fields up to the file, and checks the policy's signature,
 * its expiry and its conditions.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */

/** Limit of S3 for one field. */
const MAX_FIELD_BYTES = 20 * 1_024;

/** All fields together. A form of this service has ten, with 2 KB. */
const MAX_FIELDS_BYTES = 64 * 1_024;

const PARSER_LIMITS = {
  fieldSize: MAX_FIELD_BYTES,
  fields: 100,
  files: 1,
  headerPairs: 20,
  headerSize: 8 * 1_024,
};

export type FormFields = ReadonlyMap<string, string>;

/** A form up to its file, which is still arriving. */
export type PostedForm = { fields: FormFields; file: Readable };

/** A condition of a policy. Names of fields begin with `$`. */
type Condition =
  | Record<string, string>
  | [operator: 'eq' | 'starts-with', field: string, value: string]
  | SizeRange;

type SizeRange = [operator: 'content-length-range', from: number, to: number];

type Policy = { expiration: string; conditions: Condition[] };

/** Fields that a policy need not mention. */
const FREE_FIELDS = new Set(['policy', 'x-amz-signature']);

export function isForm({ method, headers }: IncomingMessage): boolean {
  return method === 'POST' && headers['content-type']?.startsWith('multipart/form-data') === true;
}

/**
 * Reads a form up to its file, so that nothing of a file is kept before its form is checked.
 *
 * @returns undefined if the form is malformed, or has no file
 */
export function openForm(request: IncomingMessage): Promise<PostedForm | undefined> {
  const parser = createParser(request);
  if (!parser) return Promise.resolve(undefined);
  const fields = new Map<string, string>();
  let bytes = 0;
  return new Promise((resolve) => {
    const giveUp = () => {
      request.unpipe(parser);
      resolve(undefined);
    };
    let leave: () => void = giveUp;
    parser.on('field', (name, value, _isNameCut, isValueCut) => {
      bytes += Buffer.byteLength(name) + Buffer.byteLength(value);
      if (isValueCut || bytes > MAX_FIELDS_BYTES) giveUp();
      else fields.set(name.toLowerCase(), value);
    });
    parser.on('file', (name, file) => {
      // Node ends the process if nobody listens to a stream's error. Whoever reads the file gets it as well.
      file.on('error', giveUp);
      leave = () => file.destroy(new Error('The client has disconnected'));
      if (name !== 'file') return giveUp();
      resolve({ fields, file });
    });
    parser.on('fieldsLimit', giveUp).on('error', giveUp).on('finish', giveUp);
    // The parser does not notice that the client has disconnected.
    request.once('close', () => request.complete || leave());
    request.pipe(parser);
  });
}

/** Undefined if the request does not say what separates the fields. */
function createParser({ headers }: IncomingMessage): BusboyInstance | undefined {
  const type = headers['content-type'] ?? '';
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: PARSER_LIMITS,
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    });
  } catch {
    return undefined;
  }
}

export type FormRefusal = { status: number; code: string };

const ACCESS_DENIED: FormRefusal = { status: 403, code: 'AccessDenied' };

/** Sizes that a form's policy allows, in bytes. */
export type AllowedSize = { from: number; to: number };

/** Returns the size that the file may have, or the error with which S3 refuses the form. */
export function checkForm(
  fields: FormFields,
  bucket: string,
  secretKey: string,
  now = new Date(),
): AllowedSize | FormRefusal {
  if (!isSignedByUs(fields, secretKey)) return { status: 403, code: 'SignatureDoesNotMatch' };
  const encoded = getField(fields, 'policy');
  const { expiration, conditions } = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')) as Policy;
  if (!(now < new Date(expiration))) return ACCESS_DENIED;
  const ranges = conditions.filter(isSizeRange);
  const others = conditions.flatMap((condition) => (isSizeRange(condition) ? [] : [toComparison(condition)]));
  const isAllowed = others.every((comparison) => isMet(fields, bucket, comparison));
  if (!isAllowed || !areAllMentioned(fields, others)) return ACCESS_DENIED;
  return {
    from: Math.max(0, ...ranges.map(([, from]) => from)),
    to: Math.min(Number.POSITIVE_INFINITY, ...ranges.map(([, , to]) => to)),
  };
}

function areAllMentioned(fields: FormFields, comparisons: Comparison[]): boolean {
  const mentioned = new Set(comparisons.map(({ name }) => name.toLowerCase()));
  return [...fields.keys()].every((name) => FREE_FIELDS.has(name) || mentioned.has(name));
}

function isSignedByUs(fields: FormFields, secretKey: string): boolean {
  const [, ...scope] = getField(fields, 'x-amz-credential').split('/');
  if (scope.length !== 4) return false;
  const signature = signV4(scope, getField(fields, 'policy'), secretKey);
  return isSameSignature(signature, getField(fields, 'x-amz-signature'));
}

function getField(fields: FormFields, name: string): string {
  return fields.get(name.toLowerCase()) ?? '';
}

function isSizeRange(condition: Condition): condition is SizeRange {
  return Array.isArray(condition) && condition[0] === 'content-length-range';
}

function isMet(fields: FormFields, bucket: string, { operator, name, wanted }: Comparison): boolean {
  const value = name === 'bucket' ? bucket : getField(fields, name);
  return operator === 'eq' ? value === wanted : value.startsWith(wanted);
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
