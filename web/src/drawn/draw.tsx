/**
 * Draws the first pages while the app is built (tools/drawn.ts): the program's own routes, components and words, in Node. The
 * tenant is the one in `agioConfig` when this file is loaded.
 */
import { i18n, type Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { runningQuery } from '../flow/queries'
import { queries, router } from '../router'
import { Route as App } from '../routes/_app'
import { Route as Authentication } from '../routes/authentication'
import { Brand } from '../shell/Brand'

const CATALOGUES = import.meta.glob<{ messages: Messages }>('../locales/*.po', { eager: true })

// Nobody is here: a page stands as it does while its data is awaited.
for (const route of [App, Authentication]) delete route.options.beforeLoad

/** Whatever is fetched apart is there after the first time, so that the second has it in its place. */
async function whole(page: ReactNode): Promise<string> {
  const problems: unknown[] = []
  await prerender(page, { onError: (problem) => void problems.push(problem) })
  if (problems.length > 0) throw problems[0]
  return renderToString(page)
}

/** The page at `path` in a language, as markup; for somebody of whom nothing is under way, or nothing is known. */
export async function draw(path: string, locale: string, isIdle: boolean): Promise<string> {
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

/** The tenant's logo and name, as every page has them. */
export const brand = (): string => renderToString(<Brand />)
