import type { Resource } from '#test/support/deployed/template.ts';

export type UnsupportedResource = {
  type: string;
  /** If present, only resources with this property are unsupported. */
  property?: string;
  /** Why the deployment is still a useful test without them. */
  reason: string;
};

/** Resources that MiniStack rejects. They are removed from a copy of the templates. */
export const UNSUPPORTED_RESOURCES: UnsupportedResource[] = [
  {
    type: 'AWS::WAFv2::WebACLAssociation',
    reason: 'The firewall itself is created. What it is attached to is asserted on the template.',
  },
  {
    type: 'AWS::CloudWatch::Alarm',
    property: 'Metrics',
    reason: 'Alarms on one metric are created. Expressions are asserted on the template.',
  },
  {
    type: 'AWS::CloudWatch::CompositeAlarm',
    reason: 'The alarms that it combines are created. When it goes off is asserted on the template.',
  },
  {
    type: 'AWS::Budgets::Budget',
    reason: 'It stands alone, and its properties are checked against the schema of the registry.',
  },
  {
    type: 'AWS::Backup::BackupSelection',
    reason: 'Vault and plan are created. What is backed up, and by which role, is asserted on the template.',
  },
  {
    type: 'AWS::Logs::QueryDefinition',
    reason: 'It stands alone, and its properties are checked against the schema of the registry.',
  },
];

/** @returns the entry that a resource matches; undefined if MiniStack supports the resource */
export function findUnsupported({ Type, Properties = {} }: Resource): UnsupportedResource | undefined {
  return UNSUPPORTED_RESOURCES.find(
    ({ type, property }) => type === Type && (property === undefined || property in Properties),
  );
}
