import { BlockList, isIP } from 'node:net';

/*
 * A small model of AWS WAF: the rules of a web ACL that block with a response of their own, as they are in the
 * template. It knows the statements and transformations that the templates use, and throws for any others.
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
type IpSetReference = {
  Arn: { 'Fn::GetAtt': [string, 'Arn'] };
  IPSetForwardedIPConfig?: { HeaderName: string; FallbackBehavior: string; Position: string };
};
type Condition = {
  ByteMatchStatement?: ByteMatch;
  IPSetReferenceStatement?: IpSetReference;
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
  Statement: Condition & { RateBasedStatement?: RateBasedStatement; ManagedRuleGroupStatement?: object };
};
export type IpSet = { IPAddressVersion: 'IPV4' | 'IPV6'; Addresses: string[] };
/** By logical id. */
export type IpSets = Readonly<Record<string, IpSet>>;
export type WebAcl = {
  Rules: Rule[];
  CustomResponseBodies: Record<string, { ContentType: string; Content: string }>;
};

export type FirewallResponse = { rule: string; status: number; headers: Headers; body: unknown };

/**
 * Returns a function that checks requests. For a blocked request, it returns the response. A rule counts only the
 * requests that no earlier rule has blocked.
 */
export function firewallModel({ Rules, CustomResponseBodies }: WebAcl, ipSets: IpSets = {}) {
  const seen = new Map<Rule, { key: string; atSeconds: number }[]>();

  /** Whether the request is above the rate limit, or meets the condition. */
  const isBlocked = (rule: Rule, request: WebRequest, atSeconds: number): boolean => {
    const { RateBasedStatement: statement } = rule.Statement;
    if (!statement) return fulfils(rule.Statement, request, ipSets);
    const key = getKey(statement, request, ipSets);
    if (key === undefined) return false;
    const counted = (seen.get(rule) ?? []).concat({ key, atSeconds });
    seen.set(rule, counted);
    const isRecent = (earlier: number) => earlier > atSeconds - statement.EvaluationWindowSec;
    return counted.filter((one) => one.key === key && isRecent(one.atSeconds)).length > statement.Limit;
  };

  return (request: WebRequest, atSeconds: number): FirewallResponse | undefined => {
    for (const rule of Rules) {
      const { Name, Action } = rule;
      if (!Action || !isBlocked(rule, request, atSeconds)) continue;
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
function getKey(statement: RateBasedStatement, request: WebRequest, ipSets: IpSets): string | undefined {
  const { ip, headers = {} } = request;
  const { AggregateKeyType, CustomKeys = [], ForwardedIPConfig, ScopeDownStatement } = statement;
  if (ScopeDownStatement && !fulfils(ScopeDownStatement, request, ipSets)) return undefined;
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

function fulfils(condition: Condition, request: WebRequest, ipSets: IpSets): boolean {
  const { ByteMatchStatement, IPSetReferenceStatement, OrStatement, AndStatement, NotStatement } = condition;
  const isFulfilled = (part: Condition) => fulfils(part, request, ipSets);
  if (OrStatement) return OrStatement.Statements.some(isFulfilled);
  if (AndStatement) return AndStatement.Statements.every(isFulfilled);
  if (NotStatement) return !isFulfilled(NotStatement.Statement);
  if (IPSetReferenceStatement) return isInSet(IPSetReferenceStatement, request, ipSets);
  if (!ByteMatchStatement) throw new Error('The model does not know this condition');
  return matches(ByteMatchStatement, request);
}

function isInSet(
  { Arn, IPSetForwardedIPConfig: forwarded }: IpSetReference,
  { ip, headers = {} }: WebRequest,
  ipSets: IpSets,
): boolean {
  const set = ipSets[Arn['Fn::GetAtt'][0]];
  if (!set) throw new Error('The set of addresses does not exist');
  const address = forwarded ? headers[forwarded.HeaderName] : ip;
  if (address === undefined) return false;
  const version = isIP(address);
  if (version === 0) return forwarded?.FallbackBehavior === 'MATCH';
  if (set.IPAddressVersion !== `IPV${version}`) return false;
  const list = new BlockList();
  for (const cidr of set.Addresses) {
    const [network = '', bits] = cidr.split('/');
    list.addSubnet(network, Number(bits), version === 4 ? 'ipv4' : 'ipv6');
  }
  return list.check(address, version === 4 ? 'ipv4' : 'ipv6');
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
