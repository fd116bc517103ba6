import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useSession } from '../api/useSession'
import { Brand } from './Brand'
import { MAIN_NAV, type NavEntry, SUPPORT_NAV, useAlsoActive } from './nav'
import { PersonEntry } from './PersonEntry'

const ITEM =
  'flex min-h-11 items-center gap-3 rounded-control px-3 font-medium text-muted hover:text-text data-[status=active]:bg-brand-soft data-[status=active]:font-semibold data-[status=active]:text-brand'

/** The navigation of the desktop layout, from 992 px. */
export function Sidebar() {
  const { t } = useLingui()
  const session = useSession()
  return (
    <header className="sticky top-0 hidden h-dvh w-[228px] shrink-0 flex-col px-3.5 py-5 desk:flex">
      <Link to="/cabinet" className="mb-4 rounded-control px-3 py-1">
        <Brand />
      </Link>
      <nav aria-label={t`Main`} className="grid grid-cols-1 gap-0.5">
        {MAIN_NAV.map((entry) => (
          <Entry key={entry.to} entry={entry} />
        ))}
      </nav>
      <nav aria-label={t`Account`} className="mt-auto grid grid-cols-1 gap-2">
        <Entry entry={SUPPORT_NAV} />
        <PersonEntry name={session.status === 'in' ? session.name || session.email : undefined} />
      </nav>
    </header>
  )
}

function Entry({ entry }: { entry: NavEntry }) {
  const { i18n } = useLingui()
  const also = useAlsoActive(entry)
  const Icon = entry.icon
  return (
    <Link to={entry.to} className={ITEM} {...also}>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 truncate">{i18n._(entry.label)}</span>
    </Link>
  )
}
