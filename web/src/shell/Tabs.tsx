import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { MAIN_NAV, type NavEntry, PROFILE_NAV, useAlsoActive } from './nav'

/** The order on phones: the exchange in the middle, within reach of either thumb. */
const TABS = inTheMiddle([...MAIN_NAV, PROFILE_NAV], '/exchange')

function inTheMiddle(entries: readonly NavEntry[], to: NavEntry['to']): NavEntry[] {
  const others = entries.filter((entry) => entry.to !== to)
  return others.toSpliced(others.length / 2, 0, ...entries.filter((entry) => entry.to === to))
}

/** The navigation of phones and tablets, within reach of the thumb. */
export function Tabs() {
  const { t } = useLingui()
  return (
    <nav
      aria-label={t`Main`}
      data-tabs=""
      className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col items-end border-line border-t bg-surface px-1 pt-1 pb-[max(8px,env(safe-area-inset-bottom))] desk:hidden"
    >
      {TABS.map((entry) => (
        <Tab key={entry.to} entry={entry} />
      ))}
    </nav>
  )
}

const PLAIN = 'grid size-[26px] place-items-center'
const RAISED = '-mt-5 grid size-12 place-items-center rounded-full bg-brand text-on-brand shadow-(--e2)'

function Tab({ entry }: { entry: NavEntry }) {
  const { i18n } = useLingui()
  const also = useAlsoActive(entry)
  const Icon = entry.icon
  return (
    <Link
      to={entry.to}
      className="grid min-h-14 content-end justify-items-center gap-1 rounded-control text-[11px] font-medium text-muted data-[status=active]:font-semibold data-[status=active]:text-brand"
      {...also}
    >
      <span className={entry.to === '/exchange' ? RAISED : PLAIN}>
        <Icon size={21} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span className="max-w-full truncate">{i18n._(entry.label)}</span>
    </Link>
  )
}
