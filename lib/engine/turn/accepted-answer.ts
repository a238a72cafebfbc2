import type { ReadReply } from '#lib/engine/model/block-module.ts';
import type { BlockPosition } from '#lib/engine/model/chat-flow.ts';
import type { Reply } from '#lib/engine/model/chat-protocol.ts';
import { addedParts } from '#lib/engine/model/typed-text.ts';
import { answerKey, MAX_KEPT_ANSWER_CHARS, newestAnswers } from './answer-entry.ts';
import { remember } from './chat-transcript.ts';
import type { Turn } from './turn.ts';

/** A validated answer, together with the reply it came from. */
export type AcceptedAnswer = {
  position: BlockPosition;
  reply: Exclude<Reply, { type: 'command' }> | undefined;
  read: Extract<ReadReply, { status: 'accepted' }>;
};

/** Records an answer in the turn: in the result, in variables and in the bot's state. */
export function takeAcceptedAnswer(turn: Turn, answer: AcceptedAnswer): void {
  addAnswerRow(turn, answer);
  setAnswerVariables(turn, answer);
  rememberAnswer(turn, answer);
}

function addAnswerRow(turn: Turn, { position: { group, block }, reply, read }: AcceptedAnswer): void {
  const { variableId } = readInputOptions(block.options);
  const files = reply?.attachedFileUrls ?? [];
  const { resultId } = turn.frame;
  turn.newAnswers.push({
    ...(resultId !== undefined && { resultId }),
    blockId: block.id,
    groupId: group.id,
    variableId: typeof variableId === 'string' ? variableId : null,
    content: read.content.slice(0, MAX_KEPT_ANSWER_CHARS).toWellFormed(),
    ...(files.length > 0 && { attachedFileUrls: files }),
  });
}

/** Sets the variables that the input stores its attachments, audio and text in. */
function setAnswerVariables(turn: Turn, { position: { block }, reply, read }: AcceptedAnswer): void {
  const { variableId, attachments, audioClip } = readInputOptions(block.options);
  for (const assignment of read.assignments ?? []) turn.set(assignment.variableId, assignment.value);
  const files = reply?.attachedFileUrls ?? [];
  if (attachments?.isEnabled && files.length > 0) {
    const kept = turn.variables.valueOf(attachments.saveVariableId);
    const isList = Array.isArray(kept);
    turn.set(
      attachments.saveVariableId,
      isList ? [...kept, ...files] : files.length === 1 ? files[0] : files,
      {
        typed: addedParts(isList ? turn.variables.typedParts(attachments.saveVariableId) : undefined, files),
      },
    );
  }
  if (audioClip?.isEnabled && reply?.type === 'audio')
    turn.set(audioClip.saveVariableId, reply.url, { typed: true });
  if (reply?.type === 'text') {
    const kept = turn.variables.valueOf(variableId);
    const added = read.isAuthored ? [] : [read.content];
    if (Array.isArray(kept) && read.content !== '') {
      const typed = addedParts(turn.variables.typedParts(variableId), added);
      turn.set(variableId, [...kept, read.content], { typed });
    } else turn.set(variableId, read.content, { typed: addedParts(undefined, added) });
  }
}

/** Keeps the answer for the default body of HTTP requests, for progress and for the transcript. */
function rememberAnswer(turn: Turn, { position, reply, read }: AcceptedAnswer): void {
  const files = reply?.attachedFileUrls ?? [];
  const key = answerKey(position, turn.variables);
  const value = files.length > 0 ? `${files.join(', ')}\n\n${read.content}` : read.content;
  const { frame } = turn;
  frame.answers = newestAnswers([...frame.answers.filter((entry) => entry.key !== key), { key, value }]);
  if (turn.progress) turn.progress.totalAnswers += 1;
  if (turn.transcript) remember(turn.transcript, { role: 'user', text: value });
}

type InputOptions = {
  variableId?: string;
  attachments?: { isEnabled?: boolean; saveVariableId?: string };
  audioClip?: { isEnabled?: boolean; saveVariableId?: string };
};

function readInputOptions(options: unknown): InputOptions {
  return (options ?? {}) as InputOptions;
}
