import { expectTypeOf, it } from 'vitest';
import type * as z from 'zod';
import type { OperationData, OperationName, OperationRequest } from '#apps/client/client.ts';
import type { OperationId } from '#apps/client/operation-id.ts';
import type { contracts } from '#functions/endpoints.ts';

/*
 * The client's types are generated from schemas in JSON. Here the compiler compares them with the types that the
 * contracts themselves infer.
 */

type Contract = (typeof contracts)[number];
type ContractOf<Name extends OperationName> = Extract<
  { [C in Contract as OperationId<C['id']>]: C }[Name],
  Contract
>;

type Part<C extends Contract, Name extends string> = C['request'] extends {
  [_ in Name]: infer S extends z.ZodType;
}
  ? z.input<S>
  : undefined;

/** Names of the operations to which the client's types let callers send something that the contract refuses. */
type Unfit<Name extends 'params' | 'body'> = {
  [O in OperationName]: OperationRequest<O> extends { [_ in Name]: infer Sent }
    ? Sent extends Part<ContractOf<O>, Name>
      ? never
      : O
    : never;
}[OperationName];

/** A part without names is one that only refuses what is unknown. */
type IsOptional<Sent> = object extends Sent
  ? true
  : undefined extends Sent
    ? true
    : string extends keyof Sent
      ? true
      : false;

/** Names of the operations for which callers may leave out what the contract requires. */
type Lenient<Name extends 'params' | 'query' | 'body'> = {
  [O in OperationName]: IsOptional<Part<ContractOf<O>, Name>> extends true
    ? never
    : OperationRequest<O> extends { [_ in Name]: unknown }
      ? never
      : O;
}[OperationName];

/** Names of the operations with responses that the client's type does not allow. */
type Uncovered = {
  [O in OperationName]: z.output<ReturnType<ContractOf<O>['response']>> extends OperationData<O> ? never : O;
}[OperationName];

it('agree with the contracts', () => {
  expectTypeOf<Unfit<'params'>>().toBeNever();
  // These contracts' types do not know the names of the system messages, and take every field for one.
  expectTypeOf<Unfit<'body'>>().toEqualTypeOf<'createBot' | 'updateBot'>();
  expectTypeOf<Lenient<'params'>>().toBeNever();
  expectTypeOf<Lenient<'query'>>().toBeNever();
  expectTypeOf<Lenient<'body'>>().toBeNever();
  expectTypeOf<Uncovered>().toBeNever();
});
