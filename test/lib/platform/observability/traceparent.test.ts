import { describe, expect, it } from 'vitest';
import { formatTraceparent, parseTraceparent } from '#lib/platform/observability/traceparent.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('the header traceparent', () => {
  it.each([
    ['that is sampled', `00-${TRACE}-${SPAN}-01`, true],
    ['that is not sampled', `00-${TRACE}-${SPAN}-00`, false],
    ['with flags of its version that are not known', `00-${TRACE}-${SPAN}-ff`, true],
    ['of a later version', `01-${TRACE}-${SPAN}-03`, true],
    ['of a later version with more fields', `cc-${TRACE}-${SPAN}-00-more-to-come`, false],
  ])('%s is read', (_, text, isSampled) => {
    expect(parseTraceparent(text)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled });
  });

  it.each([
    ['that is absent', undefined],
    ['that is empty', ''],
    ['of version ff', `ff-${TRACE}-${SPAN}-01`],
    ['of version 00 with more fields', `00-${TRACE}-${SPAN}-01-more`],
    ['with a trace id of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['with a span id of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['in upper case', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ['with a short trace id', `00-${TRACE.slice(1)}-${SPAN}-01`],
    ['without flags', `00-${TRACE}-${SPAN}`],
    ['with a line break', `00-${TRACE}-${SPAN}-01\nx`],
    ['in another line', `x\n00-${TRACE}-${SPAN}-01`],
    ['with more after its flags', `01-${TRACE}-${SPAN}-011`],
    ['of X-Ray', `Root=1-5759e988-bd862e3fe1be46a994272793;Parent=${SPAN};Sampled=1`],
  ])('%s is ignored', (_, text) => {
    expect(parseTraceparent(text)).toBeUndefined();
  });

  it.each([true, false])('is written with the flag for sampled: %s', (isSampled) => {
    const traceparent = { traceId: TRACE, spanId: SPAN, isSampled };
    expect(parseTraceparent(formatTraceparent(traceparent))).toEqual(traceparent);
    expect(formatTraceparent(traceparent)).toBe(`00-${TRACE}-${SPAN}-${isSampled ? '01' : '00'}`);
  });
});
