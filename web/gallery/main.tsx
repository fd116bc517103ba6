import './gallery.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { activate, laterWords, seldomWords } from '../src/i18n/load'
import { LOCALES } from '../src/i18n/locale'
import { answered } from './answers'
import { Gallery } from './Gallery'
import { OPEN } from './opened'

/** `/gallery?theme=dark&tenant=nova&lang=uk&open=dialog` */
async function boot(): Promise<void> {
  const asked = new URLSearchParams(location.search)
  const { dataset } = document.documentElement
  dataset.theme = asked.get('theme') === 'dark' ? 'dark' : 'light'
  dataset.tenant = asked.get('tenant') ?? 'agio'
  await activate(LOCALES.find((locale) => locale === asked.get('lang')) ?? 'en')
  await Promise.all([laterWords(), seldomWords()])
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={answered()}>
          <Gallery open={OPEN.find((name) => name === asked.get('open'))} />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  )
}

void boot()
