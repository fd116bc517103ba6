/**
 * Prerenders the first pages during the build (tools/first-paint/prerender.ts) with the app's own routes, components and texts, in
 * Node. The tenant is the value of `agioConfig` when this file is loaded.
 */
import { i18n, type Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { runningQuery } from '../domain/queries'
import { queries, router } from '../router'
import { Route as App } from '../routes/_app'
import { Route as Authentication } from '../routes/authentication'
import { Route as Start } from '../routes/index'
import { Brand } from '../shell/Brand'

const CATALOGUES = import.meta.glob<{ messages: Messages }>('../locales/*.po', { eager: true })

// Without a session: the page renders as it does while its data loads.
for (const route of [App, Authentication, Start]) delete route.options.beforeLoad

/** Renders twice: the first pass loads all lazy parts, so that the second contains them in place. */
async function whole(page: ReactNode): Promise<string> {
  const problems: unknown[] = []
  await prerender(page, { onError: (problem) => void problems.push(problem) })
  if (problems.length > 0) throw problems[0]
  return renderToString(page)
}

/**
 * Returns the markup of the page at `path` in a language. `isIdle` means a visitor who is known to have no running
 * transactions.
 */
export async function renderPage(path: string, locale: string, isIdle: boolean): Promise<string> {
  const catalogue = CATALOGUES[`../locales/${locale}.po`]
  if (!catalogue) throw new Error(`no catalogue for ${locale}`)
  i18n.loadAndActivate({ locale, messages: catalogue.messages })
  if (isIdle) queries.setQueryData(runningQuery.queryKey, [])
  const history = createMemoryHistory({ initialEntries: [path] })
  router.update({ ...router.options, history, scrollRestoration: false })
  await router.load()
  return whole(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>,
  )
}

/** The markup of the tenant's logo and name, which every page contains. */
export const brand = (): string => renderToString(<Brand />)
