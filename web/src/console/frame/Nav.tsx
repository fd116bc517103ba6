import { useLingui } from '@lingui/react/macro'
import { TONE_GROUND } from '../../ui/Badge'
import { Go } from '../parts/Go'
import type { NavLink } from './useLinks'

/** The places of the console, one per line. */
export function Nav({
  links,
  place,
  onGo,
}: {
  links: readonly NavLink[]
  place: string
  onGo?: (() => void) | undefined
}) {
  const { t } = useLingui()
  return (
    <nav aria-label={t`Console`} className="grid content-start gap-0.5 overflow-y-auto">
      {links.map(({ to, icon: Icon, label, count, tone }) => {
        const isCurrent = place === to || (to !== '/' && place.startsWith(`${to}/`))
        return (
          <Go
            key={to}
            to={to}
            onGo={onGo}
            aria-current={isCurrent ? 'page' : undefined}
            className={`flex min-h-11 items-center gap-3 rounded-control px-3 font-[550] desk:min-h-[38px] ${isCurrent ? 'bg-brand-soft font-[620] text-brand' : 'text-muted hover:text-text'}`}
          >
            <Icon size={18} aria-hidden="true" className="shrink-0" />
            <span className="min-w-0">{label}</span>
            {count ? (
              <span
                className={`ml-auto rounded-full px-2 text-[12px] font-[620] tabular-nums ${TONE_GROUND[tone ?? 'plain']}`}
              >
                {count}
              </span>
            ) : null}
          </Go>
        )
      })}
    </nav>
  )
}
