import { queryOptions } from '@tanstack/react-query'
import type { Locale } from '../../../i18n/locale'
import { type Article, readArticles } from './articles'

const FILES: Record<Locale, () => Promise<{ default: string }>> = {
  en: () => import('./en.md?raw'),
  uk: () => import('./uk.md?raw'),
  ru: () => import('./ru.md?raw'),
  pl: () => import('./pl.md?raw'),
}

/** The articles in a language. */
export const articlesQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['help', locale],
    queryFn: async (): Promise<Article[]> => readArticles((await FILES[locale]()).default),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  })
