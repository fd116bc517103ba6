import { Trans } from '@lingui/react/macro'
import { type ReactNode, useSyncExternalStore } from 'react'
import { connectionStore } from '../api/connection'
import { Notice } from '../ui/Notice'
import type { Me } from './api/queries'
import { MenuButton } from './frame/MenuButton'
import { Side } from './frame/Side'
import { useLinks } from './frame/useLinks'
import { PasskeyOffer } from './parts/PasskeyOffer'
import { SearchButton } from './search/SearchButton'

/** The frame of every page: navigation, search, the signed-in operator, and the connection state. */
export function Frame({ me, place, children }: { me: Me; place: string; children: ReactNode }) {
  const connection = useSyncExternalStore(connectionStore.subscribe, connectionStore.current)
  const links = useLinks(me)
  return (
    <div className="text-[14px] desk:grid desk:min-h-dvh desk:grid-cols-[206px_minmax(0,1fr)]">
      <aside className="sticky top-0 hidden h-dvh grid-rows-[auto_1fr_auto] gap-2 p-2.5 desk:grid">
        <Side me={me} links={links} place={place} />
      </aside>
      <main className="relative grid min-w-0 grid-cols-1 content-start gap-3 px-4 pt-2.5 pb-8 desk:pr-6 desk:pl-2.5">
        <div className="pointer-events-none absolute inset-x-4 top-2.5 flex justify-between desk:right-6 desk:left-auto">
          <MenuButton me={me} links={links} place={place} />
          <SearchButton me={me} links={links} />
        </div>
        {connection === 'ok' ? null : (
          <Notice tone="wait">
            <Trans>No connection. You see the last known state.</Trans>
          </Notice>
        )}
        {place === '/' ? <PasskeyOffer /> : null}
        {children}
      </main>
    </div>
  )
}
