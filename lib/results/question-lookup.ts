import { isInputBlock } from '#lib/blocks/input-types.ts';
import type { BotFlow, Group } from '#lib/bots/document/bot-document.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { type Block, getGroupBlocks } from './flow-blocks.ts';

/** An input, with where it is and the variable that its options name. */
export type Question<Flow> = { flow: Flow; group: Group; block: Block; variableId: string | undefined };

type AnsweredBlock = { blockId: string; variableId: string | null };

/**
 * Finds the question of an answer among those of several flows. Copies of a bot can have the same block ids: then the
 * question with the answer's variable is meant, or else the first one.
 */
export class QuestionLookup<Flow> {
  readonly #questions = new Map<string, Question<Flow>[]>();

  constructor(questions: readonly Question<Flow>[]) {
    for (const question of questions) {
      const others = this.#questions.get(question.block.id);
      if (others) others.push(question);
      else this.#questions.set(question.block.id, [question]);
    }
  }

  find({ blockId, variableId }: AnsweredBlock): Question<Flow> | undefined {
    const questions = this.#questions.get(blockId) ?? [];
    return questions.find((question) => (question.variableId ?? null) === variableId) ?? questions[0];
  }
}

/** Returns the inputs of a flow in their order. */
export function findQuestions<Flow extends Pick<BotFlow, 'groups'>>(flow: Flow): Question<Flow>[] {
  return flow.groups.flatMap((group) =>
    getGroupBlocks(group)
      .filter(isInputBlock)
      .map((block) => {
        const variableId = isJsonObject(block.options) ? block.options.variableId : undefined;
        return {
          flow,
          group,
          block,
          variableId: typeof variableId === 'string' ? variableId : undefined,
        };
      }),
  );
}
