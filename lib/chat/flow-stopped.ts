/** The flow runs in a circle, for longer than a turn may take, or says more than an answer can hold. */
export class FlowStopped extends Error {}
