import { Trans, useLingui } from '@lingui/react/macro'
import { Hero } from '../../ui/Hero'
import type { Season } from './queries'

/** The points, and how long the season is open. */
export function PointsHero({ season }: { season: Season }) {
  const { t, i18n } = useLingui()
  const { names } = season
  const name = names[i18n.locale] ?? names.en ?? ''
  const points = i18n.number(season.points)
  const end = i18n.date(`${season.last_day}T00:00:00Z`, { dateStyle: 'long', timeZone: 'UTC' })
  const zone = season.time_zone.replaceAll('_', ' ')
  return (
    <Hero label={t`Your points`}>
      <p className="text-[14px] font-semibold wrap-anywhere">{name}</p>
      <p className="mt-3 text-[14px] text-muted">
        <Trans>Your points</Trans>
      </p>
      <p className="text-[40px] leading-tight font-[620] tracking-[-0.03em] tabular-nums wrap-anywhere">{points}</p>
      <p className="mt-3 text-[13px] text-muted">
        <Trans>
          Until the end of {end}, {zone}
        </Trans>
      </p>
    </Hero>
  )
}
