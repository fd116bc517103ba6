import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '..', 'src/locales')
const LANGUAGES = ['en', 'uk', 'ru', 'pl'] as const

/** The translations of a language, by the English message. */
function said(language: string): Map<string, string> {
  const texts = ['', 'later/', 'seldom/', 'console/'].map((part) =>
    readFileSync(join(folder, `${part}${language}.po`), 'utf8'),
  )
  const entries = texts.flatMap((text) => [...text.matchAll(/^msgid "(.+)"\nmsgstr "(.+)"$/gm)])
  return new Map(entries.map(([, id = '', text = '']) => [id, text]))
}

/** Terms that docs/translations.md replaces, or that are not idiomatic. */
const OTHERS: Record<(typeof LANGUAGES)[number], RegExp> = {
  en: /\b(anew|hand(ed)? in|no longer good|nobody waits|begins to be free|has run out(?!\.))\b/i,
  uk: /акаунт|замовлен/i,
  ru: /уч[её]тн(ая|ой|ую|ые|ых) запис/i,
  pl: /regulamin|użytkowni[kc]/i,
}

describe.each(LANGUAGES)('the words in %s', (language) => {
  const words = said(language)

  it('are those of the glossary', () => {
    expect(words.size).toBeGreaterThan(800)
    expect([...words.values()].filter((text) => OTHERS[language].test(text))).toEqual([])
  })

  it('tell the page from its tabs, and the one who sells from the one who pays', () => {
    const tabs = ['Exchange', 'Buy', 'Sell', 'Swap'].map((word) => words.get(word))
    expect(new Set(tabs).size).toBe(tabs.length)
    const given = ['You pay', 'You sell', 'You give'].map((word) => words.get(word))
    expect(new Set(given).size).toBe(given.length)
  })
})
