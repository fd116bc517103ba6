import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Payways that are words rather than names; networks and brands are called the same in every language. */
const WORDS: Record<string, MessageDescriptor> = {
  iban: msg`Bank transfer`,
  card: msg`Card`,
}

/** What a payway is called in the reader's language: `translate` is Lingui's `t`. */
export function paywayName(
  { code, name }: { code: string; name: string },
  translate: (word: MessageDescriptor) => string,
): string {
  const word = WORDS[code]
  return word ? translate(word) : name
}
