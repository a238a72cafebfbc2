import type * as z from 'zod';
import type { IntegrationType } from '#lib/blocks/block-type.ts';
import type { ActionModule, BlockContext, Outcome } from '#lib/engine/model/block-module.ts';
import { readOptions } from '#lib/engine/model/block-options.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import { blockCredentials } from '#lib/engine/services/block-credentials.ts';
import { BlockError } from '#lib/engine/services/service-request.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/*
 * Shared behavior of action blocks: run the selected action with the workspace's credentials. Failures are
 * logged and never stop the flow.
 *
 * Sessions with `isStreamEnabled` get no special treatment. Such clients only stream an answer when a
 * `stream` action tells them to. No action here does, so they get the whole answer in the message that shows
 * its variable. (A Lambda function behind API Gateway sends a single response, so there is nothing to stream
 * from.)
 */

/** Arguments of an action besides its options. */
export type ActionRun = { block: ChatBlock; context: BlockContext; credentials: JsonObject };

export type BlockAction<O> = {
  /** Log context: what the action was doing when it failed. */
  doing?: string;
  /** @throws BlockError, which is logged */
  run(options: O, run: ActionRun): Outcome | undefined | Promise<Outcome | undefined>;
};

export type ActionBlock<S extends z.ZodRawShape> = {
  /** The block's description. If it names a kind of credentials, an action runs only with some. */
  about: IntegrationType;
  /** Combined options of all actions. */
  options: () => z.ZodObject<S>;
  /** Actions by name, as stored in documents. */
  actions: Readonly<Record<string, BlockAction<z.output<z.ZodObject<S>>>>>;
  resume?: ActionModule['resume'];
};

export function actionBlock<S extends z.ZodRawShape>(definition: ActionBlock<S>): ActionModule {
  const { about, options: schema, actions, resume } = definition;
  const { type, credentialsKind } = about;
  return {
    kind: 'integration',
    type,
    async run(block, context) {
      const name = isJsonObject(block.options) ? block.options.action : undefined;
      const action = typeof name === 'string' && Object.hasOwn(actions, name) ? actions[name] : undefined;
      if (!action) {
        context.log({ description: `${type} is not configured` });
        return {};
      }
      try {
        const credentials =
          credentialsKind === undefined ? {} : await blockCredentials(block, context, about);
        if (!credentials) {
          context.log({ status: 'error', description: `Could not find credentials for block ${type}` });
          return {};
        }
        const options = readOptions(schema(), renderedOptions(block.options, context));
        return (await action.run(options, { block, context, credentials })) ?? {};
      } catch (error) {
        logBlockFailure(error, action.doing, context);
        return {};
      }
    },
    ...(resume && { resume }),
  };
}

/**
 * Logs a BlockError.
 * @throws any other error
 */
export function logBlockFailure(
  error: unknown,
  doing: string | undefined,
  context: Pick<BlockContext, 'log'>,
): void {
  if (!(error instanceof BlockError)) throw error;
  context.log({
    status: 'error',
    description: error.message,
    ...(error.details !== undefined && { details: error.details, hasPrivateDetails: true }),
    ...(doing !== undefined && { context: doing }),
  });
}

/**
 * Returns a field of the credentials.
 * @throws BlockError if it is missing
 */
export function requiredSecret(
  credentials: JsonObject,
  name: string,
  missing = 'No API key provided',
): string {
  const value = optionalSecret(credentials, name);
  if (value === undefined) throw new BlockError(missing);
  return value;
}

export function optionalSecret(credentials: JsonObject, name: string): string | undefined {
  const value = credentials[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** @throws BlockError */
export function required<T>(value: T | undefined, missing: string): T {
  if (value === undefined) throw new BlockError(missing);
  return value;
}

/**
 * Renders the options and drops those that end up empty. Code is not rendered, and gets its variables as
 * values when it runs. (Deviation: Typebot pastes values into code as text, so a respondent could
 * inject code.)
 */
export function renderedOptions(options: unknown, { renderAll }: Pick<BlockContext, 'renderAll'>): unknown {
  return withoutEmptyTexts(renderAll(withCodeSetAside(options)), options);
}

function withCodeSetAside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withCodeSetAside);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, key === 'code' ? undefined : withCodeSetAside(entry)]),
  );
}

function withoutEmptyTexts(value: unknown, source: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((entry, index) =>
      withoutEmptyTexts(entry, Array.isArray(source) ? source[index] : undefined),
    );
  }
  if (!isJsonObject(value)) return value;
  const original = isJsonObject(source) ? source : {};
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, entry]) => [key, key === 'code' ? original[key] : withoutEmptyTexts(entry, original[key])])
      .filter(([, entry]) => entry !== ''),
  );
}

/** Parses a numeric option, which may be a string with a decimal comma. */
export function toNumber(value: string | number | undefined): number | undefined {
  const number = typeof value === 'string' ? Number.parseFloat(value.replace(',', '.')) : value;
  return Number.isFinite(number) ? number : undefined;
}
