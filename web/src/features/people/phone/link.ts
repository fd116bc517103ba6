import type { Proof } from '../documents/queries'

const PROOFS: readonly Proof[] = ['identity', 'address', 'source_of_funds']

const wordOf = (proof: Proof) => proof.replaceAll('_', '-')

/** The link for the phone: the verification, and the code in the fragment, which no server and no log receives. */
export const phoneLink = (origin: string, proof: Proof, code: string) => `${origin}/on-phone/${wordOf(proof)}#${code}`

/** The verification of such a link. */
export const proofOf = (word: string): Proof | undefined => PROOFS.find((proof) => wordOf(proof) === word)

/** Reads the code of the fragment. */
export const codeOf = (hash: string): string | undefined => /^#([\w-]{1,100})$/.exec(hash)?.[1]
