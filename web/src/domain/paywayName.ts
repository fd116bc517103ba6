import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Payways with translatable names. Networks and brands have the same name in every language. */
const WORDS: Record<string, MessageDescriptor> = {
  iban: msg`Bank transfer`,
  card: msg`Ukrainian card`,
}

/** The name of a payway in the current language. `translate` is Lingui's `t`. */
export function paywayName(
  { code, name }: { code: string; name: string },
  translate: (word: MessageDescriptor) => string,
): string {
  const word = WORDS[code]
  return word ? translate(word) : name
}
