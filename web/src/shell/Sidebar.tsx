import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useSession } from '../api/useSession'
import { Brand } from './Brand'
import { MAIN_NAV, type NavEntry, PROFILE_NAV, SUPPORT_NAV, useAlsoActive } from './nav'

/** The sidebar has a separate support entry, so the profile entry does not include it. */
const { also: _, ...OWN_NAV } = PROFILE_NAV

const ITEM =
  'flex min-h-11 items-center gap-3 rounded-control px-3 font-medium text-muted hover:text-text data-[status=active]:bg-surface data-[status=active]:text-text data-[status=active]:shadow-(--shadow) data-[status=active]:[&_svg]:text-brand'

/** The navigation of the desktop layout, from 992 px. */
export function Sidebar() {
  const { t } = useLingui()
  const session = useSession()
  return (
    <header className="sticky top-0 hidden h-dvh w-[236px] shrink-0 flex-col px-4 py-6 desk:flex">
      <Link to="/cabinet" className="mb-4 rounded-control px-3 py-1">
        <Brand />
      </Link>
      <nav aria-label={t`Main`} className="grid grid-cols-1 gap-1">
        {MAIN_NAV.map((entry) => (
          <Entry key={entry.to} entry={entry} />
        ))}
      </nav>
      <nav aria-label={t`Account`} className="mt-auto grid grid-cols-1 gap-1">
        <Entry entry={SUPPORT_NAV} />
        <Entry entry={OWN_NAV} name={session.status === 'in' ? session.name || session.email : undefined} />
      </nav>
    </header>
  )
}

function Entry({ entry, name }: { entry: NavEntry; name?: string | undefined }) {
  const { i18n } = useLingui()
  const also = useAlsoActive(entry)
  const Icon = entry.icon
  return (
    <Link to={entry.to} className={ITEM} title={name} {...also}>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 truncate">{name ?? i18n._(entry.label)}</span>
    </Link>
  )
}
