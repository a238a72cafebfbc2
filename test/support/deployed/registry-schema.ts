import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import type {
  Property,
  PropertyType,
  ResourceProperties,
  Resource as ResourceSchema,
  SpecDatabase,
} from '@aws-cdk/service-spec-types';
import type { Resource, Template } from './template.ts';

/*
 * Checks templates against the schemas of the CloudFormation registry: types of resources, names and types of
 * properties, required properties, allowed values, and what Ref and Fn::GetAtt refer to. The schemas in the
 * package have no patterns, lengths or rules between properties; cfn-lint knows those.
 */

let database: SpecDatabase | undefined;

/** @returns the problems that the registry would reject, each with its path in the template */
export function checkTemplate(template: Template): string[] {
  database ??= loadAwsServiceSpecSync();
  const checker = new TemplateChecker(database, template);
  return checker.check();
}

class TemplateChecker {
  private readonly findings: string[] = [];
  private readonly database: SpecDatabase;
  private readonly template: Template;

  constructor(database: SpecDatabase, template: Template) {
    this.database = database;
    this.template = template;
  }

  check(): string[] {
    for (const [id, resource] of Object.entries(this.template.Resources)) {
      // A function of the stack creates these, so no registry knows them.
      if (resource.Type.startsWith('Custom::')) continue;
      const path = `Resources.${id}`;
      const schema = this.findSchema(resource.Type);
      if (!schema) this.report(`${path}.Type`, `unknown type ${resource.Type}`);
      else this.checkProperties(`${path}.Properties`, resource.Properties ?? {}, schema.properties);
      this.checkDependencies(path, resource);
      this.checkReferences(path, resource);
    }
    for (const [id, output] of Object.entries(this.template.Outputs ?? {})) {
      this.checkReferences(`Outputs.${id}`, output);
    }
    return this.findings;
  }

  private report(path: string, problem: string): void {
    this.findings.push(`${path}: ${problem}`);
  }

  private findSchema(type: string): ResourceSchema | undefined {
    return this.database.lookup('resource', 'cloudFormationType', 'equals', type)[0];
  }

  private checkProperties(path: string, value: Record<string, unknown>, schema: ResourceProperties): void {
    for (const [name, inner] of Object.entries(value)) {
      const property = Object.hasOwn(schema, name) ? schema[name] : undefined;
      if (property) this.checkProperty(`${path}.${name}`, inner, property);
      else this.report(`${path}.${name}`, 'unknown property');
    }
    for (const [name, { required }] of Object.entries(schema)) {
      if (required && isAbsent(value[name])) this.report(`${path}.${name}`, 'required, but absent');
    }
  }

  private checkProperty(path: string, value: unknown, { type, previousTypes = [] }: Property): void {
    this.checkAlternatives(path, value, [type, ...previousTypes]);
  }

  /** A value may have any of these types. If it has none of them, reports the problems with the first. */
  private checkAlternatives(path: string, value: unknown, types: readonly PropertyType[]): void {
    const before = this.findings.length;
    let ofFirst: string[] | undefined;
    for (const type of types) {
      this.checkType(path, value, type);
      const found = this.findings.splice(before);
      if (found.length === 0) return;
      ofFirst ??= found;
    }
    this.findings.push(...(ofFirst ?? []));
  }

  private checkType(path: string, value: unknown, type: PropertyType): void {
    const branches = getBranches(value);
    if (branches) {
      for (const branch of branches) if (!isAbsent(branch)) this.checkType(path, branch, type);
      return;
    }
    if (isIntrinsic(value)) return;
    switch (type.type) {
      case 'union':
        this.checkAlternatives(path, value, type.types);
        return;
      case 'array':
        if (Array.isArray(value)) this.checkItems(path, value, type.element);
        else this.report(path, 'not a list');
        return;
      case 'map':
        if (isObject(value)) this.checkItems(path, value, type.element);
        else this.report(path, 'not an object');
        return;
      case 'ref': {
        const { properties } = this.database.get('typeDefinition', type.reference);
        if (isObject(value)) this.checkProperties(path, value, properties);
        else this.report(path, 'not an object');
        return;
      }
      default:
        this.checkScalar(path, value, type);
    }
  }

