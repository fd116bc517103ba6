import { length, type Rule } from './rules'
import phrase from './phrase.json'

/** An anti-phishing phrase: one line, without text that a mail program would turn into a link. */
export const phraseRule: Rule = (typed) => {
  const text = typed.trim()
  if (text === '') return { code: 'required' }
  if (!new RegExp(phrase.pattern, 'u').test(text)) return { code: 'invalid_character' }
  if (new RegExp(phrase.link, 'u').test(text)) return { code: 'link' }
  const kept = text.split(/\s+/).join(' ')
  return length(kept, phrase) ?? { ok: kept }
}
