import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { EditOperation } from '#lib/bots/editing/operation.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import type { EdgeSource, Selection } from './edited-parts.ts';

/** A connection that was drawn in the picture: to a group, to a block in it, or to where a new group goes, in the picture's units. */
export type DrawnConnection = {
  from: EdgeSource;
  to: { groupId: string; blockId?: string } | { at: { x: number; y: number } };
};

/** Distance by which a group was moved in the picture, in the picture's units. */
export type GroupMove = { groupId: string; dx: number; dy: number };

/** State and actions that the parts of the editor share. */
export type Editor = {
  document: BotDocument;
  /** Issues of the document, from the check. */
  issues: readonly FlowIssue[];
  /** Whether it has been checked yet. */
  isChecked: boolean;
  /** Returns the document with edits that are not on screen yet. */
  read: () => BotDocument;
  /** Edits the draft. A message says so if the edit no longer applies. */
  edit: (operations: readonly EditOperation[]) => void;
  select: (selection: Selection) => void;
  newId: () => string;
};

export const EditorContext = createContext<Editor | undefined>(undefined);

/** @throws Error outside of the editor */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('Not inside of the editor');
  return editor;
}
