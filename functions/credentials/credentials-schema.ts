import * as z from 'zod';
import { CREDENTIALS_STATES, type CredentialsRecord } from '#lib/bots/credentials/credentials-record.ts';
import { CREDENTIAL_KINDS } from '#lib/bots/document/credential-kinds.ts';
import { once } from '#lib/platform/validation/once.ts';

export const credentialsKind = once(() => z.enum([...CREDENTIAL_KINDS.keys()]));

/** Stored credentials as responses have them: without their value. */
export const storedCredentials = once(() =>
  z.object({
    id: z.string(),
    kind: z.string(),
    name: z.string().nullable(),
    state: z.enum(CREDENTIALS_STATES),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  }),
);

export function presentCredentials(record: CredentialsRecord) {
  const { id, kind, name, state, createdAt, updatedAt } = record;
  return { id, kind, name: name ?? null, state, createdAt, updatedAt };
}
