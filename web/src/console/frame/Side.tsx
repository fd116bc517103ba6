import { Trans } from '@lingui/react/macro'
import { Brand } from '../../shell/Brand'
import type { Me } from '../api/queries'
import { Nav } from './Nav'
import type { NavLink } from './useLinks'
import { Who } from './Who'

type SideProps = { me: Me; links: readonly NavLink[]; place: string; onGo?: () => void }

/** The content of the sidebar, and of the menu on a phone. */
export function Side({ me, links, place, onGo }: SideProps) {
  return (
    <>
      <p className="flex min-h-11 min-w-0 flex-wrap items-center gap-x-2 px-3">
        <Brand />
        <span className="text-[13px] text-muted">
          <Trans>console</Trans>
        </span>
      </p>
      <Nav links={links} place={place} onGo={onGo} />
      <Who me={me} place={place} onGo={onGo} />
    </>
  )
}
