import { describe, expect, it, test } from 'vitest'
import { HELP_TOPICS, bodyOf, partsOf, readArticles } from '../../../domain/article/articles'
import en from './en.md?raw'
import pl from './pl.md?raw'
import ru from './ru.md?raw'
import { withWritten } from './load'
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

test('an article of the tenant takes the place of ours, and the search finds it', () => {
  const article = { topic: 'money', text: 'We charge one euro.\n- always', keywords: 'dues, toll' }
  const written = [
    { ...article, slug: 'fees', title: 'Our prices' },
    { ...article, slug: 'branches', title: 'Where we are', topic: 'orders' },
    { ...article, slug: 'accessibility', title: 'Our statement' },
  ]
  const ours = readArticles(en)
  const shown = withWritten(ours, written)
  expect(shown.length).toBe(ours.length + 1)
  expect(shown.filter(({ slug }) => slug === 'fees').map(({ title }) => title)).toEqual(['Our prices'])
  expect(shown.at(-1)).toMatchObject({
    slug: 'branches',
    topic: 'orders',
    blocks: [{ kind: 'text' }, { kind: 'points' }],
  })
  expect(shown.find(({ slug }) => slug === 'accessibility')).toMatchObject({
    topic: 'statement',
    title: 'Our statement',
  })
  expect(searchArticles(shown, 'toll')[0]?.slug).toBe('fees')
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
