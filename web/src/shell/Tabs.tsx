import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { MAIN_NAV, type NavEntry, PROFILE_NAV, useAlsoActive } from './nav'

/** The navigation of phones and tablets, within reach of the thumb. */
export function Tabs() {
  const { t } = useLingui()
  return (
    <nav
      aria-label={t`Main`}
      className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-line border-t bg-surface px-1 pt-1 pb-[max(4px,env(safe-area-inset-bottom))] desk:hidden"
    >
      {[...MAIN_NAV, PROFILE_NAV].map((entry) => (
        <Tab key={entry.to} entry={entry} />
      ))}
    </nav>
  )
}

function Tab({ entry }: { entry: NavEntry }) {
  const { i18n } = useLingui()
  const also = useAlsoActive(entry)
  const Icon = entry.icon
  return (
    <Link
      to={entry.to}
      className="grid min-h-13 content-center justify-items-center gap-0.5 rounded-control text-[11px] font-medium text-muted data-[status=active]:text-brand"
      {...also}
    >
      <Icon size={21} strokeWidth={1.75} aria-hidden="true" />
      <span className="max-w-full truncate">{i18n._(entry.label)}</span>
    </Link>
  )
}
