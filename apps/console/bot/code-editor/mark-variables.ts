import type { Extension } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

const variables = new MatchDecorator({
  regexp: /\{\{[^{}\n]+\}\}/g,
  decoration: Decoration.mark({ class: 'code-variable' }),
});

/** Marks `{{Name}}` in any language. */
export const markVariables: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = variables.createDeco(view);
    }

    update(update: ViewUpdate): void {
      this.decorations = variables.updateDeco(update, this.decorations);
    }
  },
  { decorations: ({ decorations }) => decorations },
);
