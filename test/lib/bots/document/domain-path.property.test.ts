import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CUSTOM_DOMAIN } from '#lib/bots/document/custom-domain.ts';
import { parsePathSegment, toPathSegment } from '#lib/bots/document/domain-path.ts';

const part = fc.stringMatching(/^[\w-]{1,40}$/);
const parts = fc.array(part, { maxLength: 8 });

describe('A path at a custom domain', () => {
  it('comes back from its segment, whichever bot can have it', () => {
    fc.assert(
      fc.property(parts, fc.boolean(), (names, hasSlash) => {
        const path = names.join('/');
        const segment = toPathSegment(`/${path}${hasSlash && path !== '' ? '/' : ''}`);
        expect(segment).toMatch(/^[\w~-]+$/);
        expect(parsePathSegment(String(segment))).toBe(path);
      }),
    );
  });

  it('has a segment of its own', () => {
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        fc.pre(one.join('/') !== other.join('/'));
        expect(toPathSegment(`/${one.join('/')}`)).not.toBe(toPathSegment(`/${other.join('/')}`));
      }),
    );
  });

  it('has a segment only if a bot can have it', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[\w~/.%-]{0,30}$/));
    fc.assert(
      fc.property(text, (path) => {
        const segment = toPathSegment(`/${path}`);
        if (segment !== undefined && path !== '') expect(`a.example/${path}`).toMatch(CUSTOM_DOMAIN);
      }),
      { numRuns: 500 },
    );
  });

  it('is what any segment stands for, or the segment stands for none', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w~-]{0,30}$/), (segment) => {
        const path = parsePathSegment(segment);
        if (path !== undefined) expect(toPathSegment(`/${path}`)).toBe(segment);
      }),
      { numRuns: 500 },
    );
  });
});
