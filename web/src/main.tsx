import './theme/customer.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchNetwork } from './api/connection'
import { resolved } from './api/session'
import { takeOver } from './first-paint/takeOver'
import { host } from './host/adapter'
import { config } from './host/config'
import { watchInstall } from './host/install'
import { activate, firstLocale } from './i18n/load'
import { PENDING_MS, queries, router } from './router'
import { fetchShellFallbacks } from './shell/shellFallbacks'
import { followSystem } from './theme/scheme'
import { keepFocus } from './ui/keepFocus'

async function boot(): Promise<void> {
  followSystem()
  watchNetwork()
  keepFocus()
  watchInstall()
  const words = activate(firstLocale(config.tenant.languages))
  // Few visits need it. It runs before the router reads the address and before the session is resolved.
  if (host.begins || /[?&](utm_|promo(code)?=|ref=)|#handover=|\/(payment|native-error)\b/.test(location.href))
    await import('./shell/begin').then(({ begin }) => begin(words)).catch(() => undefined)
  // Starts during the load of the catalogue. The guards await the same promise and report its errors.
  void resolved().catch(() => undefined)
  await words
  // The prerendered page stays until the app's first page is complete, so no pending component may replace it.
  if (document.querySelector('html:not([data-hidden]) #prerendered')) router.options.defaultPendingMs = Infinity
  router.subscribe('onRendered', () => {
    router.options.defaultPendingMs = PENDING_MS
    takeOver()
    void fetchShellFallbacks()
  })
  const root = document.getElementById('root')
  if (!root) throw new Error('no #root')
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  )
  // Loaded while the first page waits for its data, so that an early loss of the connection can be shown.
  void fetchShellFallbacks()
}

void boot()
