import { Trans } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useOpener } from '../../ui/useOpener'
import { useUsed } from '../../ui/useUsed'
import type { Me } from '../api/queries'
import type { NavLink } from '../frame/useLinks'
import { useShortcut } from './useShortcut'

const SearchDialog = lazy(() => import('./SearchDialog'))

/** The search of every page: opens with a click, `/`, Ctrl K or Cmd K. Its code loads on first use. */
export function SearchButton({ me, links }: { me: Me; links: readonly NavLink[] }) {
  const [open, setOpen] = useState(false)
  const used = useUsed(open)
  const opener = useOpener(open)
  useShortcut(() => setOpen(true))
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="/ Control+K"
        onClick={() => setOpen(true)}
        className="pointer-events-auto -mr-3 flex size-11 items-center justify-center gap-2.5 rounded-full text-muted hover:text-text desk:mr-0 desk:w-[252px] desk:justify-start desk:bg-surface desk:px-4 desk:shadow-(--e1)"
      >
        <Search size={18} aria-hidden="true" className="shrink-0 desk:size-4" />
        <span className="sr-only">
          <Trans>Search</Trans>:{' '}
        </span>
        <span className="max-desk:sr-only">
          <Trans>Order or customer</Trans>
        </span>
        <kbd className="ml-auto grid size-5 place-items-center rounded-[6px] font-sans text-[12px] ring-1 ring-line max-desk:hidden">
          /
        </kbd>
      </button>
      <Suspense fallback={null}>
        {used ? (
          <SearchDialog open={open} onClose={() => setOpen(false)} me={me} links={links} opener={opener} />
        ) : null}
      </Suspense>
    </>
  )
}
