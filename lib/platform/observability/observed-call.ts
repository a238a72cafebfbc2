/** A call of a function, as traces show it. */
export type ObservedCall = {
  /** Name of the call's span, unless there is a route. */
  name: string;
  /** Method and route of an HTTP request: `POST /v1/bots/import`. */
  route?: string;
  /** Header of the request. */
  traceparent?: string | undefined;
  /** Returns whether an error is a way to respond, not a failure of the call. */
  isResponse?: (error: unknown) => boolean;
};

/** The call's return value, or the error that it threw. */
export type CallOutcome = { value?: unknown; error?: unknown };
