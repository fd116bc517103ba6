import { i18n, type Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

type Key = readonly unknown[]

type Options = {
  locale?: 'en' | 'uk' | 'ru' | 'pl'
  /** The catalogues of the locale; English needs none, because the texts are in the code. */
  messages?: Messages
  /** Answers of the server by query key. A query without one is loading. */
  answers?: readonly (readonly [key: Key, data: unknown])[]
  /** The errors of queries that failed for good. */
  errors?: readonly (readonly [key: Key, error: Error])[]
}

/** The markup of a component in one state. */
export function markupOf(node: ReactNode, { locale = 'en', messages = {}, answers = [], errors = [] }: Options = {}) {
  i18n.loadAndActivate({ locale, messages })
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
  for (const [key, data] of answers) client.setQueryData(key, data)
  for (const [queryKey, error] of errors) {
    client.getQueryCache().build(client, { queryKey }).setState({ status: 'error', error, fetchStatus: 'idle' })
  }
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>{node}</QueryClientProvider>
    </I18nProvider>,
  )
}

/** What a person reads of a component in one state. Parts are divided by one space. */
export function textOf(node: ReactNode, options?: Options): string {
  const text = markupOf(node, options).replaceAll(/<[^>]*>/g, ' ')
  return text.replaceAll('&#x27;', "'").replaceAll('&amp;', '&').replaceAll(/\s+/g, ' ').trim()
}

/** A component with links, which need a router. */
export async function linked(node: ReactNode): Promise<ReactNode> {
  const routeTree = createRootRoute({ component: () => node })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  await router.load()
  return <RouterProvider router={router as never} />
}
