import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID, CURSOR, TOKEN_ID, UPDATED_AT, WORKSPACE_ID } from '#functions/example-data.ts';
import { listPage } from '#functions/list-page.ts';
import { AUDIT_ACTIONS } from '#lib/platform/audit/audit-actions.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';

export const listAuditEntriesContract = defineEndpoint({
  id: 'list-audit-entries',
  method: 'GET',
  path: '/v1/workspaces/{workspaceId}/audit',
  api: 'management',
  auth: 'bearer',
  role: 'admin',
  summary: 'List the changes in a workspace',
  description:
    'Returns a page of the audit trail, newest first: who changed what, when and from where. `action` is the ' +
    'operation, as named in this document. `actor` is the token that was used, or the operator. `botId` selects ' +
    'the changes of one bot. The last page has no `nextCursor`; a page may have fewer entries than `limit`. ' +
    'Entries hold only ids, names of domains and kinds of operations, appear within seconds, and are kept for a year unless the operator decides otherwise.',
  request: {
    params: z.object({ workspaceId: z.string() }),
    query: z.object({ botId: z.string().optional(), ...listPage }),
  },
  response: () =>
    z.object({
      entries: z.array(
        z.object({
          id: z.string(),
          at: z.iso.datetime({ offset: true }),
          action: z.enum(AUDIT_ACTIONS),
          actor: z.object({
            type: z.enum(['token', 'operator']),
            tokenId: z.string().nullable(),
            tokenName: z.string().nullable(),
          }),
          sourceIp: z.string().nullable(),
          botId: z.string().nullable(),
          /** The release that was published, kept or restored. */
          release: z.int().min(1).nullable(),
          /** The operations of an `editBot`. */
          edits: z
            .object({ counts: z.record(z.string(), z.int().min(1)), ids: z.array(z.string()) })
            .nullable(),
          /** The result that was deleted, if only one was. */
          resultId: z.string().nullable(),
          /** The token that was created or revoked. */
          tokenId: z.string().nullable(),
          /** The invitation that was created, revoked or accepted. */
          invitationId: z.string().nullable(),
          /** The custom domain that was registered or deleted. */
          domain: z.string().nullable(),
          /** The credentials that were put or deleted. */
          credentialsId: z.string().nullable(),
          credentialsKind: z.string().nullable(),
          /** The file that an author may upload, as in its address. */
          fileId: z.string().nullable(),
          /** The folder that was created, changed or deleted. With a bot: the deleted folder that it was in. */
          folderId: z.string().nullable(),
          /** The job that was started or cancelled. The job's own work has no entries. */
          jobId: z.string().nullable(),
          jobKind: z.string().nullable(),
        }),
      ),
      nextCursor: z.string().optional(),
    }),
  errors: [],
  table: { reads: ['AUDIT'] },
  memoryMb: 512,
  timeoutSeconds: 15,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { workspaceId: WORKSPACE_ID },
      query: { limit: '1' },
      response: {
        entries: [
          {
            id: 'ckx8v1p2q0000xyz',
            at: UPDATED_AT,
            action: 'publishBot',
            actor: { type: 'token', tokenId: TOKEN_ID, tokenName: 'CI' },
            sourceIp: '192.0.2.1',
            botId: BOT_ID,
            release: 2,
            edits: null,
            resultId: null,
            tokenId: null,
            invitationId: null,
            domain: null,
            credentialsId: null,
            credentialsKind: null,
            fileId: null,
            folderId: null,
            jobId: null,
            jobKind: null,
          },
        ],
        nextCursor: CURSOR,
      },
    },
  };
}
