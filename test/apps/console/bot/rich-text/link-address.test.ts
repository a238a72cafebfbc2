import { describe, expect, it } from 'vitest';
import { describeAddressProblem } from '#apps/console/bot/rich-text/link-address.ts';

describe('the address of a link', () => {
  it.each([
    'https://shop.example/a?b=c#d',
    'http://shop.example',
    'shop.example/hours',
    'mailto:rosa@shop.example',
    'tel:+41441234567',
    'tel:0441234567',
    'shop.example:8080/hours',
    '/another-page',
    '{{Address}}',
    'https://shop.example/{{Order}}?name={{First name}}',
    'https://{{Host}}/a',
    'mailto:{{Email}}',
  ])('may be %s', (address) => {
    expect(describeAddressProblem(address)).toBeUndefined();
  });

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert({{Name}})',
    'data:text/html,<b>hello</b>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
  ])('is not %j, which windows do not follow', (address) => {
    expect(describeAddressProblem(address)).toBe('Links lead to http, https, mailto, tel or sms addresses.');
  });

  it.each(['not an address', 'java\tscript:alert(1)', 'https://'])('is not %j', (address) => {
    expect(describeAddressProblem(address)).toBeDefined();
  });
});
