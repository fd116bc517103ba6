import { type Messages, setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

type Options = {
  locale?: 'en' | 'uk' | 'ru' | 'pl'
  /** The catalogues of the locale; English needs none, because the texts are in the code. */
  messages?: Messages
  /** Answers of the server by query key. */
  answers?: readonly (readonly [key: readonly unknown[], data: unknown])[]
}

/** The markup of a component in one state. */
export function markupOf(node: ReactNode, { locale = 'en', messages = {}, answers = [] }: Options = {}): string {
  const i18n = setupI18n()
  i18n.loadAndActivate({ locale, messages })
  const client = new QueryClient()
  for (const [key, data] of answers) client.setQueryData(key, data)
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>{node}</QueryClientProvider>
    </I18nProvider>,
  )
}

/** What a person reads of a component in one state. Blocks are divided by one space. */
export function textOf(node: ReactNode, options?: Options): string {
  const text = markupOf(node, options).replaceAll(/<[^>]*>/g, ' ')
  return text.replaceAll('&#x27;', "'").replaceAll('&amp;', '&').replaceAll(/\s+/g, ' ').trim()
}
