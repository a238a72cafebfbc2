/*
 * A small model of AWS WAF: the rate-based rules of a web ACL, as they are in the template. It knows the
 * statements and transformations that the templates use, and throws for any others.
 */

export type WebRequest = {
  ip: string;
  /** Path, exactly as sent. */
  path: string;
  /** Names in lower case. */
  headers?: Record<string, string>;
};

type Transformation = { Priority: number; Type: string };
type ByteMatch = {
  FieldToMatch: { UriPath?: object; SingleHeader?: { Name: string } };
  PositionalConstraint: string;
  /** Text, or what CloudFormation computes. */
  SearchString: unknown;
  TextTransformations: Transformation[];
};
type Condition = {
  ByteMatchStatement?: ByteMatch;
  OrStatement?: { Statements: Condition[] };
  AndStatement?: { Statements: Condition[] };
  NotStatement?: { Statement: Condition };
};
type RateBasedStatement = {
  AggregateKeyType: string;
  CustomKeys?: { Header: { Name: string; TextTransformations: Transformation[] } }[];
  ForwardedIPConfig?: { HeaderName: string; FallbackBehavior: string };
  ScopeDownStatement?: Condition;
  Limit: number;
  EvaluationWindowSec: number;
};
type Rule = {
  Name: string;
  Action?: {
    Block: {
      CustomResponse: {
        ResponseCode: number;
        CustomResponseBodyKey: string;
        ResponseHeaders: { Name: string; Value: string }[];
      };
    };
  };
  Statement: { RateBasedStatement?: RateBasedStatement };
};
export type WebAcl = {
  Rules: Rule[];
  CustomResponseBodies: Record<string, { ContentType: string; Content: string }>;
};

export type FirewallResponse = { rule: string; status: number; headers: Headers; body: unknown };

/** Returns a function that checks requests. For a blocked request, it returns the response. */
export function firewallModel({ Rules, CustomResponseBodies }: WebAcl) {
  const requests: { request: WebRequest; atSeconds: number }[] = [];

  return (request: WebRequest, atSeconds: number): FirewallResponse | undefined => {
    requests.push({ request, atSeconds });
    for (const { Name, Action, Statement } of Rules) {
      const { RateBasedStatement: statement } = Statement;
      const key = statement && getKey(statement, request);
      if (!Action || !statement || key === undefined) continue;
      const count = requests.filter(
        (earlier) =>
          earlier.atSeconds > atSeconds - statement.EvaluationWindowSec &&
          getKey(statement, earlier.request) === key,
      ).length;
      if (count <= statement.Limit) continue;
      const { ResponseCode, ResponseHeaders, CustomResponseBodyKey } = Action.Block.CustomResponse;
      return {
        rule: Name,
        status: ResponseCode,
        headers: new Headers(ResponseHeaders.map(({ Name, Value }) => [Name, Value])),
        body: JSON.parse(CustomResponseBodies[CustomResponseBodyKey]?.Content ?? ''),
      };
    }
    return undefined;
  };
}

/** Returns what identifies the caller. Undefined if the rule does not count the request. */
function getKey(statement: RateBasedStatement, request: WebRequest): string | undefined {
  const { ip, headers = {} } = request;
  const { AggregateKeyType, CustomKeys = [], ForwardedIPConfig, ScopeDownStatement } = statement;
  if (ScopeDownStatement && !fulfils(ScopeDownStatement, request)) return undefined;
  if (AggregateKeyType === 'IP') return ip;
  // Requests without the header are not counted; those with an invalid address are, together, with MATCH.
  if (AggregateKeyType === 'FORWARDED_IP') return headers[ForwardedIPConfig?.HeaderName ?? ''];
  if (AggregateKeyType !== 'CUSTOM_KEYS') throw new Error(`The model does not know ${AggregateKeyType}`);
  const values = CustomKeys.map(({ Header }) => {
    const value = headers[Header.Name.toLowerCase()];
    return value === undefined ? undefined : transform(value, Header.TextTransformations);
  });
  // Requests without one of the keys are not counted.
  return values.includes(undefined) ? undefined : JSON.stringify(values);
}

function fulfils(
  { ByteMatchStatement, OrStatement, AndStatement, NotStatement }: Condition,
  request: WebRequest,
): boolean {
  if (OrStatement) return OrStatement.Statements.some((condition) => fulfils(condition, request));
  if (AndStatement) return AndStatement.Statements.every((condition) => fulfils(condition, request));
  if (NotStatement) return !fulfils(NotStatement.Statement, request);
  if (!ByteMatchStatement) throw new Error('The model does not know this condition');
  return matches(ByteMatchStatement, request);
}

/** Stands for the secret that CloudFormation takes from the id of the stack. */
export const SITE_PROOF = 'proof-of-the-site';

function matches(statement: ByteMatch, { path, headers = {} }: WebRequest): boolean {
  const { UriPath, SingleHeader } = statement.FieldToMatch;
  const sent = UriPath ? path : headers[SingleHeader?.Name.toLowerCase() ?? ''];
  if (sent === undefined) return false;
  const text = transform(sent, statement.TextTransformations);
  const searched = toText(statement.SearchString);
  switch (statement.PositionalConstraint) {
    case 'CONTAINS':
      return text.includes(searched);
    case 'ENDS_WITH':
      return text.endsWith(searched);
    case 'EXACTLY':
      return text === searched;
    default:
      throw new Error(`The model does not know ${statement.PositionalConstraint}`);
  }
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  const proof = { 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] };
  if (JSON.stringify(value) === JSON.stringify(proof)) return SITE_PROOF;
  throw new Error(`The model does not know ${JSON.stringify(value)}`);
}

function transform(text: string, transformations: Transformation[]): string {
  return transformations
    .toSorted((a, b) => a.Priority - b.Priority)
    .reduce((transformed, { Type }) => {
      const apply = TRANSFORMATIONS[Type];
      if (!apply) throw new Error(`The model does not know ${Type}`);
      return apply(transformed);
    }, text);
}

/** https://docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statement-transformation.html */
const TRANSFORMATIONS: Record<string, (text: string) => string> = {
  NONE: (text) => text,
  LOWERCASE: (text) => text.toLowerCase(),
  COMPRESS_WHITE_SPACE: (text) => text.replace(/[\f\t\n\r\v\u00a0 ]+/g, ' '),
  URL_DECODE: (text) =>
    text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
};
