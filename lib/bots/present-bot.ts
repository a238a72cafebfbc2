import type { ResultsTablePreferences } from './document/bot-document.ts';
import type { Bot, BotHead } from './document/bot-head.ts';
import type { BotVersion } from './document/bot-version.ts';

/** Returns the bot as the API presents it, with every field of the interface; fields without a value are null. */
export function presentBot({ head, document }: Bot) {
  return {
    icon: null as string | null,
    folderId: null as string | null,
    selectedThemeTemplateId: null as string | null,
    resultsTablePreferences: null as ResultsTablePreferences | null,
    whatsAppCredentialsId: null as string | null,
    riskLevel: null as number | null,
    ...document,
    version: document.version as BotVersion,
    id: head.id,
    workspaceId: head.workspaceId,
    publicId: head.publicId,
    customDomain: head.customDomain,
    createdAt: head.createdAt,
    updatedAt: head.updatedAt,
    isArchived: head.isArchived,
    isClosed: head.isClosed,
    webhookReplies: head.webhookReplies,
  };
}

/** Returns a strong ETag, which changes if and only if the draft changes. */
export function formatEtag(head: BotHead): string {
  return `"${head.revision}"`;
}
