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
  FieldToMatch: { UriPath?: object };
  PositionalConstraint: string;
  SearchString: string;
  TextTransformations: Transformation[];
};
type Condition = { ByteMatchStatement?: ByteMatch; OrStatement?: { Statements: Condition[] } };
type RateBasedStatement = {
  AggregateKeyType: string;
  CustomKeys?: { Header: { Name: string; TextTransformations: Transformation[] } }[];
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
function getKey(statement: RateBasedStatement, { ip, path, headers = {} }: WebRequest): string | undefined {
  const { AggregateKeyType, CustomKeys = [], ScopeDownStatement } = statement;
  if (ScopeDownStatement && !fulfils(ScopeDownStatement, path)) return undefined;
  if (AggregateKeyType === 'IP') return ip;
  if (AggregateKeyType !== 'CUSTOM_KEYS') throw new Error(`The model does not know ${AggregateKeyType}`);
  const values = CustomKeys.map(({ Header }) => {
    const value = headers[Header.Name.toLowerCase()];
    return value === undefined ? undefined : transform(value, Header.TextTransformations);
  });
  // Requests without one of the keys are not counted.
  return values.includes(undefined) ? undefined : JSON.stringify(values);
}

function fulfils({ ByteMatchStatement, OrStatement }: Condition, path: string): boolean {
  if (OrStatement) return OrStatement.Statements.some((condition) => fulfils(condition, path));
  if (!ByteMatchStatement) throw new Error('The model does not know this condition');
  return matches(ByteMatchStatement, path);
}

function matches(statement: ByteMatch, path: string): boolean {
  if (!statement.FieldToMatch.UriPath) throw new Error('The model knows paths only');
  const text = transform(path, statement.TextTransformations);
  switch (statement.PositionalConstraint) {
    case 'CONTAINS':
      return text.includes(statement.SearchString);
    case 'ENDS_WITH':
      return text.endsWith(statement.SearchString);
    default:
      throw new Error(`The model does not know ${statement.PositionalConstraint}`);
  }
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
