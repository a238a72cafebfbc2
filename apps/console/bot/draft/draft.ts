import { type ReadonlySignal, signal } from '@preact/signals';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { invertOperations } from '#lib/bots/editing/invert-operations.ts';
import type { EditOperation } from '#lib/bots/editing/operation.ts';
import {
  addOperations,
  applyOnto,
  confirmSent,
  createDraftState,
  type DraftState,
  dropLatest,
  type EditCollision,
  findCollisions,
  replaceCurrent,
  returnSent,
  startSending,
} from './draft-state.ts';

/** Least time between two requests while somebody edits. */
const SAVE_INTERVAL_MS = 2_000;
/** Waits this long after the first edit, so that what belongs together is sent together. */
const SAVE_DELAY_MS = 600;
const MAX_UNDO_STEPS = 200;

export type SaveStatus =
  | { status: 'saved' }
  | { status: 'waiting' }
  | { status: 'saving' }
  | { status: 'failed'; error: unknown };

export type DraftView = {
  document: BotDocument;
  save: SaveStatus;
  /** Edits that somebody else's change stands in the way of. The document shows the other's values. */
  collisions: readonly EditCollision[];
  canUndo: boolean;
  canRedo: boolean;
  /** Operations that the service has not taken yet. */
  unsent: readonly EditOperation[];
};

/** The service, as far as a draft needs it. */
export type DraftService = {
  /** Applies the operations. Returns 'conflict' if another value is there than an operation replaces. */
  send: (operations: readonly EditOperation[]) => Promise<'applied' | 'conflict'>;
  /** Reads the draft as it is now. */
  read: () => Promise<BotDocument>;
  /** Called with the document that the service has after a request. */
  onSaved: (document: BotDocument) => void;
};

export type Draft = {
  view: ReadonlySignal<DraftView>;
  /** Returns false if the operations do not apply, because the document has changed in the meantime. */
  edit: (operations: readonly EditOperation[]) => boolean;
  undo: () => void;
  redo: () => void;
  /** Sends what waits, without waiting any longer. */
  saveNow: () => void;
  /** Puts the person's value over that of somebody else, or leaves the other's. */
  settle: (collision: EditCollision, choice: 'mine' | 'theirs') => void;
  /** Edits again what could not be sent earlier. What no longer applies becomes a collision. */
  editAgain: (operations: readonly EditOperation[]) => void;
  /**
   * Takes over a document that the service has, with the unsent edits on top. Returns false while edits are being sent, as
   * the document may or may not have them.
   */
  takeOver: (saved: BotDocument) => boolean;
};

/** One step of undo. */
type Step = {
  operations: readonly EditOperation[];
  /** Operations that take it back. */
  inverse: readonly EditOperation[];
};

/** Opens a draft for editing: every edit shows at once, and is sent with others a little later. */
export function createDraft(opened: BotDocument, service: DraftService): Draft {
  let state: DraftState = createDraftState(opened);
  let save: SaveStatus = { status: 'saved' };
  let collisions: readonly EditCollision[] = [];
  let undoSteps: readonly Step[] = [];
  let redoSteps: readonly Step[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastSentAtMs = 0;
  const view = signal(toView());

  function toView(): DraftView {
    const { document, sending, waiting } = state;
    return {
      document,
      save,
      collisions,
      canUndo: undoSteps.length > 0,
      canRedo: redoSteps.length > 0,
      unsent: [...sending, ...waiting],
    };
  }
  const show = () => {
    view.value = toView();
  };

  const schedule = () => {
    if (save.status === 'saving') return;
    if (state.waiting.length === 0) {
      save = { status: 'saved' };
      return;
    }
    if (timer !== undefined && save.status === 'waiting') return;
    save = { status: 'waiting' };
    clearTimeout(timer);
    timer = setTimeout(
      () => void send(),
      Math.max(SAVE_DELAY_MS, lastSentAtMs + SAVE_INTERVAL_MS - Date.now()),
    );
  };

  const send = async () => {
    clearTimeout(timer);
    timer = undefined;
    if (save.status === 'saving' || state.waiting.length === 0) return;
    state = startSending(state);
    save = { status: 'saving' };
    lastSentAtMs = Date.now();
    show();
    try {
      const outcome = await service.send(state.sending);
      if (outcome === 'conflict') {
        const rebased = applyOnto(state, await service.read());
        state = rebased.state;
        collisions = [...collisions, ...rebased.collisions];
      } else {
        state = confirmSent(state);
        service.onSaved(state.saved);
      }
      save = { status: 'saved' };
      schedule();
    } catch (error) {
      state = returnSent(state);
      save = { status: 'failed', error };
    }
    show();
  };

  /** Applies operations, and returns the step that takes them back. */
  const apply = (operations: readonly EditOperation[]): Step | undefined => {
    const edited = addOperations(state, operations);
    if (!edited) return undefined;
    const inverse = invertOperations(state.document, operations);
    state = edited;
    schedule();
    return { operations, inverse };
  };

  const takeBack = (step: Step): Step | undefined => {
    const dropped = dropLatest(state, step.operations);
    if (!dropped) return apply(step.inverse);
    state = dropped;
    schedule();
    return { operations: step.inverse, inverse: step.operations };
  };

  const edit = (operations: readonly EditOperation[]): boolean => {
    if (operations.length === 0) return true;
    const step = apply(operations);
    if (step) {
      undoSteps = [...undoSteps, step].slice(-MAX_UNDO_STEPS);
      redoSteps = [];
    }
    show();
    return step !== undefined;
  };

  return {
    view,
    edit,
    editAgain(operations) {
      const found = findCollisions(state.document, operations);
      collisions = [...collisions, ...found.collisions];
      edit(found.applicable);
      show();
    },
    undo() {
      const step = undoSteps.at(-1);
      if (!step) return;
      undoSteps = undoSteps.slice(0, -1);
      const undone = takeBack(step);
      // Without one, somebody else has changed the same value, which stays.
      if (undone) redoSteps = [...redoSteps, undone];
      show();
    },
    redo() {
      const step = redoSteps.at(-1);
      if (!step) return;
      redoSteps = redoSteps.slice(0, -1);
      const done = apply(step.inverse);
      if (done) undoSteps = [...undoSteps, done];
      show();
    },
    saveNow: () => void send(),
    settle(collision, choice) {
      collisions = collisions.filter((other) => other !== collision);
      const overriding = choice === 'mine' ? replaceCurrent(state.document, collision.operation) : undefined;
      const step = overriding && apply([overriding]);
      if (step) undoSteps = [...undoSteps, step];
      show();
    },
    takeOver(saved) {
      if (save.status === 'saving') return false;
      const rebased = applyOnto(state, saved);
      state = rebased.state;
      collisions = [...collisions, ...rebased.collisions];
      if (save.status !== 'failed') schedule();
      show();
      return true;
    },
  };
}
