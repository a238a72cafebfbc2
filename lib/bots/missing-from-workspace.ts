import { lookUpCredentials, MAX_LOOKUPS } from '#lib/platform/credentials/stored-credentials.ts';
import { readRecords } from './credentials/credentials-store.ts';
import type { BotDocument } from './document/bot-document.ts';
import { findLinkedBotIds } from './document/linked-bots.ts';
import { credentialReferences, PROXY_KIND } from './flow/credential-references.ts';
import type { FlowIssue } from './flow/flow-issue.ts';
import { type LinkableBot, readLinkableBots } from './store/draft-store.ts';

/** As many as a single request to the database reads. Real bots link to a handful. */
const MAX_LINKED_BOTS = 100;

/**
 * Lists what a document needs and its workspace lacks: bots that it links to, and credentials. Costs nothing if the
 * document names neither. Only whether they exist, and of which kind, is looked up: no other bot's document is read, and no secret.
 *
 * @param botId the bot's own id, which links may name
 */
export async function findMissingFromWorkspace(
  document: BotDocument,
  { workspaceId, botId }: { workspaceId: string; botId?: string | undefined },
): Promise<FlowIssue[]> {
  const issues = await Promise.all([
    linkIssues(document, workspaceId, botId),
    findCredentialIssues(document, workspaceId),
  ]);
  return issues.flat();
}

async function linkIssues(
  document: BotDocument,
  workspaceId: string,
  ownId: string | undefined,
): Promise<FlowIssue[]> {
  const links = findLinkedBotIds(document).filter(({ botId }) => botId !== ownId);
  const ids = [...new Set(links.map(({ botId }) => botId))];
  const looked = new Set(ids.slice(0, MAX_LINKED_BOTS));
  const bots = await readLinkableBots([...looked]);
  const issues = links.flatMap(({ botId, path }): FlowIssue[] => {
    if (!looked.has(botId)) return [];
    const issue = linkIssue(bots.get(botId), workspaceId);
    return issue ? [{ ...issue, path }] : [];
  });
  return ids.length > MAX_LINKED_BOTS
    ? [...issues, notChecked(`only the first ${MAX_LINKED_BOTS} linked bots were looked up`)]
    : issues;
}

/** Chats find the published copy of a bot of the same workspace. Previews find its draft, too. */
function linkIssue(bot: LinkableBot | undefined, workspaceId: string): Omit<FlowIssue, 'path'> | undefined {
  // Another workspace's bot looks as if it did not exist.
  if (!bot || bot.workspaceId !== workspaceId || bot.isArchived) {
    return {
      severity: 'error',
      code: 'UNKNOWN_BOT',
      message: 'links to a bot that the workspace does not have',
    };
  }
  if (bot.isPublished) return undefined;
  return {
    severity: 'warning',
    code: 'UNPUBLISHED_BOT',
    message: 'links to a bot that is not published: only previews find it',
  };
}

async function findCredentialIssues(document: BotDocument, workspaceId: string): Promise<FlowIssue[]> {
  const references = credentialReferences(document).filter(
    ({ kind }) => kind !== undefined && kind !== PROXY_KIND,
  );
  const ids = references.map(({ credentialsId }) => credentialsId);
  if (ids.length === 0) return [];
  const [{ missing, unknown }, records] = await Promise.all([
    lookUpCredentials(workspaceId, ids),
    // Whoever stores credentials without the API writes no record, so only some kinds are known.
    readRecords(workspaceId),
  ]);
  const kinds = new Map(records.map(({ id, kind }) => [id, kind]));
  const issues = references
    .filter(
      ({ credentialsId, kind }) => missing.has(credentialsId) || (kinds.get(credentialsId) ?? kind) !== kind,
    )
    .map(
      ({ kind, path }): FlowIssue => ({
        severity: 'warning',
        code: 'CREDENTIALS_NOT_STORED',
        path,
        message: `the workspace has no credentials of the kind ${kind} with this id`,
      }),
    );
  return unknown === undefined ? issues : [...issues, notChecked(UNKNOWN[unknown])];
}

const UNKNOWN = {
  'no place': 'whether credentials are stored is unknown: the service has no place for them',
  'no response': 'whether credentials are stored could not be found out; please try again',
  'too many': `only the first ${MAX_LOOKUPS} credentials were looked up`,
};

function notChecked(message: string): FlowIssue {
  return { severity: 'info', code: 'NOT_CHECKED', path: 'bot.groups', message };
}
