import { useLingui } from '@lingui/react/macro'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect } from 'react'
import { host } from '../host/adapter'
import { lazyAtLeisure } from './lazyAtLeisure'
import { Sidebar } from './Sidebar'
import { StepUpHost } from './StepUpHost'
import { Tabs } from './Tabs'

const LateHost = lazyAtLeisure(() => import('./LateHost'))

/** The frame of a page for signed-in customers: navigation, skip link, and the tab's socket. */
export function AppShell({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  useEffect(() => listen(queries), [queries])
  const full = host.chrome === 'full'
  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-24 rounded-m bg-surface px-4 py-3 font-semibold text-brand shadow-lg focus:translate-y-0"
      >
        {t`Skip to content`}
      </a>
      {full ? <Sidebar /> : null}
      <main
        id="main"
        tabIndex={-1}
        className="relative mx-auto w-full min-w-0 max-w-[1200px] flex-1 px-4 pt-4 pb-28 desk:pr-8 desk:pl-3 desk:pt-5 desk:pb-12"
      >
        {host.Bar ? <host.Bar /> : null}
        <Suspense>
          <LateHost />
        </Suspense>
        {children}
      </main>
      {full ? <Tabs /> : null}
      <StepUpHost />
    </div>
  )
}

/** Starts the socket, whose code loads after the first paint. Without it, pages poll. */
function listen(queries: QueryClient): () => void {
  let stop: (() => void) | undefined
  let hasLeft = false
  const coming = import('../realtime/socket').then(({ startSocket }) => {
    if (!hasLeft) stop = startSocket(queries)
  })
  coming.catch(() => undefined)
  return () => {
    hasLeft = true
    stop?.()
  }
}
