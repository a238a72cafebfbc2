import { getBlockType, needsCredentials } from '#lib/blocks/block-types.ts';
import { isInputBlock } from '#lib/blocks/input-types.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { getBlocks } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** Options that hold the URL a block sends its credentials to. */
const ADDRESS_FIELDS = ['baseUrl', 'apiEndpoint'];

const VARIABLE = /\{\{(?!=)([^{}]+)\}\}/g;

/**
 * Finds variables that determine the recipient of a mail or of a credential, that callers can set when they
 * start a chat, and that no input fills. The author probably expects these to be constant. Variables filled
 * by an input are controlled by the respondent anyway.
 */
export function targetsOpenToPrefilling(document: BotDocument): FlowIssue[] {
  const names = namesOpenToPrefilling(document);
  if (names.size === 0) return [];
  return getBlocks(document).flatMap(({ block, path }) => {
    const options = isJsonObject(block.options) ? block.options : {};
    return getFields(block).flatMap((field): FlowIssue[] => {
      const texts = [options[field]].flat().filter((text) => typeof text === 'string');
      const isOpen = texts.some((text) =>
        [...text.matchAll(VARIABLE)].some(([, name = '']) => names.has(name)),
      );
      if (!isOpen) return [];
      const what = getBlockType(block)?.recipientOptions ? 'a mail goes' : 'credentials go';
      return [
        {
          severity: 'warning',
          code: 'OPEN_TO_PREFILLING',
          path: `${path}.options.${field}`,
          message: `anyone who starts a chat can set where ${what}; use settings.security.prefillableVariables to restrict this`,
        },
      ];
    });
  });
}

function getFields(block: JsonObject): readonly string[] {
  const type = getBlockType(block);
  return type?.recipientOptions ?? (needsCredentials(type) ? ADDRESS_FIELDS : []);
}

function namesOpenToPrefilling(document: BotDocument): Set<string> {
  const security = isJsonObject(document.settings) ? document.settings.security : undefined;
  const listed = isJsonObject(security) ? security.prefillableVariables : undefined;
  const asked = new Set<unknown>(
    getBlocks(document)
      .filter(({ block }) => isInputBlock(block))
      .map(({ block }) => (isJsonObject(block.options) ? block.options.variableId : undefined)),
  );
  return new Set(
    document.variables
      .filter(({ id, name }) => !asked.has(id) && (!Array.isArray(listed) || listed.includes(name)))
      .map(({ name }) => name),
  );
}
