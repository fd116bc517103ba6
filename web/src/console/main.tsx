import './console.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchNetwork } from '../api/connection'
import { config } from '../host/config'
import { firstLocale } from '../i18n/load'
import { workOffline } from '../offline/register'
import { followSystem } from '../theme/scheme'
import { keepFocus } from '../ui/keepFocus'
import { Console } from './Console'
import { queries } from './api/queries'
import { speak } from './words'

async function boot(): Promise<void> {
  followSystem()
  watchNetwork()
  keepFocus()
  await speak(firstLocale(config.tenant.languages))
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queries}>
          <Console />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  )
  workOffline('/console')
}

void boot()
