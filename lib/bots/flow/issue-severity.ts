/** Severities of issues, the worst first. */
export const SEVERITIES = ['error', 'warning', 'info'] as const;
