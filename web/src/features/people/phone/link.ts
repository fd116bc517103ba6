import type { Proof } from '../documents/queries'

/** What another device continues: a verification, or an order. */
export type Carried = Proof | 'order'

const CARRIED: readonly Carried[] = ['identity', 'address', 'source_of_funds', 'order']

const wordOf = (of: Carried) => of.replaceAll('_', '-')

/** The link for the other device: the step, and the code in the fragment, which no server and no log receives. */
export const phoneLink = (origin: string, of: Carried, code: string) => `${origin}/on-phone/${wordOf(of)}#${code}`

/** The step of such a link. */
export const carriedOf = (word: string): Carried | undefined => CARRIED.find((of) => wordOf(of) === word)

/** Reads the code of the fragment. */
export const codeOf = (hash: string): string | undefined => /^#([\w-]{1,100})$/.exec(hash)?.[1]
