import {
  type BlockSchema,
  describeChoice,
  describeEntryId,
  describeFields,
  describeFlag,
  describeList,
  describePlainNumber,
  describeSection,
  describeString,
  describeVariable,
} from './field-schema.ts';
import { describeKeyValues } from './key-values.options.ts';
import { describeResponseVariableMapping } from './response-variable-mapping.options.ts';

const METHODS = ['POST', 'GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'CONNECT', 'OPTIONS', 'TRACE'] as const;

/**
 * Describes a block that sends an HTTP request.
 *
 * @param url an address, as an example
 */
export function describeOutgoingRequest(url: string): BlockSchema {
  const request = {
    id: describeString({ title: 'Id', control: 'hidden' }),
    method: describeChoice(METHODS, { title: 'Method', default: 'POST' }),
    url: describeString({ title: 'Address', placeholder: url, control: 'url' }),
    queryParams: describeKeyValues('Parameter', { title: 'Query parameters' }, { hasId: true }),
    headers: describeKeyValues('Header', { title: 'Headers' }, { hasId: true }),
    body: describeString({
      title: 'Body',
      description: 'Sent if “Custom body” is on, except with GET and HEAD.',
      control: 'code',
      language: 'json',
    }),
  };
  const options = {
    webhook: describeSection(request, { title: 'Request' }),
    isCustomBody: describeFlag({
      title: 'Custom body',
      description: 'Off: all answers and variables are sent as JSON.',
      default: false,
    }),
    responseVariableMapping: describeResponseVariableMapping({ title: 'Save response' }),
    isExecutedOnClient: describeFlag({
      title: 'Send from browser',
      description: "The respondent's browser sends the request, so respondents can see it.",
      default: false,
      isRare: true,
    }),
    timeout: describePlainNumber(
      { title: 'Longest wait', default: 10, unit: 's', isRare: true },
      { min: 1, max: 120 },
    ),
    proxyCredentialsId: describeString({
      title: 'Proxy',
      description: 'Not supported: a request with a proxy is sent only from the browser.',
      isRare: true,
    }),
    variablesForTest: describeList(
      describeSection(
        {
          id: describeEntryId(),
          variableId: describeVariable({ title: 'Variable' }),
          value: describeString({ title: 'Value' }),
        },
        { title: 'Test value' },
      ),
      { title: 'Test values', description: 'Values with which a test of the request begins.', isRare: true },
    ),
    isAdvancedConfig: describeFlag({ title: 'Advanced settings', control: 'hidden' }),
  };
  return describeFields({ options: describeSection(options, { title: 'HTTP request' }) });
}
