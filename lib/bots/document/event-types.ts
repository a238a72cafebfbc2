/** The events that a flow can begin with, or be interrupted by. */
export const EVENT_TYPES = ['start', 'command', 'reply', 'invalidReply'] as const;
