import './gallery.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { activate, laterWords, seldomWords } from '../src/i18n/load'
import { LOCALES } from '../src/i18n/locale'
import { answered } from './answers'
import { Gallery } from './Gallery'

/** `/gallery?theme=dark&tenant=nova&lang=uk` */
async function boot(): Promise<void> {
  const asked = new URLSearchParams(location.search)
  const { dataset } = document.documentElement
  dataset.theme = asked.get('theme') === 'dark' ? 'dark' : 'light'
  dataset.tenant = asked.get('tenant') ?? 'agio'
  await activate(LOCALES.find((locale) => locale === asked.get('lang')) ?? 'en')
  await Promise.all([laterWords(), seldomWords()])
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  // Overlays close by the browser's way back, which belongs to the router.
  const routeTree = createRootRoute({ component: Gallery })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={answered()}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  )
}

void boot()
