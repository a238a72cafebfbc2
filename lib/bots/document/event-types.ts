/** Types of events that start or interrupt a flow. */
export const EVENT_TYPES = ['start', 'command', 'reply', 'invalidReply'] as const;
