import './theme/customer.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchNetwork } from './api/connection'
import { resolved } from './api/session'
import { giveWay } from './drawn/giveWay'
import { host } from './host/adapter'
import { config } from './host/config'
import { activate, firstLocale } from './i18n/load'
import { PENDING_MS, queries, router } from './router'
import { fetchRare } from './shell/rare'
import { followSystem } from './theme/scheme'
import { keepFocus } from './ui/keepFocus'

const captureCampaign = async () => (await import('./api/campaign')).captureCampaign()
const takeOver = async () => (await import('./api/handOver')).takeOver()

async function boot(): Promise<void> {
  followSystem()
  watchNetwork()
  keepFocus()
  // Before the router's pages read the address, and only where it may carry a campaign.
  if (/[?&](utm_|promocode=)/.test(location.search)) await captureCampaign().catch(() => undefined)
  const words = activate(firstLocale(config.tenant.languages))
  // Either decides who is here, so both come first; what fails of it is said in the page's language.
  if (host.begin) await words.then(host.begin).catch(() => undefined)
  if (location.hash.startsWith('#handover=')) await words.then(takeOver).catch(() => undefined)
  // Asked for while the catalogue loads; the guards await the same answer and report its failure.
  void resolved().catch(() => undefined)
  await words
  // The drawn page stands until the program's first one is whole: nothing need take its place, and then stay for a while.
  if (document.querySelector('html:not([data-undrawn]) #drawn')) router.options.defaultPendingMs = Infinity
  router.subscribe('onRendered', () => {
    router.options.defaultPendingMs = PENDING_MS
    giveWay()
    void fetchRare()
  })
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  )
  // While the first page waits for its data: who loses the connection as soon as it stands is told so all the same.
  void fetchRare()
}

void boot()
