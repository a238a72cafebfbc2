import { expect, it } from 'vitest';
import { type AuditEntry, describeAction } from '#apps/console/workspace/describe-action.ts';

const ENTRY: AuditEntry = {
  id: 'c',
  at: '2026-03-04T16:40:12.345Z',
  action: 'editBot',
  actor: { type: 'operator', tokenId: null, tokenName: null },
  sourceIp: null,
  botId: 'b',
  release: null,
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
};

it.each([
  [null, null, 'Edited the bot'],
  [{ addGroup: 1, changeBlock: 2 }, null, 'Edited the bot (add group, 2 × change block)'],
  [{ addGroup: 1 }, 3, 'Edited the bot (add group), after keeping release 3'],
])('says which operations edited a bot: %o, %s', (counts, release, words) => {
  const edits = counts && { counts, ids: ['g'] };
  expect(describeAction({ ...ENTRY, edits, release })).toBe(words);
});