  private checkItems(path: string, items: object, type: PropertyType): void {
    for (const [key, item] of Object.entries(items)) this.checkType(`${path}.${key}`, item, type);
  }

  private checkScalar(path: string, value: unknown, type: PropertyType): void {
    const isRight = SCALARS[type.type];
    if (!isRight) throw new Error(`${path}: schema with the type ${type.type}, which is unknown here`);
    if (!isRight(value)) {
      this.report(path, `not of type ${type.type}: ${JSON.stringify(value)}`);
      return;
    }
    const allowed: readonly unknown[] | undefined = 'allowedValues' in type ? type.allowedValues : undefined;
    if (allowed && !allowed.includes(value)) {
      this.report(path, `${JSON.stringify(value)} is not one of ${allowed.join(', ')}`);
    }
  }

  private checkDependencies(path: string, { DependsOn = [] }: Resource): void {
    for (const id of [DependsOn].flat()) {
      if (!(id in this.template.Resources)) this.report(`${path}.DependsOn`, `no resource ${id}`);
    }
  }

  /** Checks every Ref and Fn::GetAtt inside a value. Those in Fn::Sub are not checked. */
  private checkReferences(path: string, value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    const { Ref, 'Fn::GetAtt': getAtt } = value as { Ref?: unknown; 'Fn::GetAtt'?: unknown };
    if (typeof Ref === 'string' && isIntrinsic(value)) this.checkRef(path, Ref);
    if (Array.isArray(getAtt)) this.checkAttribute(path, String(getAtt[0]), String(getAtt[1]));
    for (const [key, inner] of Object.entries(value)) this.checkReferences(`${path}.${key}`, inner);
  }

  private checkRef(path: string, id: string): void {
    const { Resources, Parameters = {} } = this.template;
    if (id in Resources || id in Parameters || PSEUDO_PARAMETERS.has(id)) return;
    this.report(path, `Ref to ${id}, which is neither a resource nor a parameter`);
  }

  private checkAttribute(path: string, id: string, attribute: string): void {
    const resource = this.template.Resources[id];
    if (!resource) {
      this.report(path, `Fn::GetAtt of ${id}, which is not a resource`);
      return;
    }
    const schema = this.findSchema(resource.Type);
    if (schema && !Object.hasOwn(schema.attributes, attribute)) {
      this.report(path, `${resource.Type} has no attribute ${attribute}`);
    }
  }
}

const SCALARS: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  'date-time': (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  json: (value) => isObject(value) || typeof value === 'string',
  null: (value) => value === null,
  tag: (value) => isObject(value) && typeof value.Key === 'string' && 'Value' in value,
};

const PSEUDO_PARAMETERS = new Set([
  'AWS::AccountId',
  'AWS::NoValue',
  'AWS::NotificationARNs',
  'AWS::Partition',
  'AWS::Region',
  'AWS::StackId',
  'AWS::StackName',
  'AWS::URLSuffix',
]);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether CloudFormation computes a value. */
function isIntrinsic(value: unknown): boolean {
  if (!isObject(value)) return false;
  const [name, ...others] = Object.keys(value);
  return name !== undefined && others.length === 0 && (name === 'Ref' || name.startsWith('Fn::'));
}

/** The values that a condition chooses between. */
function getBranches(value: unknown): unknown[] | undefined {
  if (!isObject(value) || !isIntrinsic(value)) return undefined;
  const choice = value['Fn::If'];
  return Array.isArray(choice) ? choice.slice(1) : undefined;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || (isObject(value) && value.Ref === 'AWS::NoValue');
}
