import { type Article, bodyOf } from '../../../domain/article/articles'

/** Marks after a letter, which searching ignores: ї is і, ё is е, ó is o. */
const MARKS = /\p{M}/gu

/** The words of a text in lower case, without marks and apostrophes. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(/['’ʼ`]/g, '')
    .toLowerCase()
  return (
    plain
      .replaceAll('ł', 'l')
      .replaceAll('ґ', 'г')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** How many letters an ending has at most: "виплати", "виплатами". */
const ENDING = 4
/** Shorter prefixes match too much. */
const STEM_MIN = 3

/** How well a typed word fits a word of the text: equal, its beginning, or the same word with another ending. */
export function fit(typed: string, word: string): number {
  if (typed === word) return 3
  if (typed.length >= 2 && word.startsWith(typed)) return 2
  let same = 0
  while (same < typed.length && typed[same] === word[same]) same += 1
  const ending = Math.max(typed.length, word.length) - same
  return same > STEM_MIN && ending <= ENDING && same > ending ? 1 : 0
}

const best = (typed: string, words: readonly string[]) =>
  words.reduce((most, word) => Math.max(most, fit(typed, word)), 0)

const TITLE = 5
const KEYWORDS = 4

/** The articles that fit, the best first. Words that no article has do not hide the others. */
export function searchArticles(articles: readonly Article[], query: string): Article[] {
  const typed = wordsOf(query).filter((word, _, all) => word.length > 2 || all.length === 1)
  const scored = articles.map((article) => {
    const [title, keywords, body] = [article.title, article.keywords, bodyOf(article)].map(wordsOf)
    const score = typed.reduce(
      (sum, word) =>
        sum + best(word, title ?? []) * TITLE + best(word, keywords ?? []) * KEYWORDS + best(word, body ?? []),
      0,
    )
    return { article, score }
  })
  const found = scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)
  // A word in passing is no answer beside an article about it.
  const least = (found[0]?.score ?? 0) / 5
  return found.filter(({ score }) => score >= least).map(({ article }) => article)
}
