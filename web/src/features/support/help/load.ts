import { queryOptions } from '@tanstack/react-query'
import { client } from '../../../api/client'
import { type Article, blocksOf, HELP_TOPICS, type HelpTopic, readArticles } from '../../../domain/article/articles'
import type { Locale } from '../../../i18n/locale'

const FILES: Record<Locale, () => Promise<{ default: string }>> = {
  en: () => import('./en.md?raw'),
  uk: () => import('./uk.md?raw'),
  ru: () => import('./ru.md?raw'),
  pl: () => import('./pl.md?raw'),
}

type Written = { slug: string; topic: string; title: string; text: string; keywords: string }

/** The built-in articles, with those of the tenant: one with the same address takes the place of ours. */
export function withWritten(ours: readonly Article[], written: readonly Written[]): Article[] {
  const theirs = written.map(
    ({ slug, topic, title, text, keywords }): Article => ({
      slug,
      topic: HELP_TOPICS.includes(topic as HelpTopic) ? (topic as HelpTopic) : 'account',
      title,
      keywords,
      blocks: blocksOf(text.split('\n')),
    }),
  )
  const own = new Map(theirs.map((article) => [article.slug, article]))
  // A statement has a page of its own, so its topic stays.
  const placed = ours.map((article) => {
    const instead = own.get(article.slug)
    return instead && article.topic === 'statement' ? { ...instead, topic: article.topic } : (instead ?? article)
  })
  const known = new Set(ours.map(({ slug }) => slug))
  return [...placed, ...theirs.filter(({ slug }) => !known.has(slug))]
}

/** The articles in a language; without a connection the built-in ones. */
export const articlesQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['help', locale],
    queryFn: async ({ signal }): Promise<Article[]> => {
      const ours = readArticles((await FILES[locale]()).default)
      return withWritten(ours, await written(locale, signal).catch(() => []))
    },
    staleTime: 5 * 60_000,
    networkMode: 'always',
  })

/** The articles that the tenant wrote. */
const written = async (language: Locale, signal: AbortSignal): Promise<Written[]> =>
  (await client.GET('/api/client/v1/content/articles', { params: { query: { language } }, signal })).data.data
