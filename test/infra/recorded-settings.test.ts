import { describe, expect, it } from 'vitest';
import { formatSettings, parseSettings } from '../../infra/data/recorded-settings.ts';

describe('the settings of a deployment', () => {
  it('are recorded as -c takes them, whether they come from a file or from the command line', () => {
    const fromFile = {
      'bots:sites': true,
      'bots:stage': 'qa',
      'bots:logRetentionDays': 90,
      'bots:customDomains': ['a.example.com', 'b.example.com'],
    };
    const fromCommand = {
      'bots:customDomains': 'a.example.com,b.example.com',
      'bots:logRetentionDays': '90',
      'bots:sites': 'true',
    };
    expect(formatSettings(fromFile)).toBe(formatSettings(fromCommand));
    expect(parseSettings(formatSettings(fromFile))).toEqual(fromCommand);
  });

  it('fit into a parameter of 4 KB, whatever their number and length', () => {
    const many = Array.from({ length: 80 }, (_, index) => [
      `bots:nameOfASetting${index}`,
      '🤖é'.repeat(9_000),
    ]);
    const text = formatSettings(Object.fromEntries(many));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_096);
    expect(Object.keys(parseSettings(text))).toEqual(many.map(([key]) => key).toSorted());
    const one = formatSettings({ 'bots:managementAllowedAddresses': '192.0.2.0/24,'.repeat(10_000) });
    expect(parseSettings(one)['bots:managementAllowedAddresses']).toMatch(/^(192\.0\.2\.0\/24,)+.*…$/);
  });
});
