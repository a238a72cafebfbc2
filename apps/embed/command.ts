import type { PreviewMessage } from './embed-props.ts';

/* Commands travel as messages of the window, so that a page inside an iframe can send them as well. */

export type Command =
  | {
      command:
        | 'open'
        | 'close'
        | 'toggle'
        | 'hidePreviewMessage'
        | 'submitInput'
        | 'reload'
        | 'reset'
        | 'unmount';
    }
  | { command: 'showPreviewMessage'; message?: Partial<PreviewMessage> }
  | { command: 'setPrefilledVariables'; variables: Record<string, unknown> }
  | { command: 'setInputValue'; value: string }
  | { command: 'sendCommand'; text: string };

export type CommandName = Command['command'];

/** The commands that an element understands. */
export type Commands = { [Name in CommandName]?: (given: Extract<Command, { command: Name }>) => void };

export const COMMAND_NAMES: readonly CommandName[] = [
  'open',
  'close',
  'toggle',
  'showPreviewMessage',
  'hidePreviewMessage',
  'setPrefilledVariables',
  'setInputValue',
  'submitInput',
  'sendCommand',
  'reload',
  'reset',
  'unmount',
];
