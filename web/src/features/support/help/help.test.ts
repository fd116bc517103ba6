import { describe, expect, it, test } from 'vitest'
import { HELP_TOPICS, bodyOf, partsOf, readArticles } from './articles'
import en from './en.md?raw'
import pl from './pl.md?raw'
import ru from './ru.md?raw'
import { fit, searchArticles, wordsOf } from './search'
import uk from './uk.md?raw'

const FILES = { en, uk, ru, pl }
const all = Object.fromEntries(Object.entries(FILES).map(([locale, file]) => [locale, readArticles(file)]))

test('every language has the same articles, each with words to find it by', () => {
  const english = readArticles(en)
  expect(english.length).toBeGreaterThanOrEqual(14)
  for (const [locale, articles] of Object.entries(all)) {
    expect(
      articles.map(({ slug, topic }) => [slug, topic]),
      locale,
    ).toEqual(english.map(({ slug, topic }) => [slug, topic]))
    for (const [at, article] of articles.entries()) {
      expect(article.title, article.slug).not.toBe('')
      expect(article.keywords.split(',').length, `${locale} ${article.slug}`).toBeGreaterThan(4)
      expect([...HELP_TOPICS, 'statement']).toContain(article.topic)
      // A translation says the same things: it has the same paragraphs and lists.
      const shape = article.blocks.map(({ kind, lines }) => [kind, lines.length])
      expect(shape, `${locale} ${article.slug}`).toEqual(
        english[at]?.blocks.map(({ kind, lines }) => [kind, lines.length]),
      )
      expect(bodyOf(article).includes('{company}')).toBe(bodyOf(english[at] ?? article).includes('{company}'))
    }
  }
})

describe('the search', () => {
  const first = (locale: string, query: string) => searchArticles(all[locale] ?? [], query)[0]?.slug

  it.each([
    ['en', 'WITHDRAWING', 'withdraw'],
    ['en', 'lost phone', 'lost-2fa'],
    ['en', 'how long does a card take', 'timing'],
    ['en', 'usdt wrong networks', 'wrong-network'],
    ['en', 'complain', 'complaints'],
    ['uk', 'вивести гроші', 'withdraw'],
    ['uk', 'неправильній мережі', 'wrong-network'],
    ['uk', 'скарги', 'complaints'],
    ['uk', 'верифікацію', 'verification'],
    ['ru', 'вывода', 'withdraw'],
    ['ru', 'потерял телефон', 'lost-2fa'],
    ['ru', 'возвратом', 'refunds'],
    ['pl', 'wypłacić pieniądze', 'withdraw'],
    ['pl', 'reklamacje', 'complaints'],
    ['pl', 'ZLA SIEC', 'wrong-network'],
    ['pl', 'limitów', 'limits'],
  ])('finds in %s for “%s” the article %s', (locale, query, slug) => {
    expect(first(locale, query)).toBe(slug)
  })

  it('finds nothing for nothing and for words that nobody wrote', () => {
    for (const query of ['', '   ', '?!', 'zebra', 'xy']) expect(first('en', query)).toBeUndefined()
  })

  it('ignores case, marks and endings, and tells words apart', () => {
    expect(wordsOf('Її ЁЖ, ґанок: złożyć o’clock')).toEqual(['іі', 'еж', 'ганок', 'zlozyc', 'oclock'])
    expect([
      fit('виплати', 'виплатами'),
      fit('refunds', 'refund'),
      fit('card', 'care'),
      fit('bank', 'balance'),
    ]).toEqual([1, 1, 0, 0])
  })
})

test('a line is text with bold words and names, and nothing of it is markup', () => {
  expect(partsOf('Open *Balances* and **wait** <b>.')).toEqual([
    { look: 'plain', text: 'Open ' },
    { look: 'name', text: 'Balances' },
    { look: 'plain', text: ' and ' },
    { look: 'strong', text: 'wait' },
    { look: 'plain', text: ' <b>.' },
  ])
})
