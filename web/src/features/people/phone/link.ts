import type { Proof } from '../documents/queries'

const PROOFS: readonly Proof[] = ['identity', 'address', 'source_of_funds']

const wordOf = (proof: Proof) => proof.replaceAll('_', '-')

/** The link that a phone opens: what to go on with, and the code in the fragment, which no server and no log sees. */
export const phoneLink = (origin: string, proof: Proof, code: string) => `${origin}/on-phone/${wordOf(proof)}#${code}`

/** What a link of that kind goes on with. */
export const proofOf = (word: string): Proof | undefined => PROOFS.find((proof) => wordOf(proof) === word)

/** The code in its fragment. */
export const codeOf = (hash: string): string | undefined => /^#([\w-]{1,100})$/.exec(hash)?.[1]
