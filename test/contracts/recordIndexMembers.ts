import * as fc from "fast-check";

/** A member before it has its response key. */
export type WithoutKey<A> = A extends { readonly key: string } ? Omit<A, "key"> : never;

/** Members with keys of their own, some of which are awkward. */
export const keyed = <A>(
  item: fc.Arbitrary<A>,
  most: number
): fc.Arbitrary<ReadonlyArray<A & { readonly key: string }>> =>
  fc
    .array(item, { minLength: 1, maxLength: most })
    .map((items) => items.map((each, at) => ({ ...each, key: at === 1 ? "__proto__" : `k${at}"` })));

export const either = <A>(...choices: Array<fc.MaybeWeightedArbitrary<A>>): fc.Arbitrary<A> => fc.oneof(...choices);

/** A choice from a list; none from an empty one. */
export const anyOf = <A, B>(
  list: ReadonlyArray<A>,
  arbitrary: (item: A) => fc.Arbitrary<B>
): Array<fc.MaybeWeightedArbitrary<B>> =>
  list.length === 0 ? [] : [{ weight: 4, arbitrary: fc.constantFrom(...list).chain(arbitrary) }];
