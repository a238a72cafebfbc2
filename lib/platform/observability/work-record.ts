/** A request to another service. Must never contain a path, a query or a body. */
export type Work = {
  /** Name of the other service: `DynamoDB`, or a host. */
  name: string;
  /** Operation of a service of AWS: `GetItem`. */
  operation?: string;
  /** Method of an HTTP request, and the URL of the other service's origin. */
  request?: { method: string; url: string };
};

/** Details of a finished request, as X-Ray names them. */
export type WorkFields = {
  http?: {
    request?: NonNullable<Work['request']>;
    response?: { status?: number | undefined };
  };
  aws?: Record<string, string | number | undefined>;
  /** The other service failed, or did not respond. */
  fault?: boolean;
  /** The other service refused the request. */
  error?: boolean;
  throttle?: boolean;
};

/** A finished request to another service, as traces show it. */
export type WorkRecord = {
  /** Id of its span: 16 hexadecimal digits. */
  id: string;
  name: string;
  namespace: 'aws' | 'remote';
  /** Epoch milliseconds. */
  startedMs: number;
  endedMs: number;
  fields: WorkFields;
  /** Name of the error if there was no response. Never its message, which could quote the request. */
  failureName?: string;
};
