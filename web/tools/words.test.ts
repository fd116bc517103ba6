import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '..', 'src/locales')
const LANGUAGES = ['en', 'uk', 'ru', 'pl'] as const

/** The translations of a language, by the English message. */
function said(language: string): Map<string, string> {
  const texts = ['', 'later/', 'seldom/', 'business/', 'console/'].map((part) =>
    readFileSync(join(folder, `${part}${language}.po`), 'utf8'),
  )
  const entries = texts.flatMap((text) => [...text.matchAll(/^msgid "(.+)"\nmsgstr "(.+)"$/gm)])
  return new Map(entries.map(([, id = '', text = '']) => [id, text]))
}

/** Terms that docs/words.md replaces, or that are not idiomatic. */
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

describe('docs/words.md', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/words.md'), 'utf8')
  const rows = [...text.matchAll(/^\| (.+) \| (.+) \| (.+) \| (.+) \|$/gm)].slice(1).map(([, ...row]) => row)

  /** The English term without the note on its meaning. */
  const plain = ([english = '']: string[]) => english.replace(/ \(.*\)$/, '')

  it('has the important terms, each once', () => {
    const terms = rows.map(([english]) => english)
    expect(terms.length).toBeGreaterThan(60)
    expect(new Set(terms).size).toBe(terms.length)
  })

  it.each(['uk', 'ru', 'pl'] as const)('says what the app says in %s', (language) => {
    const words = said(language)
    const at = LANGUAGES.indexOf(language)
    const others = rows.flatMap((row) => {
      const english = plain(row)
      const shown = words.get(english.charAt(0).toUpperCase() + english.slice(1))?.toLowerCase()
      // A word with two meanings has two rows, and a term with a note has more than one translation.
      const terms = rows.filter((other) => plain(other) === english).map((other) => other[at] ?? '')
      return !shown || terms.some((term) => /[,;:]/.test(term) || term.toLowerCase() === shown)
        ? []
        : [`${english}: ${shown}`]
    })
    expect(others).toEqual([])
  })
})
