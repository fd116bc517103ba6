import './theme/customer.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { captureCampaign } from './api/campaign'
import { watchNetwork } from './api/connection'
import { resolved } from './api/session'
import { config } from './host/config'
import { activate, firstLocale } from './i18n/load'
import { queries, router } from './router'
import { followSystem } from './theme/scheme'

async function boot(): Promise<void> {
  captureCampaign()
  followSystem()
  watchNetwork()
  // Asked for while the catalogue loads; the guards await the same answer and report its failure.
  void resolved().catch(() => undefined)
  await activate(firstLocale(config.tenant.languages))
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
}

void boot()
